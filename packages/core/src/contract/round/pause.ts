import type { Env } from '../env.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'
import { parseInstant } from '../../crd/instant.ts'
import type { ResourceMeta } from '../resource/resource.ts'

/** Upper limit of every retry delay, whatever a server requests. */
export const longestPause: Millis = 3_600_000

/** Longest retry delay if the operator's options set none: the operator never stops retrying (D-16). */
const retryCap: Millis = 300_000

/** Rounds to whole milliseconds, because the result is written to a status and read again. */
const bounded = ({ retryMaxInterval }: Env['options'], pause: Millis): Millis =>
  Math.ceil(Math.max(1, Math.min(pause, retryMaxInterval ?? retryCap, longestPause)))

/** True if this resource failed `retry.max.attempts` times in a row, including this round. Less than 0: no limit. */
export const isRetryLimitReached = ({ options: { retryMaxAttempts }, consecutiveFailures }: Env): boolean =>
  retryMaxAttempts >= 0 && consecutiveFailures >= retryMaxAttempts

/**
 * The retry delay of control-flow.md, section 2.3, with a cap. After `retry.max.attempts` failures the operator continues to retry, more
 * slowly (D-16, E-46).
 */
export const retryDelay = (env: Env): Millis => {
  const { options, consecutiveFailures } = env
  const pause = bounded(options, options.retryInitialInterval * options.retryIntervalMultiplier ** Math.min(consecutiveFailures, 60))
  return isRetryLimitReached(env) ? Math.max(pause, Math.min(options.reconcileInterval, longestPause)) : pause
}

/**
 * The retry delay of an operation that is retried since `since` while the rounds themselves succeed, so that no failures are counted. It
 * grows with the elapsed time, as the sum of delays multiplied each time would.
 */
export const retryDelaySince = ({ options, now }: Env, since: EpochMillis): Millis =>
  bounded(options, options.retryInitialInterval + Math.max(0, options.retryIntervalMultiplier - 1) * Math.max(0, now - since))

/**
 * Annotation that pauses the operator for one resource: `"true"`, or `until=` and an instant. `"false"` or no annotation: the operator
 * works normally (safety-properties.md, A8). `transition=` and an id: the resource's FlinkBlueGreenDeployment has not released it yet.
 */
export const pauseAnnotation = 'flinkdeployment.flink.apache.org/pause'

const holdPrefix = 'transition='

/**
 * The value that a FlinkBlueGreenDeployment gives a child at creation. The child does not begin before the transition that created it has
 * observed it.
 */
export const heldFor = (transition: string): string => `${holdPrefix}${transition}`

/** True if the resource was created on hold and not released yet. None of its jobs ever ran, whoever created it. */
export const isHeld = ({ annotations }: Pick<ResourceMeta, 'annotations'>): boolean =>
  annotations[pauseAnnotation]?.startsWith(holdPrefix) === true

/** A pause in force: its end, and its message. */
export interface Pause {
  /** The FlinkBlueGreenDeployment that created the resource releases it a moment later, so the operator does not report this pause. */
  readonly isHold: boolean
  /** When the pause ends automatically. Null: only when the annotation is removed. */
  readonly until: EpochMillis | null
  readonly isUnderstood: boolean
  readonly message: string
}

const untilPrefix = 'until='

/**
 * The pause in force, or null. During a pause the operator starts, stops, scales, snapshots and recovers nothing; it only observes.
 * Deletion of the resource still proceeds. An invalid value pauses too, because its author wanted the operator to keep off.
 */
export const pauseOf = (
  { annotations, deletionTimestamp }: Pick<ResourceMeta, 'annotations' | 'deletionTimestamp'>,
  now: EpochMillis,
): Pause | null => {
  const value = annotations[pauseAnnotation]?.trim()
  if (value === undefined || value === 'false' || deletionTimestamp !== null) return null
  if (value.startsWith(holdPrefix))
    return {
      isHold: true,
      until: null,
      isUnderstood: true,
      message:
        `annotation ${pauseAnnotation} is set: ${value}: the resource begins once the FlinkBlueGreenDeployment that created it has observed it`,
    }
  if (value === 'true') return { isHold: false, until: null, isUnderstood: true, message: `annotation ${pauseAnnotation} is set` }
  const until = value.startsWith(untilPrefix) ? parseInstant(value.slice(untilPrefix.length)) : null
  if (until === null)
    return {
      isHold: false,
      until,
      isUnderstood: false,
      message: `annotation ${pauseAnnotation}: found '${
        value.slice(0, 100)
      }', allowed are true, false and until=<time> in the form of ISO 8601`,
    }
  return until > now ? { isHold: false, until, isUnderstood: true, message: `annotation ${pauseAnnotation} is set: ${value}` } : null
}

/** Reason of Ready during a pause, whatever the state is. */
export const pausedReason = 'Paused'

/** The message of Ready during a pause; without one the words as they are. */
export const whilePaused = (pause: Pick<Pause, 'message'> | null, words: string): string =>
  pause === null ? words : `Paused, the operator changes nothing: ${pause.message}. ${words}`
