import * as O from 'fp-ts/lib/Option.js'
import { parseCron } from '../schedule/cron-expression.ts'

const secondsOf = (text: string): number | null => {
  const parts = text.split(':').map(part => (/^[+-]?\d+$/.test(part) ? Number(part) : null))
  const [hour = null, minute = null, second = 0, millis = 0] = parts
  if (parts.length > 4 || hour === null || minute === null || second === null || millis === null) return null
  const inRange = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59 && millis >= 0 && millis <= 999
  return inRange ? ((hour * 60 + minute) * 60 + second) * 1000 + millis : null
}

/** `10:00-11:30`, also with seconds and milliseconds; the end is later than the start. */
const isDaily = (text: string): boolean => {
  const parts = text.split('-')
  if (parts.length !== 2) return false
  const [start = null, end = null] = parts.map(secondsOf)
  return start !== null && end !== null && start < end
}

const isCron = (text: string): boolean => O.isSome(parseCron(text))

/**
 * What is wrong with one excluded period of the autoscaler (api-and-config.md, section 13.5); null: nothing. A daily expression, a Quartz
 * cron expression, or one of each joined by `&&`.
 */
export const excludedPeriodProblem = (period: string): string | null => {
  const invalid = `Invalid value ${period} in the autoscaler config job.autoscaler.excluded.periods`
  const parts = period.split('&&').map(part => part.trim())
  if (parts.length > 2) return invalid
  if (parts.some(part => !isDaily(part) && !isCron(part)))
    return `${invalid}, the value is neither a valid daily expression nor a valid cron expression`
  return parts.length === 2 && !(parts.some(isDaily) && parts.some(isCron))
    ? `${invalid}, the value can not be configured as dailyExpression && dailyExpression or cronExpression && cronExpression`
    : null
}
