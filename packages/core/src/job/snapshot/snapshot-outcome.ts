import type { ObservedHost } from '../job-round.ts'
import type { JobFacts } from '../../fact/job-facts.ts'
import type { ResourceOptions } from '../../operator-options/resource-options.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { isTerminal } from '../../resource/job-state.ts'
import type { EpochMillis } from '../../resource/time.ts'
import { type OperationOutcome, operationOutcome } from './operation-outcome.ts'
import type { SnapshotKind } from './snapshot-due.ts'
import { absenceMillis, ownJob } from '../seen/observe-job.ts'
import { gracePeriodOf, infoOf, isPending } from './snapshot-track.ts'

/** What is known of the pending snapshot of one kind. `row` names the row of the table below. */
export type SnapshotOutcome =
  | OperationOutcome
  | { readonly row: string }
    & (
      | { readonly _tag: 'NotPending' }
      /** The job that was asked is not running: given up (control-flow.md, section 6.5). */
      | { readonly _tag: 'Abandoned'; readonly reason: string }
    )

interface Inputs {
  readonly kind: SnapshotKind
  /** The status before this look: its job start time tells a restarted JobManager. */
  readonly before: JobLifecycleStatus
  /** With the job as this look shows it. */
  readonly status: JobLifecycleStatus
  readonly facts: JobFacts
  readonly host: Pick<ObservedHost, 'jobManager'>
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
 * | 5–9 | what Flink tells of the operation | `operation-outcome.ts` |
 */
export const snapshotOutcome = (inputs: Inputs): SnapshotOutcome => {
  const { kind, status, facts, host: { jobManager }, now } = inputs
  if (!isPending(status, kind)) return { _tag: 'NotPending', row: '1' }
  const { state } = status.jobStatus
  const missed = status.operatorRecord.jobMissedSince
  if (ownJob(status, facts) === undefined) {
    const isLost = isTerminal(state) || jobManager === 'MISSING' || jobManager === 'ERROR'
      || (missed !== null && now - missed >= absenceMillis)
    return isLost ? { _tag: 'Abandoned', row: '2', reason: 'the job does not run any more' } : { _tag: 'Waiting', row: '3' }
  }
  const outcome = answered(inputs)
  const isTold = outcome._tag === 'Completed' || outcome._tag === 'Failed' || (outcome._tag === 'Ask' && outcome.what === 'Operation')
  return state === 'RUNNING' || isTold ? outcome
    : { _tag: isInProgress(inputs) ? 'Abandoned' : 'Failed', row: '4', reason: `the job is ${state ?? 'not known'}` }
}

const isInProgress = ({ kind, facts }: Inputs): boolean => {
  const answer = kind === 'savepoint' ? facts.savepointOperation : facts.checkpointOperation
  return answer?._tag === 'Known' && answer.value._tag === 'InProgress'
}

const answered = ({ kind, before, status, facts, options, now }: Inputs): OperationOutcome => {
  const startedBefore = before.jobStatus.startTime
  return operationOutcome({
    kind,
    answer: kind === 'savepoint' ? facts.savepointOperation : facts.checkpointOperation,
    checkpoints: facts.checkpoints,
    now,
    askedAt: infoOf(status, kind).triggerTimestamp ?? 0,
    wasReplaced: startedBefore !== null && startedBefore !== status.jobStatus.startTime,
    gracePeriod: gracePeriodOf(options, kind),
    checkpointingTimeout: options.checkpointingTimeout,
  })
}
