import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import type { Row, RowText } from '../../contract/round/row.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { DeployedCluster } from '../deployed-spec.ts'
import { kubernetesAnswers, lastPodGone } from '../cluster-situation.ts'
import type { UnblockedBy } from '../../contract/round/unblocked-by.ts'
import { onceSeen } from '../../contract/query/ask.ts'
import type { Query } from '../../contract/query/query.ts'
import { isTerminal } from '../../contract/resource/job-status.ts'
import type { Problem } from '../../contract/round/decision.ts'
import { type Blocked, blocked, type NeedsFacts, needsFacts } from '../../contract/round/waiting-situation.ts'
import { clusterQueries } from '../observe/cluster-queries.ts'

type Obstacle = Row<
  [
    round: Pick<ClusterRound, 'observed'> & { readonly desired: { readonly wanted: Pick<ConfiguredCluster, 'flinkVersion'> | null } },
    deployed: Pick<DeployedCluster, 'stable'>,
  ],
  true
>

/** The conditions of the cluster that forbid a rollback, whatever runs in it (control-flow.md, section 4.9). */
export const clusterRollbackObstacles: readonly Obstacle[] = [
  {
    id: 'rollback/flink-unreachable',
    when: 'the JobManager is up but Flink is unreachable: whether the job has ended is unknown',
    holds: ({ observed: { status } }) => status.operatorRecord.restMissedSince !== null,
  },
  {
    id: 'rollback/other-flink-version',
    when: 'the Flink version differs',
    holds: ({ desired: { wanted } }, { stable }) => stable !== null && wanted?.flinkVersion !== stable.spec.flinkVersion,
  },
]

export const missingJobManager: Problem = {
  owner: 'job-manager',
  type: 'MissingJobManagerException',
  message: 'Missing JobManager deployment',
  reason: 'Missing',
}

/** The same problem, with what a user can do. */
export const missingWith = (remedy: string): Problem => ({ ...missingJobManager, message: `${missingJobManager.message}. ${remedy}` })

/** Why the operator recovers nothing, for texts that go on with what a user can do. */
export const recoveryOff = 'The operator does not recover it, because kubernetes.operator.jm-deployment-recovery.enabled is false'

/** True if the JobManager is lost, and its job, if it has one, has not ended. */
export const isLost = ({ observed: { status } }: Pick<ClusterRound, 'observed'>): boolean =>
  status.jobManagerDeploymentStatus === 'MISSING' && !isTerminal(status.jobStatus.state)

/** The rows that answer for `jobmanager-lost`, whatever ran in the cluster. Its owner has more, for a cluster that is gone. */
export const lostRows: readonly RowText[] = [
  { id: 'lost/recovery-off', when: 'recovery is disabled' },
  { id: 'lost/to-query', when: 'facts are missing' },
  { id: 'lost/not-proved', when: "whether the JobManager is gone, and what it left, can't be observed" },
  { id: 'lost/pod-left', when: 'a pod of the JobManager still exists' },
]

/** The hooks in which a lost cluster with one job and a lost session cluster differ. */
export interface LostHost<Situation> {
  /** With recovery off: why, and what a user can do. */
  readonly recoveryOff: () => { readonly text: string; readonly unblockedBy: UnblockedBy }
  /** Queries for what the lost cluster left. */
  readonly queries: readonly Query[]
  /** Why it is unknown what the lost cluster left, before its pods are looked at. Null: it is known. */
  readonly unseen: () => string | null
  /** The decision once live queries have shown that the JobManager is gone. */
  readonly gone: () => Situation
}

/**
 * The JobManager counts as lost once live queries show that Deployment and pods are absent (P05, D-12; control-flow.md, section 4.10).
 * What follows depends on the jobs that it had.
 */
export const lostCluster = <Situation>(
  { desired, observed: { facts } }: ClusterRound,
  { running: { options } }: DeployedCluster,
  host: LostHost<Situation>,
): Situation | Blocked | NeedsFacts => {
  if (!options.jmDeploymentRecoveryEnabled) {
    const { text, unblockedBy } = host.recoveryOff()
    return blocked('lost/recovery-off', 'a user: recovery is off', unblockedBy, missingWith(text))
  }
  const { deployment, pods } = clusterQueries(desired)
  return onceSeen(
    facts,
    [deployment, pods, ...host.queries],
    queries => needsFacts('lost/to-query', queries, 'is the JobManager really gone?'),
    () => {
      if (facts.deployment?._tag !== 'Absent' || facts.jobManagerPods?._tag !== 'Known')
        return blocked('lost/not-proved', 'proof that the JobManager is gone', kubernetesAnswers, missingJobManager)
      const left = host.unseen()
      return left !== null ? blocked('lost/not-proved', left, kubernetesAnswers, missingJobManager)
        : facts.jobManagerPods.value.length > 0
        ? blocked('lost/pod-left', 'the last JobManager pod to be gone', lastPodGone, missingJobManager)
        : host.gone()
    },
  )
}
