import { answers, type UpgradeAnswer } from './upgrade-answer.ts'
import type { UpgradeInputs } from './upgrade-inputs.ts'

/** True if the record says what the deployed job was started from. */
const isStartKnown = ({ startedFrom: { _tag } }: UpgradeInputs): boolean => _tag !== 'Unknown' && _tag !== 'InHighAvailability'

/**
 * True if HA metadata alone would determine the job's state once its JobManager is gone. Either it holds a checkpoint, or it holds only the
 * checkpoint counter and the record says what the job was started from (docs/adr/0033).
 */
export const isKeptByHaMetadata = (i: UpgradeInputs): boolean =>
  i.haMetadata === 'Available' && (i.haCheckpoint === 'There' || (i.haCheckpoint === 'NotYet' && isStartKnown(i)))

/** The error for HA metadata that exists but does not determine the job's state. */
export const unreportedByHaMetadata = ({ haCheckpoint }: UpgradeInputs): 'noCheckpoint' | 'noCheckpointYet' =>
  haCheckpoint === 'NotYet' ? 'noCheckpointYet' : 'noCheckpoint'

/**
 * Cancels the job only if its state will be known afterwards: either the record says what it was started from, or Flink shows a state that
 * the cancelled job leaves. Otherwise the user decides before the cancel (docs/adr/0033).
 */
export const byCancel = (i: UpgradeInputs, row: string, reason: string): UpgradeAnswer => {
  if (isStartKnown(i)) return answers.lastStateUsingCancel(row, reason)
  const { checkpointAge: shown } = i
  switch (shown._tag) {
    case 'NotLooked':
      return answers.look('Checkpoints')(row, 'does Flink show a state that the cancelled job can be restored from?')
    case 'Unknown':
      return answers.pendingUpgrade(row, `the state that the cancelled job can be restored from could not be read: ${shown.reason}`)
    case 'Known':
      return shown.isRestorable ? answers.lastStateUsingCancel(row, reason) : bySavepoint(i, row)
  }
}

/** A stop with savepoint, whose path says what to restore from. */
const bySavepoint = (i: UpgradeInputs, row: string): UpgradeAnswer =>
  i.job === 'RUNNING' && i.savepointDirectorySet
    ? answers.savepoint(false)(
      row,
      'the job has no checkpoint yet, and its start state is not recorded: a savepoint is taken instead',
    )
    : answers.checkpointNotRetained(
      row,
      'the job has no checkpoint yet, and its start state is not recorded',
      true,
      'unknownStart',
    )
