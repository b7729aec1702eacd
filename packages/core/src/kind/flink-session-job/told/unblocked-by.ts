import { cluster, operator, person, type UnblockedBy } from '../../../round/unblocked-by.ts'
import type { Situation } from '../situation.ts'

const restoreByHand = person(
  'choose a state yourself: set spec.job.initialSavepointPath and a new spec.job.savepointRedeployNonce; or, if no state is needed, spec.job.upgradeMode: stateless',
)

/** Rows of `classify` that block, or tell that the record is lost. */
export const blockedRows: readonly { readonly row: string; readonly by: UnblockedBy }[] = [
  { row: 'Q32', by: person('the job of that name is stopped; or pipeline.name in spec.flinkConfiguration tells the two apart') },
  { row: 'Q12', by: cluster('the job that the status does not tell of gets into a state in which it can be stopped') },
  {
    row: 'Q13',
    by: person(
      'put the status back; or stop the job that runs with a savepoint, and set spec.job.initialSavepointPath to it with a new spec.job.savepointRedeployNonce',
    ),
  },
  {
    row: 'Q20',
    by: cluster('the savepoint completes or fails; kubernetes.operator.job.upgrade.ignore-pending-savepoint: true does not wait for it'),
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
  { row: 'R2', by: restoreByHand },
  { row: 'R3', by: restoreByHand },
  { row: 'U1', by: operator('the time of the next attempt comes; a new edit is tried at once') },
  { row: 'U4', by: restoreByHand },
  { row: 'U7', by: cluster('the change of the session cluster is over') },
  { row: 'U5', by: cluster('the job runs again; or an edit that needs no state of it (spec.job.upgradeMode: stateless)') },
]

const nextRound = operator('the next round goes on by itself')
const edit = person('an edit of the spec')

/** One line a situation. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Blocked' | 'RecordLost' | 'WithoutCluster'>]: UnblockedBy } = {
  NeedsFacts: cluster('Kubernetes and Flink answer what is asked'),
  Deleting: operator('the job is stopped; then the finalizer goes'),
  NotYetOurs: nextRound,
  Unmanageable: person(
    "run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status), or delete the resource",
  ),
  InvalidFromTheStart: edit,
  Paused: person(
    'take the annotation flinkdeployment.flink.apache.org/pause away, or wait for the time that it names; a deletion goes on all the same',
  ),
  Suspending: cluster('the job ends'),
  Submitting: cluster('the jar can be fetched and is taken, and Flink lists the job'),
  FirstSubmit: nextRound,
  AdoptedCancel: nextRound,
  AdoptedRollback: nextRound,
  AlreadySubmitted: nextRound,
  RestoreDue: nextRound,
  SuspendedToRecord: nextRound,
  UpgradeDue: nextRound,
  ScaleDue: nextRound,
  RedeployDue: nextRound,
  RollbackDue: nextRound,
  RunsWhatIsWanted: nextRound,
  StartAgain: nextRound,
  Snapshot: nextRound,
  StrayJob: nextRound,
  Disowned: nextRound,
  Settled: edit,
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
