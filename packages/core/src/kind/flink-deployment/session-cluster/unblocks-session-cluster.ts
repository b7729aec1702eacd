import { cluster, operator, type UnblockedBy } from '../../../contract/round/unblocked-by.ts'
import { nextRound, unblocksJob } from '../../../job/report/unblocks-job.ts'
import { outOfTheWay } from '../../../cluster/report/name-conflict-remedy.ts'
import type { Obstacle } from '../../../contract/round/obstacle.ts'
import type { SessionSituation } from './session-cluster-situation.ts'

/** What unblocks each situation that is not `Blocked`. */
const bySituation: { readonly [Tag in Exclude<SessionSituation['_tag'], 'Blocked'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: cluster(
    'its session jobs are deleted and its other jobs have ended; then the operator deletes the cluster and removes the finalizer',
  ),
  Deploying: operator('the deploy continues automatically, step by step'),
  TearingDown: operator('the cluster is being deleted, step by step'),
  IngressDue: nextRound,
  StuckSubmit: nextRound,
}

/** What unblocks a session cluster in this situation. */
export const unblockedBy = (situation: SessionSituation, obstacles: readonly Obstacle[]): UnblockedBy =>
  outOfTheWay(obstacles) ?? (situation._tag === 'Blocked' ? situation.unblockedBy : bySituation[situation._tag])
