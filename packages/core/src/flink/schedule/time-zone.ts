import type { ZoneRule, ZoneChange } from './zone-rule.ts'
import { easternZones } from './zone-rules-east.ts'
import { westernZones } from './zone-rules-west.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { dateOf, dayOfWeek, daysOf, lastDayOfMonth, millisPerDay } from './civil-date.ts'

/**
 * The current rules of the IANA time zone database (2026c): the last line of each of its files. Without the rules of the past.
 */
export const zoneRules: readonly ZoneRule[] = [...westernZones, ...easternZones]

/** The offset of a time zone from UTC, with its daylight saving rule. */
export type TimeZone = Omit<ZoneRule, 'names'>

export const utc: TimeZone = { offset: 0, other: null }

const millisPerMinute = 60_000

/** `+02:00`, `-0330`, `+5`. */
const fixedOffset = (text: string): TimeZone | null => {
  const [, sign = '', hours = '', minutes = '0'] = /^(?:UTC|GMT)?([+-])(\d{1,2})(?::?(\d{2}))?$/i.exec(text) ?? []
  const offset = Number(hours) * 60 + Number(minutes)
  return sign === '' || offset > 14 * 60 || Number(minutes) > 59 ? null : { offset: sign === '-' ? -offset : offset, other: null }
}

/** A name of the IANA database (`Europe/Berlin`) in any case, `UTC`, or an offset (`+02:00`). Null: it is none of these. */
export const timeZoneOf = (text: string): TimeZone | null => {
  const name = text.trim().toLowerCase()
  if (name === '' || name.includes(' ')) return null
  return zoneRules.find(({ names }) => ` ${names.toLowerCase()} `.includes(` ${name} `)) ?? fixedOffset(name)
}

/** The moment of an offset change in a year, for a clock with this offset. */
const changeIn = (year: number, [month, week, day, minutes]: ZoneChange, offset: number): EpochMillis => {
  const firstDay = 1 + (day + 1 - dayOfWeek({ year, month, day: 1 }) + 7) % 7
  const inMonth = firstDay + 7 * (week - 1)
  const date = { year, month, day: inMonth > lastDayOfMonth(year, month) ? inMonth - 7 : inMonth }
  return daysOf(date) * millisPerDay + (minutes - offset) * millisPerMinute
}

/** Minutes east of UTC at this moment. */
export const offsetAt = ({ offset, other }: TimeZone, now: EpochMillis): number => {
  if (other === null) return offset
  const { year } = dateOf(now + offset * millisPerMinute)
  const [from, to] = [changeIn(year, other.from, offset), changeIn(year, other.to, other.offset)]
  const isOther = from < to ? now >= from && now < to : now >= from || now < to
  return isOther ? other.offset : offset
}

/** What a clock in this zone shows, as the moment at which a clock in UTC shows it. */
export const localTime = (zone: TimeZone, now: EpochMillis): EpochMillis => now + offsetAt(zone, now) * millisPerMinute
