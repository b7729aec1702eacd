import type { EpochMillis } from '../../contract/resource/time.ts'
import { dateOf, dayOfWeek, daysOf, lastDayOfMonth, millisPerDay, type CivilDate } from './civil-date.ts'
import type { CronDays, CronExpression } from './cron-expression.ts'

/** Limit of the search: an expression without a match by then counts as never matching. */
const yearsAhead = 100

const saturday = 7
const sunday = 1

const nearestWeekday = (date: CivilDate, last: number): number => {
  const week = dayOfWeek(date)
  if (week === saturday) return date.day === 1 ? 3 : date.day - 1
  if (week === sunday) return date.day === last ? date.day - 2 : date.day + 1
  return date.day
}

/** The days of one month, sorted. */
const daysInMonth = (days: CronDays, year: number, month: number): readonly number[] => {
  const last = lastDayOfMonth(year, month)
  const firstOfWeek = dayOfWeek({ year, month, day: 1 })
  const firstWith = (week: number): number => ((week - firstOfWeek + 7) % 7) + 1
  const existing = (day: number): readonly number[] => (day >= 1 && day <= last ? [day] : [])
  switch (days._tag) {
    case 'DaysOfMonth':
      return days.days.filter(day => day <= last)
    case 'LastDay':
      return existing(last - days.offset).map(day => (days.weekday ? nearestWeekday({ year, month, day }, last) : day))
    case 'NearestWeekday':
      return existing(days.day).map(day => nearestWeekday({ year, month, day }, last))
    case 'DaysOfWeek':
      return Array.from({ length: last }, (_, n) => n + 1).filter(day => days.days.includes(((firstOfWeek - 1 + day - 1) % 7) + 1))
    case 'LastDayOfWeek': {
      const first = firstWith(days.day)
      return [first + 7 * Math.floor((last - first) / 7)]
    }
    case 'NthDayOfWeek':
      return existing(firstWith(days.day) + 7 * (days.nth - 1))
  }
}

/** Second of the day of the first match at or after `from`; null if the day has no further match. */
const timeOfDay = ({ seconds, minutes, hours }: CronExpression, from: number): number | null => {
  const [hour, minute, second] = [Math.floor(from / 3600), Math.floor(from / 60) % 60, from % 60]
  const firstSecond = seconds[0] ?? 0
  const firstMinute = minutes[0] ?? 0
  const sameHour = hours.includes(hour)
  const laterSecond = sameHour && minutes.includes(minute) ? seconds.find(it => it >= second) : undefined
  if (laterSecond !== undefined) return hour * 3600 + minute * 60 + laterSecond
  const laterMinute = sameHour ? minutes.find(it => it > minute) : undefined
  if (laterMinute !== undefined) return hour * 3600 + laterMinute * 60 + firstSecond
  const laterHour = hours.find(it => it > hour)
  return laterHour === undefined ? null : laterHour * 3600 + firstMinute * 60 + firstSecond
}

/**
 * The first match of the expression after `last`, in whole seconds, UTC; null if none exists within a hundred years (control-flow.md,
 * section 6.3).
 */
export const nextCronTime = (cron: CronExpression, last: EpochMillis): EpochMillis | null => {
  const start = Math.floor((last + 1000) / 1000)
  const today = dateOf(start * 1000)
  const secondOfDay = start - (daysOf(today) * millisPerDay) / 1000
  for (const year of cron.years.filter(it => it >= today.year && it <= today.year + yearsAhead)) {
    for (const month of cron.months.filter(it => year > today.year || it >= today.month)) {
      const isThisMonth = year === today.year && month === today.month
      for (const day of daysInMonth(cron.days, year, month).filter(it => !isThisMonth || it >= today.day)) {
        const time = timeOfDay(cron, isThisMonth && day === today.day ? secondOfDay : 0)
        if (time !== null) return (daysOf({ year, month, day }) * 86_400 + time) * 1000
      }
    }
  }
  return null
}

/** True if the expression matches the second of this moment (UTC). */
export const isCronTime = (cron: CronExpression, at: EpochMillis): boolean => {
  const date = dateOf(Math.floor(at / millisPerDay) * millisPerDay)
  const second = Math.floor((at - daysOf(date) * millisPerDay) / 1000)
  return cron.years.includes(date.year) && cron.months.includes(date.month)
    && daysInMonth(cron.days, date.year, date.month).includes(date.day)
    && cron.hours.includes(Math.floor(second / 3600)) && cron.minutes.includes(Math.floor(second / 60) % 60)
    && cron.seconds.includes(second % 60)
}
