import * as O from 'fp-ts/lib/Option.js'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import { parseCron, type CronExpression } from './cron-expression.ts'
import { isCronTime } from './next-cron-time.ts'
import { localTime, type TimeZone, utc } from './time-zone.ts'

/** A part of an excluded period (autoscaler.md, section 5.8). */
export type PeriodPart =
  /** From the first to the last moment of each day, both included. */
  | { readonly _tag: 'Daily'; readonly start: Millis; readonly end: Millis }
  | { readonly _tag: 'Cron'; readonly cron: CronExpression }

const dayMillis = 86_400_000

const timeOfDay = (text: string): Millis | null => {
  const parts = text.split(':').map(part => (/^[+-]?\d+$/.test(part) ? Number(part) : null))
  const [hour = null, minute = null, second = 0, millis = 0] = parts
  if (parts.length > 4 || hour === null || minute === null || second === null || millis === null) return null
  const inRange = hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 59 && millis >= 0 && millis <= 999
  return inRange ? ((hour * 60 + minute) * 60 + second) * 1000 + millis : null
}

/** `10:00-11:30`, also with seconds and milliseconds; the end is later than the start. */
const daily = (text: string): PeriodPart | null => {
  const parts = text.split('-')
  if (parts.length !== 2) return null
  const [start = null, end = null] = parts.map(timeOfDay)
  return start !== null && end !== null && start < end ? { _tag: 'Daily', start, end } : null
}

/** Parses one part: a daily period or a cron expression. Null: it is neither. */
export const periodPart = (text: string): PeriodPart | null => {
  const found = daily(text)
  if (found !== null) return found
  const cron = parseCron(text)
  return O.isSome(cron) ? { _tag: 'Cron', cron: cron.value } : null
}

/** Parts of one period. All of them must match. */
export const periodParts = (period: string): readonly string[] => period.split('&&').map(part => part.trim())

/** True if the part matches this local time. */
export const holdsAt = (part: PeriodPart, now: EpochMillis): boolean => {
  switch (part._tag) {
    case 'Daily': {
      const inDay = ((now % dayMillis) + dayMillis) % dayMillis
      return inDay >= part.start && inDay <= part.end
    }
    case 'Cron':
      return isCronTime(part.cron, now)
  }
}

export type ExcludedAt =
  | { readonly _tag: 'Free' }
  | { readonly _tag: 'Excluded'; readonly period: string }
  /** The period does not parse, and no earlier period matches. */
  | { readonly _tag: 'Unreadable'; readonly period: string }

/** True if all parts of the period match. Null: the period does not parse. */
export const periodHolds = (period: string, now: EpochMillis, zone: TimeZone): boolean | null => {
  const parts = periodParts(period).map(periodPart)
  const known = parts.flatMap(part => (part === null ? [] : [part]))
  return known.length < parts.length ? null : known.every(part => holdsAt(part, localTime(zone, now)))
}

/**
 * Whether scaling is excluded at this moment. Checks the periods in order and skips empty ones. A-3: uses the clock of the configured time
 * zone, not that of the process.
 */
export const excludedAt = (periods: readonly string[], now: EpochMillis, zone: TimeZone = utc): ExcludedAt => {
  const found = periods.map(period => period.trim()).filter(period => period !== '').map((period): ExcludedAt => {
    const holds = periodHolds(period, now, zone)
    return holds === null ? { _tag: 'Unreadable', period } : holds ? { _tag: 'Excluded', period } : { _tag: 'Free' }
  })
  return found.find(({ _tag }) => _tag !== 'Free') ?? { _tag: 'Free' }
}
