import type { EpochMillis } from '../contract/resource/time.ts'

const dayMillis = 86_400_000
const pattern = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:[.,](\d{1,9}))?([Zz]|[+-]\d{2}:?\d{2})$/

const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0

const daysOfMonth = (year: number, month: number): number =>
  month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31

/** Days since 1970-01-01 of the proleptic Gregorian calendar; years begin in March, so that the leap day is the last. */
const daysFromCivil = (year: number, month: number, day: number): number => {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  return era * 146_097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719_468
}

/** The inverse: year, month, day. */
const civilFromDays = (days: number): readonly [number, number, number] => {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
  return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day]
}

const offsetMinutes = (zone: string): number => {
  if (zone === 'Z') return 0
  const [sign = '', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)?.slice(1) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** Parses RFC 3339 as Kubernetes and the reference operator write it: up to nanoseconds, cut to milliseconds. Null: not such a text. */
export const parseInstant = (text: string): EpochMillis | null => {
  const match = pattern.exec(text)
  if (match === null) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const [hour, minute, second] = [Number(match[4]), Number(match[5]), Number(match[6])]
  const isDate = month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month)
  if (!isDate || hour > 23 || minute > 59 || second > 59) return null
  const millis = Number((match[7] ?? '').padEnd(3, '0').slice(0, 3))
  const seconds = (hour * 60 + minute - offsetMinutes(match[8] ?? 'Z')) * 60 + second
  return daysFromCivil(year, month, day) * dayMillis + seconds * 1000 + millis
}

const padded = (value: number, width: number): string => String(value).padStart(width, '0')

/** `2026-01-31T12:00:00.500Z`; without the fraction if it is zero. For the years 0 to 9999. */
export const formatInstant = (at: EpochMillis): string => {
  const days = Math.floor(at / dayMillis)
  const [year, month, day] = civilFromDays(days)
  const inDay = Math.floor(at) - days * dayMillis
  const [hour, minute, second] = [3_600_000, 60_000, 1000].map((unit, i) => Math.floor(inDay / unit) % (i === 0 ? 24 : 60))
  const millis = inDay % 1000
  const time = [hour, minute, second].map(part => padded(part ?? 0, 2)).join(':')
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}T${time}${millis === 0 ? '' : `.${padded(millis, 3)}`}Z`
}
