import type { Env } from '../env.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'

/** No failed operation waits longer before it is tried again, whatever a server asks. */
export const longestPause: Millis = 3_600_000

/** Longest pause between attempts where the operator's options set none: never stop trying (D-16). */
const retryCap: Millis = 300_000

/** Whole milliseconds: what comes of it is written into a status, and read again. */
const bounded = ({ retryMaxInterval }: Env['options'], pause: Millis): Millis =>
  Math.ceil(Math.max(1, Math.min(pause, retryMaxInterval ?? retryCap, longestPause)))

/** Has this resource failed `retry.max.attempts` times in a row, with the failure of this round? Less than 0: no limit. */
export const isRetryLimitReached = ({ options: { retryMaxAttempts }, consecutiveFailures }: Env): boolean =>
  retryMaxAttempts >= 0 && consecutiveFailures >= retryMaxAttempts

/** control-flow.md, section 2.3, with a cap. Past `retry.max.attempts` it goes on, more slowly (D-16, E-46). */
export const retryDelay = (env: Env): Millis => {
  const { options, consecutiveFailures } = env
  const pause = bounded(options, options.retryInitialInterval * options.retryIntervalMultiplier ** Math.min(consecutiveFailures, 60))
  return isRetryLimitReached(env) ? Math.max(pause, Math.min(options.reconcileInterval, longestPause)) : pause
}

/**
 * The same for what is tried since `since` in rounds that succeed in between, so that no failures are counted: pauses that grow by the
 * multiplier are, all together, as long as that share of the time that has gone.
 */
export const retryDelaySince = ({ options, now }: Env, since: EpochMillis): Millis =>
  bounded(options, options.retryInitialInterval + Math.max(0, options.retryIntervalMultiplier - 1) * Math.max(0, now - since))
