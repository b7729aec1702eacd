import type { Millis } from '@flink-operator/core'

/** At most `limit` pieces of work of one key begin within a period. */
export interface RateLimit {
  readonly limit: number
  readonly period: Millis
}

/** `kubernetes.operator.rate-limiter.*`; 0 or less: no limit. */
export const rateLimitOf = (limit: number, period: Millis): RateLimit | null => (limit <= 0 || period <= 0 ? null : { limit, period })

/** The starts within the last period, at most `limit` of them. Starts in the future, after the clock was set back, do not count. */
const counted = ({ limit, period }: RateLimit, starts: readonly Millis[], now: Millis): readonly Millis[] =>
  starts.filter(at => at <= now && now - at < period).slice(-limit)

/** When the next piece of work may begin. */
export const earliestStart = (rate: RateLimit, starts: readonly Millis[], now: Millis): Millis => {
  const recent = counted(rate, starts, now)
  return recent.length < rate.limit ? now : (recent[0] ?? now) + rate.period
}

export const startsAfter = (rate: RateLimit, starts: readonly Millis[], now: Millis): readonly Millis[] =>
  counted(rate, [...starts, now], now)
