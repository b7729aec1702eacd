import { unknown } from '../../contract/fact/fact.ts'
import { formatInstant, parseInstant } from '../../crd/instant.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkStateSnapshotFacts } from '../../contract/fact/facts.ts'
import type { Recorded } from '../../contract/resource/resource.ts'
import type { FlinkStateSnapshotStatus } from './flink-state-snapshot.ts'
import { clockTolerance, type Millis } from '../../contract/resource/time.ts'
import { isOverdue, type OperationOutcome, operationOutcome } from '../../job/snapshot/operation-outcome.ts'
import { abandoned, completed, failed, longestDelay, withStatus } from './state-snapshot-outcome.ts'
import type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'
import { type TargetJob, targetJob } from './target-job.ts'

/** Merges the observed facts into the recorded status (session-snapshot-bluegreen.md, section 3.3). Pure: no side effects. */
export const observe = (
  desired: SnapshotDesired,
  recorded: Recorded<FlinkStateSnapshotStatus>,
  facts: FlinkStateSnapshotFacts,
  env: Env,
): SnapshotObserved => {
  const job = targetJob(desired.spec.jobReference, facts, env)
  const before = { recorded, facts, job, status: notAhead(recorded.status, env), outcome: null }
  if (desired.unread.length > 0 || recorded.status.state !== 'IN_PROGRESS') return before
  return recorded.status.triggerId === null ? withoutTriggerId(desired, before, env) : follow(desired, before, env)
}

/** Another writer removed the id of the attempt, so no query can tell its outcome. The attempt fails once it must be over (P06, P25). */
const withoutTriggerId = (desired: SnapshotDesired, observed: SnapshotObserved, env: Env): SnapshotObserved =>
  isLate(observed.status, env)
    ? {
      ...observed,
      status: failed(observed.status, desired.spec.backoffLimit, 'status.triggerId is missing: the outcome could not be queried', env),
    } : observed

/** Replaces timestamps in the future, written by a clock that was ahead. The retry is due no later than after a failure now (F15). */
const notAhead = (status: FlinkStateSnapshotStatus, { now }: Env): FlinkStateSnapshotStatus => {
  const { triggerTimestamp, operatorRecord: { retryAt } } = status
  const asked = triggerTimestamp === null ? null : parseInstant(triggerTimestamp)
  return withStatus(status, {
    ...(asked !== null && asked > now + clockTolerance ? { triggerTimestamp: formatInstant(now) } : {}),
    ...(retryAt !== null && retryAt > now + longestDelay + clockTolerance ? { record: { retryAt: now + longestDelay } } : {}),
  })
}

/**
 * Follows the attempt in progress.
 *
 * | row | observed | then |
 * |---|---|---|
 * | snapshot-outcome/job-missing | the resource of the job does not exist | abandoned |
 * | snapshot-outcome/other-job | another job replaced the job, or the job ended and does not restart automatically | abandoned: the outcome is lost (E-19) |
 * | snapshot-outcome/job-unobservable | the job is unobservable, or starts or stops | waiting; a failed attempt after the timeout and the grace period (E-17, E-18) |
 * | snapshot-outcome/as-reported | the outcome that Flink reports: `operation-outcome.ts` | completed, failed, waiting, or the same id has to be sent again |
 * | snapshot-outcome/id-missing | the status has no trigger id | a failed attempt after the timeout and the grace period |
 * | snapshot-outcome/path-unknown | a checkpoint is complete, and its path is unknown | the operator queries the checkpoint; without an answer the path stays empty |
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
        ? { ...observed, status: failed(status, desired.spec.backoffLimit, `the outcome could not be observed: ${job.reason}`, env) }
        : observed
    case 'Running':
      return asked !== null && asked !== job.jobId
        ? { ...observed, status: abandoned(status, endedText(desired, `job ${asked} was replaced by job ${job.jobId}`), env) }
        : reported(desired, observed, job, env)
  }
}

/** Uses Flink's default timeout and a grace period of a minute, because the configuration of an unobservable job is unknown. */
const isLate = (status: FlinkStateSnapshotStatus, { now }: Env): boolean =>
  isOverdue({ askedAt: askedAt(status), checkpointingTimeout: 600_000, gracePeriod: 60_000, now })

const askedAt = ({ triggerTimestamp }: FlinkStateSnapshotStatus): number =>
  (triggerTimestamp === null ? null : parseInstant(triggerTimestamp)) ?? 0

const reported = (
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
  // an unknown trigger id proves nothing unless the job was observed, too: the JobManager may have been replaced
  const isReported = answer?._tag !== 'Absent' || own !== undefined
  const outcome = operationOutcome({
    kind,
    answer: isReported ? answer : unknown('NotReady', 'the job is not listed', env.now),
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
 * How long the operator queries the path of a checkpoint. Flink answers from a cache that is up to `web.refresh-interval` old, 3 s by
 * default (trap 1 of the REST API), so the newest checkpoint may be missing.
 */
const searchMillis: Millis = 15_000

/**
 * The path of the completed snapshot; undefined: not known yet. For a checkpoint Flink first reports only its number. If Flink does not
 * report the details in time, the checkpoint still counts as complete, with an empty path (L14).
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

/** Records when the search for the path ends: `searchMillis` after the first query that did not return it. */
const searching = ({ status, facts: { checkpointDetails } }: SnapshotObserved, { now }: Env): FlinkStateSnapshotStatus =>
  checkpointDetails === undefined || status.operatorRecord.retryAt !== null ? status
    : withStatus(status, { record: { retryAt: now + searchMillis } })

export const goneText = ({ meta, spec }: SnapshotDesired): string =>
  `Secondary resource ${spec.jobReference?.name ?? ''} (${spec.jobReference?.kind ?? ''}) for savepoint ${meta.name} was not found`

export const endedText = ({ meta, spec }: SnapshotDesired, reason: string): string =>
  `Secondary resource ${spec.jobReference?.name ?? ''} (${
    spec.jobReference?.kind ?? ''
  }) for savepoint ${meta.name} is not running: ${reason}`
