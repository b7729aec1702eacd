import type { ObservedHost } from '../job-round.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import type { ResourceOptions } from '../../options/resource-options.ts'
import { type JobLifecycleStatus, isTerminal } from '../../contract/resource/job-status.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { type OperationOutcome, operationOutcome } from './operation-outcome.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { absenceMillis, ownJob } from '../observe/observe-job.ts'
import { gracePeriodOf, infoOf, isPending } from './snapshot-track.ts'

/** The outcome of the pending savepoint or checkpoint. `row` names the row of the table below. */
export type SnapshotOutcome =
  | OperationOutcome
  | { readonly row: string }
    & (
      | { readonly _tag: 'NotPending' }
      /** The job that got the request does not run any more: the operator gives up (control-flow.md, section 6.5). */
      | { readonly _tag: 'Abandoned'; readonly reason: string }
    )

interface Inputs {
  readonly kind: SnapshotKind
  /** The status before this round: a different job start time shows that the JobManager restarted. */
  readonly before: JobLifecycleStatus
  /** The status with the job as observed in this round. */
  readonly status: JobLifecycleStatus
  readonly facts: JobFacts
  readonly host: Pick<ObservedHost, 'jobManager'>
  readonly options: ResourceOptions
  readonly now: EpochMillis
}

/**
 * Derives the outcome of the pending snapshot of one kind.
 *
 * | row | observed | outcome |
 * |---|---|---|
 * | 1 | no snapshot is pending | – |
 * | 2 | Flink does not list the job; the job is terminal or missing for long, or the JobManager is missing or failed | abandoned |
 * | 3 | the job is unobservable, or missing from Flink's list for a short time | waiting: the job may still exist (P14) |
 * | 4 | the job is not RUNNING; the snapshot is in progress, or Flink does not know its id | abandoned, or failed |
 * | 5–9 | else | `operation-outcome.ts` |
 */
export const snapshotOutcome = (inputs: Inputs): SnapshotOutcome => {
  const { kind, status, facts, host: { jobManager }, now } = inputs
  if (!isPending(status, kind)) return { _tag: 'NotPending', row: '1' }
  const { state } = status.jobStatus
  const missed = status.operatorRecord.jobMissedSince
  if (ownJob(status, facts) === undefined) {
    const isLost = isTerminal(state) || jobManager === 'MISSING' || jobManager === 'ERROR'
      || (missed !== null && now - missed >= absenceMillis)
    return isLost ? { _tag: 'Abandoned', row: '2', reason: 'the job no longer runs' } : { _tag: 'Waiting', row: '3' }
  }
  const answer = answerOf(inputs)
  const isInProgress = answer?._tag === 'Known' && answer.value._tag === 'InProgress'
  // an operation that can't be observed may have completed before the job ended (P14)
  return state === 'RUNNING' || !(isInProgress || answer?._tag === 'Absent') ? answered(inputs)
    : { _tag: isInProgress ? 'Abandoned' : 'Failed', row: '4', reason: `the job is ${state ?? 'in an unknown state'}` }
}

const answerOf = ({ kind, facts }: Pick<Inputs, 'kind' | 'facts'>) =>
  kind === 'savepoint' ? facts.savepointOperation : facts.checkpointOperation

const answered = ({ kind, before, status, facts, options, now }: Inputs): OperationOutcome => {
  const startedBefore = before.jobStatus.startTime
  return operationOutcome({
    kind,
    answer: answerOf({ kind, facts }),
    checkpoints: facts.checkpoints,
    now,
    askedAt: infoOf(status, kind).triggerTimestamp ?? 0,
    wasReplaced: startedBefore !== null && startedBefore !== status.jobStatus.startTime,
    gracePeriod: gracePeriodOf(options, kind),
    checkpointingTimeout: options.checkpointingTimeout,
  })
}
