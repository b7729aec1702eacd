import { cluster, operator, person, type UnblockedBy } from '../../round/unblocked-by.ts'
import type { Situation } from './state-snapshot-situation.ts'
import type { FlinkStateSnapshotStatus, SnapshotState } from './flink-state-snapshot.ts'

const nextRound = operator('the next round goes on by itself')
const another = person('another FlinkStateSnapshot: this one is never tried again')
const atTheBound = 'after kubernetes.operator.resource.cleanup.timeout the resource goes and its files stay'

/** Of a snapshot that is over, by its state. */
const byState: { readonly [State in Exclude<SnapshotState, 'TRIGGER_PENDING' | 'IN_PROGRESS'>]: UnblockedBy } = {
  COMPLETED: person('its deletion: nothing else is to be done'),
  FAILED: another,
  ABANDONED: another,
}

/** Rows of `classify` and `classifyDeletion` in which the snapshot waits, one line each. */
export const waitingRows: Readonly<Record<string, UnblockedBy>> = {
  N4: cluster('the job and its resource are seen again; an outcome that is not known in time is a failed attempt'),
  N5: person('an edit of the spec'),
  N8: cluster('Kubernetes tells the FlinkDeployment of the snapshot, and it can be read'),
  N9: person('the FlinkDeployment that spec.jobReference names is created, or spec.jobReference names another one'),
  N11: cluster('the job runs'),
  N13: cluster('Flink shows the job running'),
  X1: cluster('the finalizers of others go'),
  X5: cluster(`Kubernetes tells all FlinkDeployments and FlinkStateSnapshots of the namespace, and they can be read; ${atTheBound}`),
  X6: person(`nobody needs the path any more: what needs it is deleted, or goes on from another state; ${atTheBound}`),
  X8: cluster(`the job runs, so that its JobManager can dispose of the files; ${atTheBound}`),
}

/** One line a situation; null: its row tells. */
const bySituation: { readonly [Tag in Exclude<Situation['_tag'], 'Over'>]: UnblockedBy | null } = {
  NeedsFacts: cluster('Kubernetes and Flink answer what is asked'),
  NotYetOurs: nextRound,
  Invalid: null,
  Unreadable: person(
    "run the version of the operator that wrote what can't be read, or mend it (kubectl edit --subresource=status), or delete the resource",
  ),
  ExistsAlready: nextRound,
  RetryLater: operator('the time of the next attempt comes'),
  JobEnded: nextRound,
  Waiting: null,
  Impossible: person('what the attempt lacks, as the reason says'),
  TriggerDue: nextRound,
  SendAgain: nextRound,
  UnderWay: cluster('Flink completes it, or says that it failed'),
  Releasable: nextRound,
  DisposalDue: nextRound,
  DisposalBlocked: null,
}

/** What makes a snapshot in this situation go on. */
export const unblockedBy = (situation: Situation, { state, triggerId }: FlinkStateSnapshotStatus): UnblockedBy => {
  if (state === 'IN_PROGRESS' && triggerId === null && situation._tag === 'Waiting')
    return person('it is deleted, and another one created: nobody knows its trigger id')
  const byRow = waitingRows[situation.row] ?? cluster(situation.reason)
  if (situation._tag !== 'Over') return bySituation[situation._tag] ?? byRow
  return situation.row === 'X1' || state === 'TRIGGER_PENDING' || state === 'IN_PROGRESS' ? byRow : byState[state]
}
