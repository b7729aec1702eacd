import { cluster, operator, person, type UnblockedBy } from '../../round/unblocked-by.ts'
import { type BlockedRow, blockedRowsOf, nextRound, restoreByHand, unblocksJob } from '../../job/told/unblocks-job.ts'
import { outOfTheWay } from '../../cluster/told/out-of-the-way.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import type { Situation } from '../../application/application-situation.ts'

/** Rows of `classify` that block. */
export const blockedRows: readonly BlockedRow[] = [
  ...blockedRowsOf('application'),
  { row: 'C24', by: cluster('state to restart the failed job from') },
  { row: 'C14', by: cluster('the Kubernetes API answers') },
  { row: 'H2', by: cluster('HA metadata can be read') },
  { row: 'R2', by: cluster('HA metadata can be read') },
  {
    row: 'U5',
    by: cluster('the job runs again or its JobManager comes up; or an edit that needs no state of it (spec.job.upgradeMode: stateless)'),
  },
  {
    row: 'L1',
    by: person(
      'set kubernetes.operator.jm-deployment-recovery.enabled: true, or create the JobManager again by an edit such as a new spec.restartNonce',
    ),
  },
  { row: 'L3', by: cluster('the Kubernetes API answers') },
  {
    row: 'L4',
    by: cluster(
      'the last JobManager pod goes: the kubelet of its node has to confirm it, or the pod is deleted by force once its node is surely down',
    ),
  },
  { row: 'L7', by: restoreByHand },
  { row: 'L8', by: restoreByHand },
  {
    row: 'Z2',
    by: person(
      'take away what the high-availability service holds of this cluster, then delete the FlinkDeployment and create it anew with spec.job.initialSavepointPath',
    ),
  },
  {
    row: 'Z3',
    by: cluster(
      'the JobManager comes up, so that its job can be ended through Flink; or, after ten minutes in which it lists none, it is taken for ended',
    ),
  },
]

/** One line a situation. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Blocked'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: operator('the job is stopped and its cluster goes; then the finalizer'),
  RecordLost: restoreByHand,
  Suspending: cluster('the job ends, or its cluster is gone'),
  Deploying: cluster('the objects of the attempt are there'),
  TearingDown: cluster('Deployments, pods, ConfigMaps and Services of the cluster are gone'),
  IngressDue: nextRound,
  Unhealthy: nextRound,
  StuckSubmit: nextRound,
  PastTtl: nextRound,
}

/** The JobManager runs, and does not know the job: no edit could be carried out with its state. */
const missedJob = person(`look into the log of the JobManager. A job that does not come back by itself: ${restoreByHand.what}`)

/** What makes a resource in this situation go on. Of a blocked one whose row has no line, what it waits for is all that is known. */
export const unblockedBy = (
  situation: Situation,
  { isJobMissed, obstacles }: { readonly isJobMissed: boolean; readonly obstacles: readonly Obstacle[] },
): UnblockedBy => {
  const inTheWay = outOfTheWay(obstacles)
  if (inTheWay !== null) return inTheWay
  // after its own id a row names those of the tables that it rests on
  const [id] = situation.row.split(' ')
  if (isJobMissed && (situation._tag === 'Settled' || id === 'U5')) return missedJob
  return situation._tag === 'Blocked' ? (blockedRows.find(({ row }) => row === id)?.by ?? cluster(situation.waitingFor))
    : bySituation[situation._tag]
}
