import { answers, type UpgradeAnswer } from './upgrade-answer.ts'
import type { UpgradeInputs } from './upgrade-inputs.ts'

/** Is it known what the deployed job was started from? */
const isStartKnown = ({ startedFrom: { _tag } }: UpgradeInputs): boolean => _tag !== 'Unknown' && _tag !== 'InHighAvailability'

/**
 * Would HA metadata tell what the job goes on from, once its JobManager is gone? It holds a checkpoint; or it holds the counter of
 * checkpoints alone, and it is known what the job was started from (docs/adr/0033).
 */
export const isKeptByHaMetadata = (i: UpgradeInputs): boolean =>
  i.haMetadata === 'Available' && (i.haCheckpoint === 'There' || (i.haCheckpoint === 'NotYet' && isStartKnown(i)))

/** Why HA metadata that is there would not tell it. */
export const untoldByHaMetadata = ({ haCheckpoint }: UpgradeInputs): 'noCheckpoint' | 'noCheckpointYet' =>
  haCheckpoint === 'NotYet' ? 'noCheckpointYet' : 'noCheckpoint'

/**
 * The job is cancelled, where it is known what it would be restored from: what it was started from is recorded, or Flink shows a state that
 * the cancelled job leaves. Otherwise the question comes before the cancel (docs/adr/0033).
 */
export const byCancel = (i: UpgradeInputs, row: string, reason: string): UpgradeAnswer => {
  if (isStartKnown(i)) return answers.lastStateUsingCancel(row, reason)
  const { checkpointAge: shown } = i
  switch (shown._tag) {
    case 'NotLooked':
      return answers.look('Checkpoints')(row, 'does Flink show a state that the cancelled job would leave?')
    case 'Unknown':
      return answers.pendingUpgrade(row, `it could not be read which state the cancelled job would leave: ${shown.reason}`)
    case 'Known':
      return shown.isRestorable ? answers.lastStateUsingCancel(row, reason) : bySavepoint(i, row)
  }
}

/** A savepoint tells what to restore from by itself. */
const bySavepoint = (i: UpgradeInputs, row: string): UpgradeAnswer =>
  i.job === 'RUNNING' && i.savepointDirectorySet
    ? answers.savepoint(false)(
      row,
      'the job has no checkpoint yet, and it is not recorded what it was started from: a savepoint is taken instead',
    )
    : answers.checkpointNotRetained(
      row,
      'the job has no checkpoint yet, and it is not recorded what it was started from',
      true,
      'unknownStart',
    )
