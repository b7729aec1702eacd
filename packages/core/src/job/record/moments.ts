import { formatInstant, parseInstant } from '../../crd/instant.ts'
import type { Env } from '../../contract/env.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import type { Operation } from '../../contract/resource/operation.ts'
import { isDefinite } from '../../contract/resource/last-state.ts'
import { clockTolerance, type EpochMillis, type Millis } from '../../contract/resource/time.ts'
import type { ResourceOptions } from '../../options/resource-options.ts'
import { longestPause } from '../../contract/round/pause.ts'

/** The parts of the deployed spec that bound a deadline. */
interface Patient {
  readonly deployed:
    | { readonly _tag: 'Never' }
    | { readonly _tag: 'Undecodable' }
    | { readonly _tag: 'Deployed'; readonly running: { readonly options: Pick<ResourceOptions, 'checkpointingTimeout'> } }
}

/** How far a deadline may lie ahead. Null: the timestamp is of a past event, which never lies ahead. */
type Ahead = ((desired: Patient, env: Env) => Millis) | null

interface Moment {
  /** Path in the status; `*`: each item of a list. */
  readonly path: string
  readonly ahead: Ahead
  /** The effect of the timestamp, and of one that lies too far in the past. */
  readonly doc: string
}

/** The longest deadline that any operation is begun with. */
const patience: NonNullable<Ahead> = ({ deployed }, { options }) =>
  Math.max(
    options.resourceCleanupTimeout,
    options.flinkClientCancelTimeout,
    deployed._tag === 'Deployed' ? deployed.running.options.checkpointingTimeout : 0,
  )

/**
 * Every timestamp of a status that an operator's clock wrote (F15). If one lies in the future, the clock that wrote it was ahead, or the
 * present clock is behind. A past event then counts as happening now, and a deadline is capped at the one that would be set now. That only
 * delays: nothing happens earlier than without it.
 *
 * Not listed: `jobStatus.startTime`, `incarnation.jobStartTime` and `lastState.run`, which are Flink's and are only compared for equality;
 * `observedGeneration` and nonces, which are no timestamps.
 */
export const moments: readonly Moment[] = [
  {
    path: 'operation.mintedAt',
    ahead: null,
    doc:
      'a savepoint taken from then on counts as the one of the stop; long past: an older one may count (unless Flink still knows the id)',
  },
  {
    path: 'operation.giveUpAt',
    ahead: patience,
    doc: 'the delay is reported, and a deletion continues without its savepoint; long past: not before this process has waited as long',
  },
  { path: 'operation.seenTerminalAt', ahead: null, doc: 'only reported' },
  {
    path: 'operation.abandonedAt',
    ahead: null,
    doc: 'a create may arrive until a minute later; long past: not before this process has waited that minute',
  },
  {
    path: 'operation.sentAt',
    ahead: null,
    doc: 'the job may start until the submission times out; long past: not before this process has waited as long',
  },
  {
    path: 'operatorRecord.terminalSince',
    ahead: null,
    doc: 'the last checkpoint is read a few seconds later; long past: not before this process has waited as long',
  },
  {
    path: 'operatorRecord.jobMissedSince',
    ahead: null,
    doc: 'the job counts as missing some seconds later; long past: not before this process has missed it',
  },
  {
    path: 'operatorRecord.podTroubleSince',
    ahead: null,
    doc: 'an error half a minute later; long past: not before this process has observed it',
  },
  {
    path: 'operatorRecord.scalingBlindSince',
    ahead: null,
    doc: 'a restart instead of scaling in place; long past: the restart comes early, with its state',
  },
  {
    path: 'operatorRecord.requestedScaling.sentAt',
    ahead: null,
    doc: 'a scaling that the job does not show is forgotten a minute later; long past: not before this process has waited as long',
  },
  { path: 'operatorRecord.restMissedSince', ahead: null, doc: 'reported after its limit; long past: reported early' },
  {
    path: 'operatorRecord.jobManagerDownSince',
    ahead: null,
    doc: 'reported after its limit, and queried less often; long past: reported early, and queried once in a reconcile interval',
  },
  {
    path: 'operatorRecord.deletingSince',
    ahead: null,
    doc: 'the deletion continues without its savepoint after its limit; long past: not before this process has waited as long',
  },
  { path: 'operatorRecord.runningSince', ahead: null, doc: 'the spec is stable after its window; long past: stable early' },
  { path: 'operatorRecord.retryAt', ahead: () => longestPause, doc: 'the failed operation is retried; long past: retried early' },
  {
    path: 'operatorRecord.lastPeriodicSavepointTrigger',
    ahead: null,
    doc: 'the next periodic savepoint counts from it; long past: one is taken early',
  },
  { path: 'operatorRecord.lastPeriodicCheckpointTrigger', ahead: null, doc: 'the same for checkpoints' },
  {
    path: 'operatorRecord.manualSavepoint.askedAt',
    ahead: null,
    doc: 'a nonce is given up after its grace period; long past: given up early, and reported',
  },
  {
    path: 'operatorRecord.manualSavepoint.retryAt',
    ahead: (_, { options }) => options.observerProgressCheckInterval,
    doc: 'retried; long past: early',
  },
  { path: 'operatorRecord.manualCheckpoint.askedAt', ahead: null, doc: 'as for savepoints' },
  {
    path: 'operatorRecord.manualCheckpoint.retryAt',
    ahead: (_, { options }) => options.observerProgressCheckInterval,
    doc: 'as for savepoints',
  },
  {
    path: 'reconciliationStatus.reconciliationTimestamp',
    ahead: null,
    doc: 'a rollback is due after its limit; long past: not before this process has observed it not ready for as long',
  },
  {
    path: 'jobStatus.updateTime',
    ahead: null,
    doc: 'shows whether the job was observed since its deploy; long past: it counts as missing later',
  },
  {
    path: 'jobStatus.savepointInfo.triggerTimestamp',
    ahead: null,
    doc: 'a savepoint is given up after its limit; long past: given up early, and another one is taken',
  },
  { path: 'jobStatus.savepointInfo.lastPeriodicSavepointTimestamp', ahead: null, doc: 'as our own trigger time' },
  { path: 'jobStatus.savepointInfo.lastSavepoint.timeStamp', ahead: null, doc: 'only reported' },
  {
    path: 'jobStatus.savepointInfo.savepointHistory.*.timeStamp',
    ahead: null,
    doc: 'pruned by age; long past: pruned early, but never a savepoint that a restore may need (P04)',
  },
  { path: 'jobStatus.checkpointInfo.triggerTimestamp', ahead: null, doc: 'as for savepoints' },
  { path: 'jobStatus.checkpointInfo.lastPeriodicCheckpointTimestamp', ahead: null, doc: 'as for savepoints' },
  { path: 'jobStatus.checkpointInfo.lastCheckpoint.timeStamp', ahead: null, doc: 'only reported' },
  { path: 'conditions.*.lastTransitionTime', ahead: null, doc: 'only reported' },
]

type Plain = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null

/** A timestamp in its original form: number, digits, or RFC 3339. */
const atMost = (value: unknown, latest: EpochMillis, tolerated: EpochMillis): unknown => {
  if (typeof value === 'number') return value > tolerated ? latest : value
  if (typeof value !== 'string' || value === '') return value
  if (/^\d+$/u.test(value)) return Number(value) > tolerated ? String(latest) : value
  const at = parseInstant(value)
  return at !== null && at > tolerated ? formatInstant(latest) : value
}

/**
 * Changes the value that the keys from `depth` on lead to. It returns the same object if no timestamp lies ahead. Each round calls this for
 * each timestamp.
 */
const changed = (value: unknown, keys: readonly string[], depth: number, change: (moment: unknown) => unknown): unknown => {
  const key = keys[depth]
  if (key === undefined) return change(value)
  if (key === '*') {
    if (!Array.isArray(value) || value.length === 0) return value
    const items = (value as readonly unknown[]).map(item => changed(item, keys, depth + 1, change))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  if (!isPlain(value)) return value
  const there = value[key]
  if (there === undefined) return value
  const inner = changed(there, keys, depth + 1, change)
  return inner === there ? value : { ...value, [key]: inner }
}

/** True if the status has the timestamp. Most statuses have few of them. */
const isThere = (value: unknown, keys: readonly string[], depth = 0): boolean => {
  const key = keys[depth]
  if (key === undefined) return value !== null && value !== undefined
  if (key === '*') return Array.isArray(value) && value.length > 0
  return isPlain(value) && isThere(value[key], keys, depth + 1)
}

const paths = moments.map(moment => ({ ...moment, keys: moment.path.split('.') }))

/** The status with future timestamps clamped, and the paths of those timestamps. */
export interface Clamped<Status> {
  readonly status: Status
  readonly ahead: readonly string[]
}

export const clampFutureTimestamps = <Status extends JobLifecycleStatus>(
  desired: Patient,
  status: Status,
  env: Env,
): Clamped<Status> => {
  const ahead: string[] = []
  const clamped = paths.reduce<unknown>((before, { path, keys, ahead: most }) => {
    if (!isThere(before, keys)) return before
    const latest = env.now + (most === null ? 0 : most(desired, env))
    const after = changed(before, keys, 0, moment => atMost(moment, latest, latest + clockTolerance))
    if (after !== before) ahead.push(`status.${path}`)
    return after
  }, status)
  return { status: clamped as Status, ahead }
}

const later = (moment: EpochMillis | null, since: EpochMillis): EpochMillis | null => (moment === null ? null : Math.max(moment, since))

const deadlineBy = (operation: Operation, since: EpochMillis, env: Env, longest: Millis): EpochMillis => {
  const span = Math.min(longest, Math.max(0, operation.giveUpAt - operation.mintedAt))
  return env.now > operation.giveUpAt ? Math.max(operation.giveUpAt, since + span) : operation.giveUpAt
}

/**
 * Restarts waits that a clock which was behind began. Such a timestamp looks long past, and its wait looks over. Before something that
 * can't be undone, the wait counts only from when this process began to observe with a steady clock. That delays by one wait after each
 * start of an operator, and never shortens one.
 */
export const withRestartedWaits = <Status extends JobLifecycleStatus>(desired: Patient, status: Status, env: Env): Status => {
  const { steadySince: since } = env
  if (since === undefined) return status
  const { operation, operatorRecord: record } = status
  const giveUpAt = operation === null || operation.kind === 'Unreadable' ? null : deadlineBy(operation, since, env, patience(desired, env))
  const terminalSince = isDefinite(record.lastState) ? record.terminalSince : later(record.terminalSince, since)
  const jobMissedSince = later(record.jobMissedSince, since)
  const podTroubleSince = later(record.podTroubleSince, since)
  const isSame = terminalSince === record.terminalSince && jobMissedSince === record.jobMissedSince
    && podTroubleSince === record.podTroubleSince
  const waited = isSame ? status : { ...status, operatorRecord: { ...record, terminalSince, jobMissedSince, podTroubleSince } }
  if (operation === null || operation.kind === 'Unreadable' || giveUpAt === null) return waited
  const sentAt = operation.kind === 'Submit' ? later(operation.sentAt, since) : null
  if (operation.kind === 'Submit' && sentAt !== operation.sentAt) return { ...waited, operation: { ...operation, giveUpAt, sentAt } }
  const abandonedAt = operation.kind === 'Deploy' ? later(operation.abandonedAt, since) : null
  if (operation.kind === 'Deploy' && abandonedAt !== operation.abandonedAt)
    return { ...waited, operation: { ...operation, giveUpAt, abandonedAt } }
  return giveUpAt === operation.giveUpAt ? waited : { ...waited, operation: { ...operation, giveUpAt } }
}
