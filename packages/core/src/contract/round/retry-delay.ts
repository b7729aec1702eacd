import type { Env } from '../env.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'

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
