import type { DeployedCluster } from '../cluster/deployed-spec.ts'
import { isStable } from '../job/record/stable-spec.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { unlessJobsAffected } from './unless-at-stake.ts'

interface Row {
  readonly reason: string
  readonly holds: (round: SessionRound, deployed: DeployedCluster) => boolean
}

/** control-flow.md, section 4.9: what stands against a rollback, in its order. Row 9 became "would a job lose its state?" (E-1). */
const obstacles: readonly Row[] = [
  {
    reason: 'the user wants something else by now',
    holds: ({ desired }) => desired.diff.type !== 'IGNORE' || desired.invalid !== null,
  },
  { reason: 'rollback is off', holds: (_, { running }) => !running.options.deploymentRollbackEnabled },
  { reason: 'rolled back already', holds: ({ observed: { status } }) => status.reconciliationStatus.state !== 'DEPLOYED' },
  { reason: 'the spec is stable', holds: ({ observed: { status } }) => isStable(status) },
  {
    reason: 'Flink is out of reach while its JobManager is up: nobody knows which jobs run',
    holds: ({ observed: { status } }) => status.operatorRecord.restMissedSince !== null,
  },
  { reason: 'there is no stable spec', holds: ({ desired: { stable } }) => stable === null },
  {
    reason: 'the Flink version differs',
    holds: ({ desired: { wanted, stable } }) => wanted?.flinkVersion !== stable?.flinkVersion,
  },
  {
    reason: 'the spec still has time to become stable',
    holds: ({ observed: { status }, env }, { running }) =>
      env.now - running.options.deploymentReadinessTimeout
        <= Math.max(status.reconciliationStatus.reconciliationTimestamp, env.steadySince ?? 0),
  },
]

/** Row K17. Null: no rollback. */
export const rollbackDue = (round: SessionRound, deployed: DeployedCluster): SessionSituation | null => {
  const { stable } = round.desired
  return stable === null || obstacles.some(({ holds }) => holds(round, deployed)) ? null
    : unlessJobsAffected(round, 'K17', { what: 'The rollback', before: [deployed.running], after: stable }, jobs => ({
      _tag: 'RollbackDue',
      row: `K17 ${jobs.row}`,
      stable,
      jobs,
      reason: `the spec did not become stable in time; ${jobs.reason}`,
    }))
}
