import type { DeployedCluster } from '../../../cluster/deployed-spec.ts'
import { clusterRollbackObstacles } from '../../../cluster/recovery/rollback-of-cluster.ts'
import { hasTimeLeft, specRollbackIsWanted } from '../../../job/upgrade/rollback-obstacles.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { unlessJobsAffected } from './unless-at-stake.ts'

/** Row 9 of control-flow.md, section 4.9, became the question whether a job would lose its state (E-1). */
const isForbidden = (round: SessionRound, deployed: DeployedCluster): boolean =>
  [...specRollbackIsWanted, ...clusterRollbackObstacles].some(({ holds }) => holds(round, deployed)) || hasTimeLeft(round, deployed)

/** Row session-cluster/rollback. Null: no rollback. */
export const rollbackDue = (round: SessionRound, deployed: DeployedCluster): SessionSituation | null => {
  const { stable } = round.desired
  return stable === null || isForbidden(round, deployed) ? null
    : unlessJobsAffected(round, 'session-cluster/rollback', { what: 'The rollback', before: [deployed.running], after: stable }, jobs => ({
      _tag: 'RollbackDue',
      row: `session-cluster/rollback, ${jobs.row}`,
      stable,
      jobs,
      reason: `the spec did not become stable in time; ${jobs.reason}`,
    }))
}
