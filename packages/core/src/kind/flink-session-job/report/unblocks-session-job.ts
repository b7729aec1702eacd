import { cluster, operator, person, type UnblockedBy } from '../../../contract/round/unblocked-by.ts'
import { nextRound, restoreByHand, unblocksJob } from '../../../job/report/unblocks-job.ts'
import type { Situation } from '../session-job-situation.ts'

/** What unblocks each situation that is not `Blocked`. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Blocked' | 'RecordLost' | 'WithoutCluster'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: operator('the job is stopped; then the finalizer is removed'),
  Suspending: cluster('the job ends'),
  Submitting: cluster('the jar can be fetched, Flink accepts it and lists the job'),
  Disowned: nextRound,
}

const withoutCluster: Readonly<Record<string, UnblockedBy>> = {
  SessionClusterNotFound: person('create a FlinkDeployment of that name without spec.job: the job then continues automatically'),
  SessionClusterUnseen: cluster('the FlinkDeployment of the session cluster can be read'),
  NotASessionCluster: person('create the FlinkSessionJob again, with spec.deploymentName of a FlinkDeployment without spec.job'),
  SessionClusterNotReady: cluster('the session cluster becomes ready; kubectl describe of its FlinkDeployment shows why it is not'),
}

/** The status records no job, and one of this resource is alive. */
const stopOrRestore = person(
  'restore the status; or stop the running job with a savepoint, and set spec.job.initialSavepointPath to it with a new spec.job.savepointRedeployNonce',
)

/** What unblocks a resource in this situation. */
export const unblockedBy = (situation: Situation): UnblockedBy => {
  if (situation._tag === 'WithoutCluster') return withoutCluster[situation.cluster.reason] ?? cluster(situation.cluster.message)
  if (situation._tag === 'RecordLost') return situation.row === 'record-lost/job-alive' ? stopOrRestore : restoreByHand
  return situation._tag === 'Blocked' ? situation.unblockedBy : bySituation[situation._tag]
}
