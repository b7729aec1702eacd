import { unknown } from '../../fact/fact.ts'
import { formatInstant, parseInstant } from '../../codec/instant.ts'
import type { Env } from '../../env.ts'
import type { FlinkStateSnapshotFacts } from '../../fact/flink-state-snapshot-facts.ts'
import type { Recorded } from '../../resource/resource.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { clockTolerance, type Millis } from '../../resource/time.ts'
import { isOverdue, type OperationOutcome, operationOutcome } from '../../job/snapshot/operation-outcome.ts'
import { abandoned, completed, failed, longestDelay } from './state-snapshot-outcome.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'
import { withStatus } from './state-snapshot-status-change.ts'
import { type TargetJob, targetJob } from './target-job.ts'

/** Folds what was seen into the recorded status (session-snapshot-bluegreen.md, section 3.3). It changes nothing in the world. */
export const observe = (
  desired: SnapshotDesired,
  recorded: Recorded<FlinkStateSnapshotStatus>,
  facts: FlinkStateSnapshotFacts,
  env: Env,
): SnapshotObserved => {
  const job = targetJob(desired.spec.jobReference, facts, env)
  const before = { recorded, facts, job, status: notAhead(recorded.status, env), outcome: null }
  return desired.unread.length === 0 && recorded.status.state === 'IN_PROGRESS' && recorded.status.triggerId !== null
    ? follow(desired, before, env) : before
}

/** Moments of a clock that was ahead count as now, and the next attempt waits no longer than one that fails now (F15). */
const notAhead = (status: FlinkStateSnapshotStatus, { now }: Env): FlinkStateSnapshotStatus => {
  const { triggerTimestamp, operatorRecord: { retryAt } } = status
  const asked = triggerTimestamp === null ? null : parseInstant(triggerTimestamp)
  return withStatus(status, {
    ...(asked !== null && asked > now + clockTolerance ? { triggerTimestamp: formatInstant(now) } : {}),
    ...(retryAt !== null && retryAt > now + longestDelay + clockTolerance ? { record: { retryAt: now + longestDelay } } : {}),
  })
}

/**
 * | row | what is seen of the attempt that is under way | then |
 * |---|---|---|
 * | O1 | its job's resource is gone | abandoned |
 * | O2 | the job was replaced by another one, or has ended with nothing to bring it back | abandoned: nobody can tell any more (E-19) |
 * | O3 | job not seen, starting, stopping | waiting; after time-out and grace period a failed attempt (E-17, E-18) |
 * | O4 | what Flink tells: `operation-outcome.ts` | completed, failed, waiting, to be sent again |
 * | O5 | a checkpoint is complete, its path is not known yet | its details are looked at; without them the path stays empty |
 */
const follow = (desired: SnapshotDesired, observed: SnapshotObserved, env: Env): SnapshotObserved => {
  const { status, job } = observed
  const { jobId: asked } = status.operatorRecord
  switch (job._tag) {
    case 'NotLookedAt':
      return observed
    case 'Gone':
      return { ...observed, status: abandoned(status, goneText(desired), env) }
    case 'Ended':
      return { ...observed, status: abandoned(status, endedText(desired, job.reason), env) }
    case 'Unseen':
    case 'Unsettled':
      return isLate(status, env)
        ? { ...observed, status: failed(status, desired.spec.backoffLimit, `its outcome could not be read: ${job.reason}`, env) } : observed
    case 'Running':
      return asked !== null && asked !== job.jobId
        ? { ...observed, status: abandoned(status, endedText(desired, `job ${asked} was replaced by job ${job.jobId}`), env) }
        : told(desired, observed, job, env)
  }
}

/** Configuration can't be read while the job is not seen: Flink's default time-out, and a minute. */
const isLate = (status: FlinkStateSnapshotStatus, { now }: Env): boolean =>
  isOverdue({ askedAt: askedAt(status), checkpointingTimeout: 600_000, gracePeriod: 60_000, now })

const askedAt = ({ triggerTimestamp }: FlinkStateSnapshotStatus): number =>
  (triggerTimestamp === null ? null : parseInstant(triggerTimestamp)) ?? 0

const told = (
  desired: SnapshotDesired,
  observed: SnapshotObserved,
  { options, jobId }: Extract<TargetJob, { _tag: 'Running' }>,
  env: Env,
): SnapshotObserved => {
  const { status, facts } = observed
  const { kind } = desired
  const own = facts.jobs?._tag === 'Known' ? facts.jobs.value.find(it => it.jobId === jobId) : undefined
  const { jobStartTime } = status.operatorRecord
  const answer = kind === 'savepoint' ? facts.savepointOperation : facts.checkpointOperation
  // an id that is not known says nothing without the job beside it: was the JobManager replaced?
  const isTold = answer?._tag !== 'Absent' || own !== undefined
  const outcome = operationOutcome({
    kind,
    answer: isTold ? answer : unknown('NotReady', 'the job is not listed', env.now),
    checkpoints: facts.checkpoints,
    askedAt: askedAt(status),
    now: env.now,
    wasReplaced: own !== undefined && jobStartTime !== null && own.startTime !== jobStartTime,
    gracePeriod: kind === 'savepoint' ? options.savepointTriggerGracePeriod : options.checkpointTriggerGracePeriod,
    checkpointingTimeout: options.checkpointingTimeout,
  })
  switch (outcome._tag) {
    case 'Completed': {
      const path = pathOf(outcome, observed, env)
      return path === undefined ? { ...observed, outcome, status: searching(observed, env) }
        : { ...observed, status: completed(status, path, env) }
    }
    case 'Failed':
      return { ...observed, status: failed(status, desired.spec.backoffLimit, outcome.reason, env) }
    case 'Waiting':
    case 'Ask':
    case 'Unsent':
      return { ...observed, outcome }
  }
}

/**
 * Details come from a cache as old as `web.refresh-interval`, 3 s by default (trap 1 of the REST API): a checkpoint of just now may be
 * missing there.
 */
const searchMillis: Millis = 15_000

/**
 * Undefined: not known yet. A checkpoint's operation tells a number only; where Flink does not tell its details in time, it is complete all
 * the same (L14).
 */
const pathOf = (
  { location, checkpointId }: Extract<OperationOutcome, { _tag: 'Completed' }>,
  { status, facts: { checkpointDetails } }: SnapshotObserved,
  { now }: Env,
): string | undefined => {
  if (location !== null) return location
  if (checkpointId === null) return ''
  if (checkpointDetails?._tag === 'Known') return checkpointDetails.value.externalPath ?? ''
  const { retryAt } = status.operatorRecord
  return checkpointDetails !== undefined && retryAt !== null && now >= retryAt ? '' : undefined
}

/** From the first look that missed it on, the path is looked for only so long. */
const searching = ({ status, facts: { checkpointDetails } }: SnapshotObserved, { now }: Env): FlinkStateSnapshotStatus =>
  checkpointDetails === undefined || status.operatorRecord.retryAt !== null ? status
    : withStatus(status, { record: { retryAt: now + searchMillis } })

export const goneText = ({ meta, spec }: SnapshotDesired): string =>
  `Secondary resource ${spec.jobReference?.name ?? ''} (${spec.jobReference?.kind ?? ''}) for savepoint ${meta.name} was not found`

export const endedText = ({ meta, spec }: SnapshotDesired, reason: string): string =>
  `Secondary resource ${spec.jobReference?.name ?? ''} (${
    spec.jobReference?.kind ?? ''
  }) for savepoint ${meta.name} is not running: ${reason}`
