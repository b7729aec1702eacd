import type { Fact } from '../../fact/fact.ts'
import type { AsynchronousOperation, CheckpointStatistics, CheckpointView } from '../../fact/flink-rest.ts'
import type { EpochMillis, Millis } from '../../resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'

/**
 * Flink remembers the outcome for 5 minutes at least (`rest.async.store-duration`): so long the same id can't take a second snapshot (trap
 * 5 of the REST API).
 */
const sameIdIsSafeFor: Millis = 240_000

/** What Flink tells of a snapshot that was asked for by its id. `row` names the row of the table below. */
export type OperationOutcome =
  & { readonly row: string }
  & (
    /** Nothing can be told in this look; it stays pending. */
    | { readonly _tag: 'Waiting' }
    /** Flink is asked for the operation, or for the list of checkpoints. */
    | { readonly _tag: 'Ask'; readonly what: 'Operation' | 'Checkpoints' }
    /** This JobManager does not know the id: the request may never have arrived. The same id is sent again. */
    | { readonly _tag: 'Unsent' }
    /** A checkpoint tells its number, a savepoint its location. */
    | { readonly _tag: 'Completed'; readonly location: string | null; readonly checkpointId: number | null }
    /** This id will never complete: only a new one can be tried (trap 4 of the REST API). */
    | { readonly _tag: 'Failed'; readonly reason: string }
  )

export interface OperationInputs {
  readonly kind: SnapshotKind
  readonly answer: Fact<AsynchronousOperation> | undefined
  readonly checkpoints: Fact<CheckpointStatistics> | undefined
  readonly askedAt: EpochMillis
  /** Has the job another start time than when it was asked? */
  readonly wasReplaced: boolean
  readonly gracePeriod: Millis
  readonly checkpointingTimeout: Millis
  readonly now: EpochMillis
}

/**
 * | row | seen | outcome |
 * |---|---|---|
 * | 5 | the operation, as Flink tells it | in progress, completed, failed |
 * | 6 | it could not be looked at | waiting, until it would have been over long ago |
 * | 7 | unknown, and the job has a new start time: the JobManager was replaced, and knows its own operations only (trap 6) | failed |
 * | 8 | unknown to the same JobManager, soon after the trigger | to be sent again |
 * | 9 | unknown later on | what `/checkpoints` shows since then, else failed |
 */
export const operationOutcome = (inputs: OperationInputs): OperationOutcome => {
  const { kind, answer } = inputs
  switch (answer?._tag) {
    case undefined:
      return { _tag: 'Ask', row: '5', what: 'Operation' }
    case 'Known':
      return told(kind, answer.value)
    case 'Unknown':
      return unseen(inputs, answer)
    case 'Absent':
      return unknownThere(inputs)
  }
}

const told = (kind: SnapshotKind, operation: AsynchronousOperation): OperationOutcome => {
  switch (operation._tag) {
    case 'InProgress':
      return { _tag: 'Waiting', row: '5' }
    case 'Completed':
      return kind === 'savepoint' && operation.location === null
        ? { _tag: 'Failed', row: '5', reason: 'it completed without a location' }
        : { _tag: 'Completed', row: '5', location: operation.location, checkpointId: operation.checkpointId }
    case 'Failed':
      return {
        _tag: 'Failed',
        row: '5',
        reason: operation.causes.map(({ type, message }) => (message === '' ? type : message)).slice(0, 3).join(' -> '),
      }
  }
}

/** A checkpoint that takes longer than its time-out fails by itself; after that and the grace period nothing is awaited any more. */
export const isOverdue = (
  { askedAt, checkpointingTimeout, gracePeriod, now }: Pick<OperationInputs, 'askedAt' | 'checkpointingTimeout' | 'gracePeriod' | 'now'>,
): boolean => now > askedAt + checkpointingTimeout + gracePeriod

const unseen = (inputs: OperationInputs, { message }: Extract<Fact<unknown>, { _tag: 'Unknown' }>): OperationOutcome =>
  isOverdue(inputs) ? { _tag: 'Failed', row: '6', reason: `its outcome could not be read: ${message}` } : { _tag: 'Waiting', row: '6' }

const unknownThere = (inputs: OperationInputs): OperationOutcome => {
  const { kind, checkpoints, askedAt, wasReplaced, gracePeriod, now } = inputs
  if (wasReplaced) return { _tag: 'Failed', row: '7', reason: 'the JobManager was replaced' }
  if (now <= askedAt + Math.min(gracePeriod, sameIdIsSafeFor)) return { _tag: 'Unsent', row: '8' }
  switch (checkpoints?._tag) {
    case undefined:
      return { _tag: 'Ask', row: '9', what: 'Checkpoints' }
    case 'Unknown':
      return unseen(inputs, checkpoints)
    case 'Absent':
      return forgotten
    case 'Known': {
      const found = kind === 'savepoint' ? checkpoints.value.savepoint : checkpoints.value.completed
      return found !== null && isSince(found, askedAt) && (kind === 'checkpoint' || found.externalPath !== null)
        ? { _tag: 'Completed', row: '9', location: found.externalPath, checkpointId: found.id } : forgotten
    }
  }
}

const forgotten: OperationOutcome = { _tag: 'Failed', row: '9', reason: 'Flink does not know it' }

const isSince = ({ triggerTimestamp, discarded }: CheckpointView, since: EpochMillis): boolean => triggerTimestamp >= since && !discarded
