import type { Fact } from '../../contract/fact/fact.ts'
import type { AsynchronousOperation, CheckpointStatistics, CheckpointView } from '../../contract/fact/flink-rest.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { SnapshotKind } from './snapshot-due.ts'

/**
 * Flink remembers the outcome for at least 5 minutes (`rest.async.store-duration`). Until then a request with the same id can't take a
 * second snapshot (trap 5 of the REST API).
 */
const sameIdIsSafeFor: Millis = 240_000

/** The outcome of a requested snapshot, as Flink reports it for its trigger id. `row` names the row of the table below. */
export type OperationOutcome =
  & { readonly row: string }
  & (
    /** The outcome is not known in this round: the snapshot stays pending. */
    | { readonly _tag: 'Waiting' }
    /** The operator has to query the operation or the list of checkpoints. */
    | { readonly _tag: 'Ask'; readonly what: 'Operation' | 'Checkpoints' }
    /** The JobManager does not know the id, because the request may not have arrived: the operator sends the same id again. */
    | { readonly _tag: 'Unsent' }
    /** Flink reports the location of a savepoint, but only the number of a checkpoint. */
    | { readonly _tag: 'Completed'; readonly location: string | null; readonly checkpointId: number | null }
    /** This id will never complete: a retry needs a new one (trap 4 of the REST API). */
    | { readonly _tag: 'Failed'; readonly reason: string }
  )

export interface OperationInputs {
  readonly kind: SnapshotKind
  readonly answer: Fact<AsynchronousOperation> | undefined
  readonly checkpoints: Fact<CheckpointStatistics> | undefined
  readonly askedAt: EpochMillis
  /** True if the start time of the job changed since the request. */
  readonly wasReplaced: boolean
  readonly gracePeriod: Millis
  readonly checkpointingTimeout: Millis
  readonly now: EpochMillis
}

/**
 * Derives the outcome of a requested snapshot.
 *
 * | row | observed | outcome |
 * |---|---|---|
 * | 5 | Flink reports the operation | in progress, completed, failed |
 * | 6 | the operation is unobservable | waiting; failed once the operation must be over |
 * | 7 | Flink does not know the id, and the job has a new start time: the new JobManager knows only its own operations (trap 6) | failed |
 * | 8 | the same JobManager does not know the id, soon after the trigger | the operator sends the same id again |
 * | 9 | the same JobManager does not know the id, later | completed if `/checkpoints` lists a snapshot since the trigger, else failed |
 */
export const operationOutcome = (inputs: OperationInputs): OperationOutcome => {
  const { kind, answer } = inputs
  switch (answer?._tag) {
    case undefined:
      return { _tag: 'Ask', row: '5', what: 'Operation' }
    case 'Known':
      return reported(kind, answer.value)
    case 'Unknown':
      return unseen(inputs, answer)
    case 'Absent':
      return unknownThere(inputs)
  }
}

const reported = (kind: SnapshotKind, operation: AsynchronousOperation): OperationOutcome => {
  switch (operation._tag) {
    case 'InProgress':
      return { _tag: 'Waiting', row: '5' }
    case 'Completed':
      return kind === 'savepoint' && operation.location === null
        ? { _tag: 'Failed', row: '5', reason: 'the savepoint completed without a location' }
        : { _tag: 'Completed', row: '5', location: operation.location, checkpointId: operation.checkpointId }
    case 'Failed':
      return {
        _tag: 'Failed',
        row: '5',
        reason: operation.causes.map(({ type, message }) => (message === '' ? type : message)).slice(0, 3).join(' -> '),
      }
  }
}

/** True once the operator stops waiting: Flink fails a checkpoint after the checkpointing timeout; the grace period is added to it. */
export const isOverdue = (
  { askedAt, checkpointingTimeout, gracePeriod, now }: Pick<OperationInputs, 'askedAt' | 'checkpointingTimeout' | 'gracePeriod' | 'now'>,
): boolean => now > askedAt + checkpointingTimeout + gracePeriod

const unseen = (inputs: OperationInputs, { message }: Extract<Fact<unknown>, { _tag: 'Unknown' }>): OperationOutcome =>
  isOverdue(inputs) ? { _tag: 'Failed', row: '6', reason: `the outcome could not be observed: ${message}` } : { _tag: 'Waiting', row: '6' }

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

const forgotten: OperationOutcome = { _tag: 'Failed', row: '9', reason: 'Flink does not know the operation' }

const isSince = ({ triggerTimestamp, discarded }: CheckpointView, since: EpochMillis): boolean => triggerTimestamp >= since && !discarded
