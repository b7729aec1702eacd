import { isTerminal } from '../../contract/resource/job-status.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import { isStateless, stateKeptIn, type UpgradeMode } from '../../contract/resource/upgrade-mode.ts'
import { firstMatch, type Row, type RowText } from '../../contract/round/row.ts'
import { byCancel, isKeptByHaMetadata } from './restore-job.ts'
import { answers, type UpgradeAnswer } from './upgrade-answer.ts'
import { isCancellable, type UpgradeInputs } from './upgrade-inputs.ts'

interface UpgradeRow extends Row<[UpgradeInputs], true> {
  /** `row`: the row's own id. */
  readonly answer: (i: UpgradeInputs, row: string) => UpgradeAnswer
}

export const haNeeded = (row: string, i: UpgradeInputs): UpgradeAnswer =>
  i.haMetadata === 'NotLooked'
    ? answers.look('HaMetadata')(row, 'does HA metadata of the job exist?')
    : answers.unseenHaMetadata(row)

export const haUnseen = (i: UpgradeInputs): boolean => i.haMetadata === 'NotLooked' || i.haMetadata === 'Unknown'

/** Savepoint mode falls back to last-state where that is allowed, or if the Flink version changes (row 6). */
const turnsIntoLastState: Readonly<Record<UpgradeMode, (i: UpgradeInputs) => boolean>> = {
  stateless: () => false,
  savepoint: i => i.versionChanged || i.lastStateFallbackEnabled,
  'last-state': () => true,
}

const asLastState = (i: UpgradeInputs): boolean => turnsIntoLastState[i.requested](i)

/** Section 5.2, with the row numbers of that document. Row 6 is `asLastState`. */
export const baseRows: readonly UpgradeRow[] = [
  {
    id: 'upgrade-mode/stateless',
    when: 'the job is stateless',
    holds: i => isStateless(i.requested),
    answer: (i, row) => answers.stateless(isTerminal(i.job))(row, 'the job is stateless'),
  },
  {
    id: 'upgrade-mode/recorded-path-unseen',
    when: 'the job has ended, and whether HA metadata is newer than the recorded path is not known yet',
    holds: i => recordedPathUse(i) === 'Unseen',
    answer: (i, row) => haNeeded(row, i),
  },
  {
    // once read and still unknown (all discarded, say) the user has to decide: waiting would not change it (L2, B50)
    id: 'upgrade-mode/last-checkpoint-unread',
    when: 'the job has ended, and its last checkpoint is being read',
    holds: i => recordedPathUse(i) === 'Use' && !isDefinite(i.lastState) && i.jobManager === 'READY' && i.checkpointAge._tag !== 'Known',
    answer: (_, row) => answers.pendingUpgrade(row, 'the job ended; its last checkpoint is being read'),
  },
  {
    id: 'upgrade-mode/ended-state-unknown',
    when: 'the job has ended, and its last state is unknown',
    holds: i => recordedPathUse(i) === 'Use' && (i.lastState._tag === 'InHighAvailability' || !isDefinite(i.lastState)),
    answer: (_, row) => answers.blocked('E1')(row),
  },
  {
    id: 'upgrade-mode/ended-state-known',
    when: 'the job has ended, and its last state is known',
    holds: i => recordedPathUse(i) === 'Use',
    answer: (i, row) =>
      answers.savepoint(true)(
        row,
        i.lastState._tag === 'Path' ? `the job ended and its last state is ${i.lastState.path}`
          : 'the job ended, and it has no state',
      ),
  },
  {
    id: 'upgrade-mode/cancelling',
    when: 'the job is being cancelled',
    holds: i => i.job === 'CANCELLING',
    answer: (_, row) => answers.pendingCancellation(row, 'the job is being cancelled'),
  },
  {
    id: 'upgrade-mode/savepoint',
    when: 'savepoint mode, and the job is RUNNING',
    holds: i => stateKeptIn[i.requested] === 'Savepoint' && i.job === 'RUNNING',
    answer: (_, row) => answers.savepoint(false)(row, 'the job runs and can be stopped with a savepoint'),
  },
  {
    id: 'upgrade-mode/savepoint-required',
    when: 'a savepoint is required, and the last-state fallback is disabled',
    holds: i => !asLastState(i),
    answer: (i, row) =>
      answers.pendingUpgrade(
        row,
        `a savepoint is required, but the job is ${i.job ?? 'not known'} and the last-state fallback is disabled`,
      ),
  },
  {
    id: 'upgrade-mode/new-version-savepoint',
    when: 'the Flink version changes, the job is RUNNING, and a savepoint directory is configured',
    holds: i => i.versionChanged && i.job === 'RUNNING' && i.savepointDirectorySet,
    answer: (_, row) => answers.savepoint(false)(row, 'the Flink version changes: a savepoint carries the state over'),
  },
  {
    id: 'upgrade-mode/new-version-cancel',
    when: 'the Flink version changes, and a cancelled job leaves its last checkpoint',
    holds: i => i.versionChanged && isCancellable(i) && i.checkpointsRetainedOnCancel && reportsItsState(i),
    answer: (i, row) => byCancel(i, row, 'the Flink version changes: the cancelled job leaves its last checkpoint'),
  },
  {
    id: 'upgrade-mode/new-version-wait',
    when: 'the Flink version changes, and the job can be neither stopped nor cancelled with its state',
    holds: i => i.versionChanged,
    answer: (
      i,
      row,
    ) => (i.job === 'RUNNING' && losesStateByCancel(i)
      ? answers.checkpointNotRetained(
        row,
        'HA metadata must not cross Flink versions, no savepoint directory is configured, and a cancel would delete the checkpoints',
        false,
      )
      : answers.pendingUpgrade(row, 'HA metadata must not cross Flink versions and the job can be neither stopped nor cancelled now')),
  },
  {
    id: 'upgrade-mode/by-checkpoint-age',
    when: 'the job is RUNNING: by the age of its last checkpoint',
    holds: i => i.job === 'RUNNING',
    answer: i => byStateAge(i),
  },
  {
    id: 'upgrade-mode/cancel-unseen',
    when: 'whether the job has to be cancelled depends on HA metadata that is not known yet',
    holds: i => cancelUse(i) === 'Unseen',
    answer: (i, row) => haNeeded(row, i),
  },
  {
    id: 'upgrade-mode/cancel',
    when: 'the job can be cancelled, and leaves its last checkpoint',
    holds: i => cancelUse(i) === 'Use',
    answer: (i, row) => byCancel(i, row, 'the cancelled job leaves its last checkpoint'),
  },
]

/** The rows of `byStateAge`, and the last one of section 5.2. */
export const checkpointAgeRows: readonly RowText[] = [
  { id: 'checkpoint-age/no-limit', when: 'no limit to the age of the last checkpoint is set' },
  { id: 'checkpoint-age/job-is-young', when: 'the job started within the allowed age of a checkpoint' },
  { id: 'checkpoint-age/last-checkpoint', when: 'the last checkpoint is recent enough, or its age is not known yet' },
  { id: 'checkpoint-age/checkpoint-in-progress', when: 'the last checkpoint is too old, but one is in progress' },
  { id: 'checkpoint-age/too-old', when: 'the last checkpoint is too old: a savepoint is taken instead' },
  { id: 'upgrade-mode/none', when: "the job can't be stopped with its state in any mode" },
]

/** Section 5.2: how the job can be stopped, wherever it runs. */
export const baseAnswer = (i: UpgradeInputs): UpgradeAnswer => {
  const row = firstMatch(baseRows, i)?.row
  return row === undefined
    ? answers.unavailable('upgrade-mode/none', `the job is ${i.job ?? 'not known'} and can't be stopped with its state`)
    : row.answer(i, row.id)
}

type Use = 'Use' | 'DoNotUse' | 'Unseen'

/** Section 5.3: whether the recorded path may be used (B01). Only if no newer state can exist. */
export const recordedPathUse = (i: UpgradeInputs): Use => {
  if (!isTerminal(i.job)) return 'DoNotUse'
  if (i.job === 'CANCELED' || i.jobManager === 'READY') return 'Use'
  if (haUnseen(i)) return 'Unseen'
  return i.haMetadata === 'NotAvailable' || (i.haMetadata === 'Unreadable' && isDefinite(i.lastState)) ? 'Use' : 'DoNotUse'
}

/**
 * Section 5.5: whether a last-state upgrade may cancel the job. It may not if the cancel would delete the checkpoint (B23). It has to if
 * the desired spec has another HA service, or none, because the new cluster can't read the old HA metadata (our rule; the reference
 * operator blocks itself, F11). It also has to if only Flink can read the HA metadata, because then the operator can't check that it
 * exists.
 */
export const cancelUse = (i: UpgradeInputs): Use => {
  if (!isCancellable(i) || !i.checkpointsRetainedOnCancel || !reportsItsState(i)) return 'DoNotUse'
  if (i.jobCancelEnabled || !i.haOnInWanted || i.haMetadata === 'Unreadable') return 'Use'
  if (haUnseen(i)) return 'Unseen'
  return i.haMetadata === 'NotAvailable' ? 'Use' : 'DoNotUse'
}

/** True if the job can be cancelled now, but would lose its checkpoints. */
const losesStateByCancel = (i: UpgradeInputs): boolean => isCancellable(i) && !i.checkpointsRetainedOnCancel

/**
 * True if Flink can report the run's state. Flink reports what a run was restored from only once it has been RUNNING. Before that, a
 * cancelled run looks like one that never had state, and with high availability the cancel deletes the metadata that knows better (F03).
 */
const reportsItsState = ({ haOnInDeployed, job }: UpgradeInputs): boolean =>
  !haOnInDeployed || (job !== 'INITIALIZING' && job !== 'CREATED')

/** Section 5.4: a last-state upgrade of a RUNNING job whose last checkpoint is too old takes a savepoint instead (B16). */
const byStateAge = (i: UpgradeInputs): UpgradeAnswer => {
  const { maxCheckpointAge: maxAge, checkpointAge } = i
  const isRecent = (time: number | null): boolean => time !== null && maxAge !== null && time > i.now - maxAge
  if (maxAge === null) return lastStateOfRunning(i, 'checkpoint-age/no-limit', 'no limit to the age of the last checkpoint')
  if (isRecent(i.jobStartTime))
    return lastStateOfRunning(i, 'checkpoint-age/job-is-young', 'the job started within the allowed age of a checkpoint')
  if (checkpointAge._tag === 'NotLooked')
    return answers.look('Checkpoints')('checkpoint-age/last-checkpoint', 'how old is the last checkpoint?')
  if (checkpointAge._tag === 'Unknown')
    return answers.pendingUpgrade(
      'checkpoint-age/last-checkpoint',
      `the age of the last checkpoint could not be read: ${checkpointAge.reason}`,
    )
  if (isRecent(checkpointAge.lastCompleted))
    return lastStateOfRunning(i, 'checkpoint-age/last-checkpoint', 'the last checkpoint is recent enough')
  if (isRecent(checkpointAge.pending))
    return answers.pendingUpgrade('checkpoint-age/checkpoint-in-progress', 'the last checkpoint is too old, but one is in progress')
  return answers.savepoint(false)('checkpoint-age/too-old', 'the last checkpoint is too old: a savepoint is taken instead')
}

const lastStateOfRunning = (i: UpgradeInputs, row: string, why: string): UpgradeAnswer => {
  const use = cancelUse(i)
  if (use === 'Use') return byCancel(i, row, `${why}; the cancelled job leaves its last checkpoint`)
  if (use === 'Unseen' || (i.haOnInWanted && haUnseen(i))) return haNeeded(row, i)
  if (i.haMetadata === 'Unreadable') return answers.blocked('unreadableHa')(row)
  // while it runs, its state is what it was started from; once its JobManager is gone nothing would show that
  if (i.haMetadata === 'Available' && i.haOnInWanted && !isKeptByHaMetadata(i))
    return isCancellable(i) && i.checkpointsRetainedOnCancel
      ? byCancel(i, row, `${why}; it has no checkpoint yet, and the cancelled job will show that`)
      : i.savepointDirectorySet
      ? answers.savepoint(false)(row, `${why}; it has no checkpoint yet: a savepoint is taken instead`)
      : answers.checkpointNotRetained(row, 'the job runs, it has no checkpoint yet, and a cancel would delete its checkpoints', true)
  return i.haMetadata === 'Available' && i.haOnInWanted
    ? answers.lastStateUsingHaMetadata(row, `${why}; HA metadata holds it`)
    : losesStateByCancel(i)
    ? answers.checkpointNotRetained(row, "the job runs, but its HA metadata can't be used and it can't be cancelled without loss", true)
    : answers.unavailable(row, "the job runs, but its HA metadata can't be used and it can't be cancelled now")
}
