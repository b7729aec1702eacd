import type { AsynchronousOperation, CheckpointView } from '../fact/flink-rest.ts'
import type { Fact } from '../fact/fact.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { ResourceOptions } from '../operator-options/resource-options.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import { isTerminal } from '../resource/job-state.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'
import type { SnapshotKind } from '../snapshot/snapshot-due.ts'
import { absenceMillis, ownJob } from './observe-job.ts'
import { gracePeriodOf, infoOf, isPending } from './snapshot-track.ts'

/** Flink remembers the outcome for 5 minutes at least (`rest.async.store-duration`): so long the same id can't take a second snapshot (trap 5 of the REST API). */
const sameIdIsSafeFor: Millis = 240_000

/** What is known of the pending snapshot of one kind. `row` names the row of the table below. */
export type SnapshotOutcome = { readonly row: string } & (
  | { readonly _tag: 'NotPending' }
  /** Nothing can be told in this look; it stays pending. */
  | { readonly _tag: 'Waiting' }
  /** Flink is asked for the operation, or for the list of checkpoints. */
  | { readonly _tag: 'Ask'; readonly what: 'Operation' | 'Checkpoints' }
  /** This JobManager does not know the id: the request may never have arrived. The same id is sent again. */
  | { readonly _tag: 'Unsent' }
  | { readonly _tag: 'Completed'; readonly location: string | null }
  /** Tried again within the grace period (control-flow.md, section 6.4). */
  | { readonly _tag: 'Failed'; readonly reason: string }
  /** The job that was asked is not running: given up (control-flow.md, section 6.5). */
  | { readonly _tag: 'Abandoned'; readonly reason: string }
)

interface Inputs {
  readonly kind: SnapshotKind
  /** The status before this look: its job start time tells a restarted JobManager. */
  readonly before: FlinkDeploymentStatus
  /** With the job as this look shows it. */
  readonly status: FlinkDeploymentStatus
  readonly facts: FlinkDeploymentFacts
  readonly options: ResourceOptions
  readonly now: EpochMillis
}

/**
 * | row | seen | outcome |
 * |---|---|---|
 * | 1 | nothing is pending | – |
 * | 2 | job terminal and not listed, JobManager missing or failed, job missed for long | abandoned |
 * | 3 | no look at the job, or it is not listed for a moment | waiting: not seen is not gone (P14) |
 * | 4 | job in another state than RUNNING | what Flink says came of it; in progress: abandoned; not known: failed |
 * | 5 | the operation, as Flink tells it | in progress, completed, failed |
 * | 6 | it could not be looked at | waiting, until it would have been over long ago |
 * | 7 | unknown, and the job has a new start time: the JobManager was replaced, and knows its own operations only (trap 6) | failed |
 * | 8 | unknown to the same JobManager, soon after the trigger | to be sent again |
 * | 9 | unknown later on | what `/checkpoints` shows since then, else failed |
 */
export const snapshotOutcome = (inputs: Inputs): SnapshotOutcome => {
  const { kind, status, facts, now } = inputs
  if (!isPending(status, kind)) return { _tag: 'NotPending', row: '1' }
  const { state } = status.jobStatus
  const missed = status.operatorRecord.jobMissedSince
  if (ownJob(status, facts) === undefined) {
    const isLost = isTerminal(state) || status.jobManagerDeploymentStatus === 'MISSING' || status.jobManagerDeploymentStatus === 'ERROR' || (missed !== null && now - missed >= absenceMillis)
    return isLost ? { _tag: 'Abandoned', row: '2', reason: 'the job does not run any more' } : { _tag: 'Waiting', row: '3' }
  }
  const outcome = answered(inputs)
  const isTold = outcome._tag === 'Completed' || outcome._tag === 'Failed' || (outcome._tag === 'Ask' && outcome.what === 'Operation')
  return state === 'RUNNING' || isTold ? outcome : { _tag: isInProgress(inputs) ? 'Abandoned' : 'Failed', row: '4', reason: `the job is ${state ?? 'not known'}` }
}

const isInProgress = ({ kind, facts }: Inputs): boolean => {
  const answer = kind === 'savepoint' ? facts.savepointOperation : facts.checkpointOperation
  return answer?._tag === 'Known' && answer.value._tag === 'InProgress'
}

const answered = (inputs: Inputs): SnapshotOutcome => {
  const { kind, facts } = inputs
  const answer = kind === 'savepoint' ? facts.savepointOperation : facts.checkpointOperation
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

const told = (kind: SnapshotKind, operation: AsynchronousOperation): SnapshotOutcome => {
  switch (operation._tag) {
    case 'InProgress':
      return { _tag: 'Waiting', row: '5' }
    case 'Completed':
      return kind === 'savepoint' && operation.location === null ? { _tag: 'Failed', row: '5', reason: 'it completed without a location' } : { _tag: 'Completed', row: '5', location: operation.location }
    case 'Failed':
      return { _tag: 'Failed', row: '5', reason: operation.causes.map(({ type, message }) => (message === '' ? type : message)).slice(0, 3).join(' -> ') }
  }
}

/** A checkpoint that takes longer than its time-out fails by itself; after that and the grace period nothing is awaited any more. */
const unseen = ({ kind, status, options, now }: Inputs, { message }: Extract<Fact<unknown>, { _tag: 'Unknown' }>): SnapshotOutcome =>
  now > askedAt(status, kind) + options.checkpointingTimeout + gracePeriodOf(options, kind)
    ? { _tag: 'Failed', row: '6', reason: `its outcome could not be read: ${message}` } : { _tag: 'Waiting', row: '6' }

const askedAt = (status: FlinkDeploymentStatus, kind: SnapshotKind): EpochMillis => infoOf(status, kind).triggerTimestamp ?? 0

const unknownThere = (inputs: Inputs): SnapshotOutcome => {
  const { kind, before, status, facts: { checkpoints }, options, now } = inputs
  const since = askedAt(status, kind)
  const startedBefore = before.jobStatus.startTime
  if (startedBefore !== null && startedBefore !== status.jobStatus.startTime) return { _tag: 'Failed', row: '7', reason: 'the JobManager was replaced' }
  if (now <= since + Math.min(gracePeriodOf(options, kind), sameIdIsSafeFor)) return { _tag: 'Unsent', row: '8' }
  switch (checkpoints?._tag) {
    case undefined:
      return { _tag: 'Ask', row: '9', what: 'Checkpoints' }
    case 'Unknown':
      return unseen(inputs, checkpoints)
    case 'Absent':
      return forgotten
    case 'Known': {
      const found = kind === 'savepoint' ? checkpoints.value.savepoint : checkpoints.value.completed
      return found !== null && isSince(found, since) && (kind === 'checkpoint' || found.externalPath !== null) ? { _tag: 'Completed', row: '9', location: found.externalPath } : forgotten
    }
  }
}

const forgotten: SnapshotOutcome = { _tag: 'Failed', row: '9', reason: 'Flink does not know it' }

const isSince = ({ triggerTimestamp, discarded }: CheckpointView, since: EpochMillis): boolean => triggerTimestamp >= since && !discarded
