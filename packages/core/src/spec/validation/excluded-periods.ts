import { periodPart, periodParts } from '../../flink/schedule/excluded-period.ts'

/**
 * The problem of one excluded period of the autoscaler (api-and-config.md, section 13.5); null if it is valid. Valid: a daily expression, a
 * Quartz cron expression, or one of each joined by `&&`.
 */
export const excludedPeriodProblem = (period: string): string | null => {
  const invalid = `Invalid value ${period} in the autoscaler config job.autoscaler.excluded.periods`
  const texts = periodParts(period)
  if (texts.length > 2) return invalid
  const parts = texts.map(periodPart)
  if (parts.includes(null)) return `${invalid}, the value is neither a valid daily expression nor a valid cron expression`
  return parts.length === 2 && parts[0]?._tag === parts[1]?._tag
    ? `${invalid}, the value can not be configured as dailyExpression && dailyExpression or cronExpression && cronExpression`
    : null
}
