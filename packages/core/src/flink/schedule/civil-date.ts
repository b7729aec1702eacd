import type { EpochMillis } from '../../contract/resource/time.ts'

/** A day of the Gregorian calendar in UTC. `month` 1 to 12, `day` 1 to 31. */
export interface CivilDate {
  readonly year: number
  readonly month: number
  readonly day: number
}

export const millisPerDay = 86_400_000

/** Days since 1970-01-01. Counted in 400-year cycles that start in March, so that the leap day is the last of its year. */
export const daysOf = ({ year, month, day }: CivilDate): number => {
  const shifted = month <= 2 ? year - 1 : year
  const era = Math.floor(shifted / 400)
  const yearOfEra = shifted - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** The day of a moment (UTC). */
export const dateOf = (time: EpochMillis): CivilDate => {
  const days = Math.floor(time / millisPerDay) + 719_468
  const era = Math.floor(days / 146_097)
  const dayOfEra = days - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1,
  }
}

/** 1 is Sunday, 7 is Saturday, as in Quartz. */
export const dayOfWeek = (date: CivilDate): number => ((((daysOf(date) + 4) % 7) + 7) % 7) + 1

export const lastDayOfMonth = (year: number, month: number): number =>
  daysOf(month === 12 ? { year: year + 1, month: 1, day: 1 } : { year, month: month + 1, day: 1 }) - daysOf({ year, month, day: 1 })
