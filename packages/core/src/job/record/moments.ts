import { formatInstant, parseInstant } from '../../codec/instant.ts'
import type { Env } from '../../env.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import type { Operation } from '../../resource/operation.ts'
import { isDefinite } from '../../resource/last-state.ts'
import { clockTolerance, type EpochMillis, type Millis } from '../../resource/time.ts'
import type { ResourceOptions } from '../../operator-options/resource-options.ts'
import { longestPause } from '../../round/retry-delay.ts'

/** What it reads of what was deployed: how long that may take. */
interface Patient {
  readonly deployed:
    | { readonly _tag: 'Never' }
    | { readonly _tag: 'Undecodable' }
    | { readonly _tag: 'Deployed'; readonly running: { readonly options: Pick<ResourceOptions, 'checkpointingTimeout'> } }
}

/** How long a deadline may lie ahead at most; null: the moment is one at which something happened, which is never ahead. */
type Ahead = ((desired: Patient, env: Env) => Millis) | null

interface Moment {
  /** In the status; `*`: each of a list. */
  readonly path: string
  readonly ahead: Ahead
  /** What comes of one that lay too far ahead, and of one that looks long past. */
  readonly doc: string
}

/** The longest patience with which an operation is begun. */
const patience: NonNullable<Ahead> = ({ deployed }, { options }) =>
  Math.max(
    options.resourceCleanupTimeout,
    options.flinkClientCancelTimeout,
    deployed._tag === 'Deployed' ? deployed.running.options.checkpointingTimeout : 0,
  )

/**
 * Every moment of a status that an operator's clock wrote (F15). One that lies ahead of now was written by a clock that was ahead, or now
 * is read from one that is behind: what happened then happened now at the latest, and a deadline is no further than one that is set now.
 * That only delays: nothing is done earlier than without it.
 *
 * Not here: `jobStatus.startTime` and `incarnation.jobStartTime`, which are Flink's and only compared for equality; `observedGeneration`
 * and nonces, which are no moments.
 */
export const moments: readonly Moment[] = [
  {
    path: 'operation.mintedAt',
    ahead: null,
    doc: 'a savepoint counts as that of the stop from then on; long past: an older one may (told by its id where Flink still knows it)',
  },
  {
    path: 'operation.giveUpAt',
    ahead: patience,
    doc: 'people are told, and a deletion goes without its savepoint; long past: not before this process has waited as long itself',
  },
  { path: 'operation.seenTerminalAt', ahead: null, doc: 'only told' },
  {
    path: 'operation.abandonedAt',
    ahead: null,
    doc: 'a create may arrive until a minute later; long past: not before this process has waited that minute itself',
  },
  {
    path: 'operation.sentAt',
    ahead: null,
    doc: 'a job may come of it until the submission times out; long past: not before this process has waited as long itself',
  },
  {
    path: 'operatorRecord.terminalSince',
    ahead: null,
    doc: 'the last checkpoint is read a few seconds later; long past: not before this process has waited them itself',
  },
  {
    path: 'operatorRecord.jobMissedSince',
    ahead: null,
    doc: 'the job is missing some seconds later; long past: not before this process has missed it itself',
  },
  {
    path: 'operatorRecord.podTroubleSince',
    ahead: null,
    doc: 'an error half a minute later; long past: not before this process has seen it itself',
  },
  {
    path: 'operatorRecord.scalingBlindSince',
    ahead: null,
    doc: 'a restart instead of scaling in place; long past: the restart comes early, with its state',
  },
  { path: 'operatorRecord.restMissedSince', ahead: null, doc: 'told after its limit; long past: told early' },
  {
    path: 'operatorRecord.jobManagerDownSince',
    ahead: null,
    doc: 'told after its limit, and looked at less often; long past: told early, and looked at once in a reconcile interval',
  },
  {
    path: 'operatorRecord.deletingSince',
    ahead: null,
    doc: 'the deletion goes without its savepoint after its limit; long past: not before this process has waited as long itself',
  },
  { path: 'operatorRecord.runningSince', ahead: null, doc: 'the spec is stable after its window; long past: stable early' },
  { path: 'operatorRecord.retryAt', ahead: () => longestPause, doc: 'what failed is tried again; long past: tried early' },
  {
    path: 'operatorRecord.lastPeriodicSavepointTrigger',
    ahead: null,
    doc: 'the next periodic savepoint counts from it; long past: one is taken early',
  },
  { path: 'operatorRecord.lastPeriodicCheckpointTrigger', ahead: null, doc: 'the same of checkpoints' },
  {
    path: 'operatorRecord.manualSavepoint.askedAt',
    ahead: null,
    doc: 'a nonce is given up after its grace period; long past: given up early, and told',
  },
  {
    path: 'operatorRecord.manualSavepoint.retryAt',
    ahead: (_, { options }) => options.observerProgressCheckInterval,
    doc: 'tried again; long past: early',
  },
  { path: 'operatorRecord.manualCheckpoint.askedAt', ahead: null, doc: 'as of savepoints' },
  {
    path: 'operatorRecord.manualCheckpoint.retryAt',
    ahead: (_, { options }) => options.observerProgressCheckInterval,
    doc: 'as of savepoints',
  },
  {
    path: 'reconciliationStatus.reconciliationTimestamp',
    ahead: null,
    doc: 'a rollback is due after its limit; long past: not before this process has seen it not ready as long itself',
  },
  { path: 'jobStatus.updateTime', ahead: null, doc: 'was the job seen since it was deployed? long past: it is missed later' },
  {
    path: 'jobStatus.savepointInfo.triggerTimestamp',
    ahead: null,
    doc: 'a savepoint is given up after its limit; long past: given up early, and another one is taken',
  },
  { path: 'jobStatus.savepointInfo.lastPeriodicSavepointTimestamp', ahead: null, doc: 'as the trigger of ours' },
  { path: 'jobStatus.savepointInfo.lastSavepoint.timeStamp', ahead: null, doc: 'only told' },
  {
    path: 'jobStatus.savepointInfo.savepointHistory.*.timeStamp',
    ahead: null,
    doc: 'pruned by age; long past: pruned early, but never what a restore may need (P04)',
  },
  { path: 'jobStatus.checkpointInfo.triggerTimestamp', ahead: null, doc: 'as of savepoints' },
  { path: 'jobStatus.checkpointInfo.lastPeriodicCheckpointTimestamp', ahead: null, doc: 'as of savepoints' },
  { path: 'jobStatus.checkpointInfo.lastCheckpoint.timeStamp', ahead: null, doc: 'only told' },
  { path: 'conditions.*.lastTransitionTime', ahead: null, doc: 'only told' },
]

type Plain = Readonly<Record<string, unknown>>

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null

/** A moment in the form that it had: number, digits, RFC 3339. */
const atMost = (value: unknown, latest: EpochMillis, tolerated: EpochMillis): unknown => {
  if (typeof value === 'number') return value > tolerated ? latest : value
  if (typeof value !== 'string' || value === '') return value
  if (/^\d+$/u.test(value)) return Number(value) > tolerated ? String(latest) : value
  const at = parseInstant(value)
  return at !== null && at > tolerated ? formatInstant(latest) : value
}

/** What the keys from `depth` on lead to, changed: the same object where nothing lies ahead. Each round asks this of each moment. */
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

/** Most moments are not there in most statuses. */
const isThere = (value: unknown, keys: readonly string[], depth = 0): boolean => {
  const key = keys[depth]
  if (key === undefined) return value !== null && value !== undefined
  if (key === '*') return Array.isArray(value) && value.length > 0
  return isPlain(value) && isThere(value[key], keys, depth + 1)
}

const paths = moments.map(moment => ({ ...moment, keys: moment.path.split('.') }))

/** The status as it is to be read now, and which of its moments lay ahead. */
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
 * What a clock that was behind wrote looks long past, and every wait that it began looks over. Where something that can't be undone
 * follows, the wait counts only from when this process began to look with a clock that did not jump: it delays by one wait after each start
 * of an operator, and never shortens one.
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
