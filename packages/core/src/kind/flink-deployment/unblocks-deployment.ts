import { cluster, operator, person, type UnblockedBy } from '../../contract/round/unblocked-by.ts'
import { nextRound, restoreByHand, unblocksJob } from '../../job/report/unblocks-job.ts'
import { outOfTheWay } from '../../cluster/report/name-conflict-remedy.ts'
import { rowsIn } from '../../contract/round/row.ts'
import type { Obstacle } from '../../contract/round/obstacle.ts'
import type { Situation } from './application/application-situation.ts'

/** What unblocks each situation that is not `Blocked`. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Blocked'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: operator('the job is stopped and its cluster is deleted; then the finalizer is removed'),
  RecordLost: restoreByHand,
  Suspending: cluster('the job ends, or its cluster is gone'),
  Deploying: cluster('the objects of the attempt exist'),
  TearingDown: cluster('Deployments, pods, ConfigMaps and Services of the cluster are gone'),
  IngressDue: nextRound,
  Unhealthy: nextRound,
  StuckSubmit: nextRound,
  PastTtl: nextRound,
}

/** The JobManager runs but does not list the job, so no edit can keep the state of the job. */
const missedJob = person(`read the log of the JobManager. If the job does not come back automatically: ${restoreByHand.what}`)

/** What unblocks a resource in this situation. */
export const unblockedBy = (
  situation: Situation,
  { isJobMissed, obstacles }: { readonly isJobMissed: boolean; readonly obstacles: readonly Obstacle[] },
): UnblockedBy => {
  const nameConflicts = outOfTheWay(obstacles)
  if (nameConflicts !== null) return nameConflicts
  // the first id is the row's own; the others name the rows of the tables that it used
  const [id] = rowsIn(situation.row)
  if (isJobMissed && (situation._tag === 'Settled' || id === 'edit/not-available')) return missedJob
  return situation._tag === 'Blocked' ? situation.unblockedBy : bySituation[situation._tag]
}
