import type { DeployedCluster } from '../../../cluster/deployed-spec.ts'
import {
  clusterRollbackObstacles,
  lostCluster,
  lostRows as anyLostRows,
  missingJobManager,
  missingWith,
  recoveryOff,
} from '../../../cluster/recovery/lost-cluster.ts'
import { hasTimeLeft, specRollbackIsWanted } from '../../../job/upgrade/rollback-obstacles.ts'
import type { SessionRound } from './session-cluster-round.ts'
import type { SessionSituation } from './session-cluster-situation.ts'
import { unlessJobsAffected } from './unless-at-stake.ts'
import { cluster, person } from '../../../contract/round/unblocked-by.ts'
import { firstMatch, type LastRow, type Row, type RowText } from '../../../contract/round/row.ts'
import { blocked } from '../../../contract/round/waiting-situation.ts'
import { sessionJobsOf, statefulSessionJobs } from './session-jobs.ts'

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

const restartByHand = 'a new spec.restartNonce deploys the cluster again'

/** What keeps a lost cluster without high availability from its recovery. */
const withoutHa: readonly Row<[SessionRound], SessionSituation>[] = [
  {
    id: 'session-cluster-lost/jobs-unseen',
    when: "its FlinkSessionJobs can't be listed",
    holds: ({ observed: { facts } }) =>
      (facts.flinkSessionJobs === undefined || facts.flinkSessionJobs._tag === 'Unknown')
      && blocked(
        'session-cluster-lost/jobs-unseen',
        'the Kubernetes API to list the FlinkSessionJobs of the cluster',
        cluster('the Kubernetes API lists the FlinkSessionJobs'),
        missingJobManager,
      ),
  },
  {
    id: 'session-cluster-lost/stateful-jobs',
    when: 'without high availability, and FlinkSessionJobs had state in it: a user has to decide',
    holds: ({ observed: { facts } }) => {
      const stateful = statefulSessionJobs(sessionJobsOf(facts)).map(({ meta }) => meta.name)
      const more = stateful.length > 5 ? ` and ${String(stateful.length - 5)} more` : ''
      return stateful.length > 0 && blocked(
        'session-cluster-lost/stateful-jobs',
        'a user: session jobs had state in the lost cluster',
        person(
          `${restartByHand}, empty; then set for each of its session jobs the state that it starts from (spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce, or spec.job.upgradeMode: stateless)`,
        ),
        missingWith(
          `Without high availability its jobs are gone, and these FlinkSessionJobs had state there: ${
            stateful.slice(0, 5).join(', ')
          }${more}. A new spec.restartNonce of the FlinkDeployment deploys the cluster again, empty; then set for each of these jobs the state that it starts from: spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if no state is needed, spec.job.upgradeMode: stateless`,
        ),
      )
    },
  },
]

const recovery: LastRow<[SessionRound, DeployedCluster], SessionSituation> = {
  id: 'session-cluster-lost/recover',
  when: 'the cluster is deployed again',
  holds: (_round, deployed) => {
    const jobs = keepsJobs(deployed) ? { jobs: 'Kept', reason: 'high availability recovers its jobs' } as const
      : { jobs: 'Gone', reason: 'none of its FlinkSessionJobs had state' } as const
    return {
      _tag: 'Lost',
      row: 'session-cluster-lost/recover',
      deployed,
      jobs,
      reason: `the JobManager Deployment is lost: ${jobs.reason}`,
    }
  },
}

const keepsJobs = ({ running }: DeployedCluster): boolean => running.options.highAvailability !== 'none'

/** The rows that answer for `jobmanager-lost` where jobs share the cluster. */
export const lostRows: readonly RowText[] = [...anyLostRows, ...withoutHa, recovery]

/**
 * Row `jobmanager-lost`: with high availability the lost cluster is recovered with its jobs. Without it, the jobs are gone: the cluster is
 * recovered empty only if no FlinkSessionJob had state in it. Else a user has to decide (E-2).
 */
export const lostSituation = (round: SessionRound, deployed: DeployedCluster): SessionSituation => {
  const { namespace, name } = round.desired.meta
  const isKept = keepsJobs(deployed)
  return lostCluster<SessionSituation>(round, deployed, {
    recoveryOff: () => ({
      text: `${recoveryOff}: ${restartByHand}.`,
      unblockedBy: person(`set kubernetes.operator.jm-deployment-recovery.enabled: true, or ${restartByHand}`),
    }),
    queries: isKept ? [] : [{ _tag: 'ListFlinkSessionJobs', namespace, deploymentName: name }],
    unseen: () => null,
    gone: () => (isKept ? null : firstMatch(withoutHa, round)?.found) ?? recovery.holds(round, deployed),
  })
}
