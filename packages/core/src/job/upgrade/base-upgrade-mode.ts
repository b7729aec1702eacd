import { isTerminal } from '../../resource/job-state.ts'
import { isDefinite } from '../../resource/last-state.ts'
import { isStateless, stateKeptIn, type UpgradeMode } from '../../resource/upgrade-mode.ts'
import { byCancel, isKeptByHaMetadata } from './known-after-stop.ts'
import { answers, type UpgradeAnswer } from './upgrade-answer.ts'
import { isCancellable, type UpgradeInputs } from './upgrade-inputs.ts'

interface Row {
  readonly row: string
  readonly when: (i: UpgradeInputs) => boolean
  readonly answer: (i: UpgradeInputs, row: string) => UpgradeAnswer
}

const firstMatch = (rows: readonly Row[], otherwise: (i: UpgradeInputs) => UpgradeAnswer) => (i: UpgradeInputs): UpgradeAnswer => {
  const match = rows.find(({ when }) => when(i))
  return match === undefined ? otherwise(i) : match.answer(i, match.row)
}

export const haNeeded = (row: string, i: UpgradeInputs): UpgradeAnswer =>
  i.haMetadata === 'NotLooked'
    ? answers.look('HaMetadata')(row, 'is HA metadata of the job there?')
    : answers.unseenHaMetadata(row)

export const haUnseen = (i: UpgradeInputs): boolean => i.haMetadata === 'NotLooked' || i.haMetadata === 'Unknown'

/** Savepoint mode turns into last-state where that is allowed or the version changes (row 6). */
const turnsIntoLastState: Readonly<Record<UpgradeMode, (i: UpgradeInputs) => boolean>> = {
  stateless: () => false,
  savepoint: i => i.versionChanged || i.lastStateFallbackEnabled,
  'last-state': () => true,
}

const asLastState = (i: UpgradeInputs): boolean => turnsIntoLastState[i.requested](i)

/** Section 5.2; the rows' numbers are the document's. Row 6 is `asLastState`. */
export const baseRows: readonly Row[] = [
  {
    row: '5.2/1',
    when: i => isStateless(i.requested),
    answer: (i, row) => answers.stateless(isTerminal(i.job))(row, 'the job is stateless'),
  },
  {
    row: '5.3',
    when: i => recordedPathUse(i) === 'Unseen',
    answer: (i, row) => haNeeded(row, i),
  },
  {
    // once read and still not known (all discarded, say) it is for a person: waiting would not change it (L2, B50)
    row: '5.3/4 not read',
    when: i => recordedPathUse(i) === 'Use' && !isDefinite(i.lastState) && i.jobManager === 'READY' && i.checkpointAge._tag !== 'Known',
    answer: (_, row) => answers.pendingUpgrade(row, 'the job ended; its last checkpoint is being read'),
  },
  {
    row: '5.2/2',
    when: i => recordedPathUse(i) === 'Use' && (i.lastState._tag === 'InHighAvailability' || !isDefinite(i.lastState)),
    answer: (_, row) => answers.blocked('E1')(row),
  },
  {
    row: '5.2/3',
    when: i => recordedPathUse(i) === 'Use',
    answer: (i, row) =>
      answers.savepoint(true)(
        row,
        i.lastState._tag === 'Path' ? `the job ended and its last state is ${i.lastState.path}`
          : 'the job ended and it is known that it has no state',
      ),
  },
  {
    row: '5.2/4',
    when: i => i.job === 'CANCELLING',
    answer: (_, row) => answers.pendingCancellation(row, 'the job is being cancelled'),
  },
  {
    row: '5.2/5',
    when: i => stateKeptIn[i.requested] === 'Savepoint' && i.job === 'RUNNING',
    answer: (_, row) => answers.savepoint(false)(row, 'the job runs and can be stopped with a savepoint'),
  },
  {
    row: '5.2/7',
    when: i => !asLastState(i),
    answer: (i, row) =>
      answers.pendingUpgrade(row, `a savepoint is wanted, but the job is ${i.job ?? 'not known'} and falling back to last-state is off`),
  },
  {
    row: '5.2/8',
    when: i => i.versionChanged && i.job === 'RUNNING' && i.savepointDirectorySet,
    answer: (_, row) => answers.savepoint(false)(row, 'the Flink version changes: a savepoint carries the state over'),
  },
  {
    row: '5.2/9',
    when: i => i.versionChanged && isCancellable(i) && i.checkpointsRetainedOnCancel && tellsItsState(i),
    answer: (i, row) => byCancel(i, row, 'the Flink version changes: the cancelled job leaves its last checkpoint'),
  },
  {
    row: '5.2/10',
    when: i => i.versionChanged,
    answer: (
      i,
      row,
    ) => (i.job === 'RUNNING' && losesStateByCancel(i)
      ? answers.checkpointNotRetained(
        row,
        'HA metadata must not cross Flink versions, there is no folder for savepoints, and a cancel would throw the checkpoints away',
        false,
      )
      : answers.pendingUpgrade(row, 'HA metadata must not cross Flink versions and the job can be neither stopped nor cancelled now')),
  },
  { row: '5.2/11', when: i => i.job === 'RUNNING', answer: i => byStateAge(i) },
  { row: '5.2/12', when: i => cancelUse(i) === 'Unseen', answer: (i, row) => haNeeded(row, i) },
  {
    row: '5.2/12',
    when: i => cancelUse(i) === 'Use',
    answer: (i, row) => byCancel(i, row, 'the cancelled job leaves its last checkpoint'),
  },
]

/** Section 5.2: how can the job be stopped, wherever it runs? */
export const baseAnswer = firstMatch(
  baseRows,
  i => answers.unavailable('5.2/13', `the job is ${i.job ?? 'not known'} and can't be stopped with its state`),
)

type Use = 'Use' | 'DoNotUse' | 'Unseen'

/** Section 5.3: may the recorded path be used (B01)? Only if it is sure that no newer state exists. */
export const recordedPathUse = (i: UpgradeInputs): Use => {
  if (!isTerminal(i.job)) return 'DoNotUse'
  if (i.job === 'CANCELED' || i.jobManager === 'READY') return 'Use'
  if (haUnseen(i)) return 'Unseen'
  return i.haMetadata === 'NotAvailable' || (i.haMetadata === 'Unreadable' && isDefinite(i.lastState)) ? 'Use' : 'DoNotUse'
}

/**
 * Section 5.5: may a last-state upgrade cancel the job? Not where the cancel would throw the checkpoint away (B23). Where the wanted
 * spec has another HA service, or none, it has to: such a cluster can't read what the old one left (ours; the reference operator blocks
 * itself, F11); and where nobody but Flink can read it, nobody could tell that it is there.
 */
export const cancelUse = (i: UpgradeInputs): Use => {
  if (!isCancellable(i) || !i.checkpointsRetainedOnCancel || !tellsItsState(i)) return 'DoNotUse'
  if (i.jobCancelEnabled || !i.haOnInWanted || i.haMetadata === 'Unreadable') return 'Use'
  if (haUnseen(i)) return 'Unseen'
  return i.haMetadata === 'NotAvailable' ? 'Use' : 'DoNotUse'
}

/** A job that can be cancelled at any time, and would lose its checkpoints with that. */
const losesStateByCancel = (i: UpgradeInputs): boolean => isCancellable(i) && !i.checkpointsRetainedOnCancel

/**
 * Flink tells what a run was restored from only once it got to RUNNING: before that, a cancelled run looks like one that never had state,
 * and with high availability the cancel throws the metadata away, which alone knows better (F03).
 */
const tellsItsState = ({ haOnInDeployed, job }: UpgradeInputs): boolean => !haOnInDeployed || (job !== 'INITIALIZING' && job !== 'CREATED')

/** Section 5.4: a last-state upgrade of a RUNNING job whose last checkpoint is too old takes a savepoint instead (B16). */
const byStateAge = (i: UpgradeInputs): UpgradeAnswer => {
  const { maxCheckpointAge: maxAge, checkpointAge } = i
  const isRecent = (time: number | null): boolean => time !== null && maxAge !== null && time > i.now - maxAge
  if (maxAge === null) return lastStateOfRunning(i, '5.4/1', 'no limit to the age of the last checkpoint')
  if (isRecent(i.jobStartTime)) return lastStateOfRunning(i, '5.4/2', 'the job started within the allowed age of a checkpoint')
  if (checkpointAge._tag === 'NotLooked') return answers.look('Checkpoints')('5.4/3', 'how old is the last checkpoint?')
  if (checkpointAge._tag === 'Unknown')
    return answers.pendingUpgrade('5.4/3', `the age of the last checkpoint could not be read: ${checkpointAge.reason}`)
  if (isRecent(checkpointAge.lastCompleted)) return lastStateOfRunning(i, '5.4/3', 'the last checkpoint is recent enough')
  if (isRecent(checkpointAge.pending)) return answers.pendingUpgrade('5.4/4', 'the last checkpoint is too old, but one is in progress')
  return answers.savepoint(false)('5.4/5', 'the last checkpoint is too old: a savepoint is taken instead')
}

const lastStateOfRunning = (i: UpgradeInputs, row: string, why: string): UpgradeAnswer => {
  const use = cancelUse(i)
  if (use === 'Use') return byCancel(i, row, `${why}; the cancelled job leaves its last checkpoint`)
  if (use === 'Unseen' || (i.haOnInWanted && haUnseen(i))) return haNeeded(row, i)
  if (i.haMetadata === 'Unreadable') return answers.blocked('unreadableHa')(row)
  // what it was started from is its state as long as it runs; once its JobManager is gone nothing would tell that
  if (i.haMetadata === 'Available' && i.haOnInWanted && !isKeptByHaMetadata(i))
    return isCancellable(i) && i.checkpointsRetainedOnCancel
      ? byCancel(i, row, `${why}; it has no checkpoint yet, which the cancelled job shows`)
      : i.savepointDirectorySet
      ? answers.savepoint(false)(row, `${why}; it has no checkpoint yet: a savepoint is taken instead`)
      : answers.checkpointNotRetained(row, 'the job runs, it has no checkpoint yet, and a cancel would throw its checkpoints away', true)
  return i.haMetadata === 'Available' && i.haOnInWanted
    ? answers.lastStateUsingHaMetadata(row, `${why}; HA metadata holds it`)
    : losesStateByCancel(i)
    ? answers.checkpointNotRetained(row, "the job runs, but its HA metadata can't be used and it can't be cancelled without loss", true)
    : answers.unavailable(row, "the job runs, but its HA metadata can't be used and it can't be cancelled now")
}
