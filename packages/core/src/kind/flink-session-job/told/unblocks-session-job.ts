import { cluster, operator, person, type UnblockedBy } from '../../../round/unblocked-by.ts'
import { type BlockedRow, blockedRowsOf, nextRound, restoreByHand, unblocksJob } from '../../../job/told/unblocks-job.ts'
import type { Situation } from '../session-job-situation.ts'

/** Rows of `classify` that block, or tell that the record is lost. */
export const blockedRows: readonly BlockedRow[] = [
  ...blockedRowsOf('sessionJob'),
  { row: 'Q32', by: person('the job of that name is stopped; or pipeline.name in spec.flinkConfiguration tells the two apart') },
  { row: 'Q12', by: cluster('the job that the status does not tell of gets into a state in which it can be stopped') },
  {
    row: 'Q13',
    by: person(
      'put the status back; or stop the job that runs with a savepoint, and set spec.job.initialSavepointPath to it with a new spec.job.savepointRedeployNonce',
    ),
  },
  { row: 'Q26', by: cluster('Flink lists the job that the operator before submitted; else choose a state yourself') },
  { row: 'Q29', by: restoreByHand },
  {
    row: 'Q36',
    by: person(
      'Flink tells the state that the failed job left; where it does not, choose one yourself: spec.job.initialSavepointPath with a new spec.job.savepointRedeployNonce; or, if no state is needed, spec.job.upgradeMode: stateless',
    ),
  },
  {
    row: 'Q33',
    by: cluster('the JobManager brings the job back from high-availability metadata; a job that came to its end does not come back'),
  },
  {
    row: 'Q34',
    by: person(
      'Flink has forgotten the job, which has come to its end. To run it again: a stateless job with a new spec.restartNonce; one with state with spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce, or with spec.job.upgradeMode: stateless',
    ),
  },
  { row: 'Q38', by: restoreByHand },
  { row: 'Q39', by: cluster('Kubernetes tells the other FlinkSessionJobs of the namespace') },
  {
    row: 'Q42',
    by: cluster(
      'the JobManager lists the job that its HA metadata holds and nobody claims; where that job is not to come back, delete what status.error names',
    ),
  },
  { row: 'R2', by: restoreByHand },
  { row: 'U7', by: cluster('the change of the session cluster is over') },
  { row: 'U5', by: cluster('the job runs again; or an edit that needs no state of it (spec.job.upgradeMode: stateless)') },
]

/** One line a situation. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Blocked' | 'RecordLost' | 'WithoutCluster'>]: UnblockedBy } = {
  ...unblocksJob,
  Deleting: operator('the job is stopped; then the finalizer goes'),
  Suspending: cluster('the job ends'),
  Submitting: cluster('the jar can be fetched and is taken, and Flink lists the job'),
  Disowned: nextRound,
}

const withoutCluster: Readonly<Record<string, UnblockedBy>> = {
  SessionClusterNotFound: person('a FlinkDeployment without spec.job of that name is created: the job then goes on by itself'),
  SessionClusterUnseen: cluster('the FlinkDeployment of the session cluster can be read'),
  NotASessionCluster: person('the job is created anew, with spec.deploymentName of a FlinkDeployment without spec.job'),
  SessionClusterNotReady: cluster('the session cluster gets ready; kubectl describe its FlinkDeployment tells why it is not'),
}

/** What makes a resource in this situation go on. */
export const unblockedBy = (situation: Situation): UnblockedBy => {
  if (situation._tag === 'WithoutCluster') return withoutCluster[situation.cluster.reason] ?? cluster(situation.cluster.message)
  const [id] = situation.row.split(' ')
  const byRow = blockedRows.find(({ row }) => row === id)?.by
  if (situation._tag === 'RecordLost') return byRow ?? restoreByHand
  return situation._tag === 'Blocked' ? (byRow ?? cluster(situation.waitingFor)) : bySituation[situation._tag]
}
