import type { Millis } from '@flink-operator/core'

/** At most `limit` pieces of work of one key begin within a period. */
export interface RateLimit {
  readonly limit: number
  readonly period: Millis
}

/** `kubernetes.operator.rate-limiter.*`: a limit of 0 and less is none. */
export const rateLimitOf = (limit: number, period: Millis): RateLimit | null => (limit <= 0 || period <= 0 ? null : { limit, period })

/** Moments that count: those of the last period, at most `limit` of them. A clock that was set back counts none that lies ahead. */
const counted = ({ limit, period }: RateLimit, starts: readonly Millis[], now: Millis): readonly Millis[] =>
  starts.filter(at => at <= now && now - at < period).slice(-limit)

/** When the next one may begin. */
export const earliestStart = (rate: RateLimit, starts: readonly Millis[], now: Millis): Millis => {
  const recent = counted(rate, starts, now)
  return recent.length < rate.limit ? now : (recent[0] ?? now) + rate.period
}

export const startsAfter = (rate: RateLimit, starts: readonly Millis[], now: Millis): readonly Millis[] =>
  counted(rate, [...starts, now], now)
