import * as E from 'fp-ts/lib/Either.js'
import type { Millis } from '../../contract/resource/time.ts'
import { isNull, type Read, type YamlTree } from './yaml-tree.ts'
import { plainNumber } from './yaml-scalar.ts'
import { formatInstant, parseInstant } from '../../crd/instant.ts'
import type { StoredTime } from '../autoscaler-state.ts'

const isoText = /^([-+]?)PT?(?:([-+]?\d{1,12})D)?T?(?:([-+]?\d{1,12})H)?(?:([-+]?\d{1,12})M)?(?:([-+]?\d{1,12}(?:[.,]\d{0,9})?)S)?$/i

const isoDuration = (text: string): Millis | null => {
  const [, sign = '', ...parts]: readonly (string | undefined)[] = isoText.exec(text) ?? []
  if (parts.every(part => part === undefined)) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map(part => Number((part ?? '0').replace(',', '.')))
  return (sign === '-' ? -1000 : 1000) * (((days * 24 + hours) * 60 + minutes) * 60 + seconds) + 0
}

/** Parses seconds as a decimal number without quotes, or ISO text (`PT1M35S`); null: no value. */
export const durationOf = (tree: YamlTree, what: string): Read<Millis | null> => {
  if (isNull(tree)) return E.right(null)
  const number = plainNumber(tree)
  const duration = number !== null ? Number(number) * 1000 : tree._tag === 'Scalar' ? isoDuration(tree.text) : null
  return duration === null || !Number.isFinite(duration) ? E.left(`${what} is not a duration`) : E.right(duration)
}

/** Largest duration: longer than any restart, within the range of Java's `Duration` and of plain decimal text. */
const longest = 1e15

/** Prints seconds with nine decimals; zero is `0.0`. */
export const printDuration = (duration: Millis): string => {
  const bounded = Number.isFinite(duration) ? Math.min(longest, Math.max(-longest, duration)) : 0
  return bounded === 0 ? '0.0' : (bounded / 1000).toFixed(9)
}

/** Period of the calendar in years. */
const cycleYears = 400
const cycleMillis = 146_097 * 86_400_000

const storedTime = (at: number, nanos: number): StoredTime => (nanos === 0 ? { at } : { at, nanos })

const instantText = /^([+-]?\d{4,9})(-\d\d-\d\d[Tt]\d\d:\d\d:\d\d)(\.\d{0,9})?([Zz]|[+-]\d\d(?::\d\d)?)$/

/** Parses an ISO instant with up to nanoseconds, optionally with an offset. Null: invalid. */
export const parseStoredTime = (text: string): StoredTime | null => {
  const [, yearText = '', rest = '', fraction = '.', zone = 'Z'] = instantText.exec(text) ?? []
  if (yearText === '' || (yearText.length > 5 && !/^[+-]/.test(yearText))) return null
  const year = Number(yearText)
  const cycles = Math.floor(year / cycleYears) - 5
  const digits = fraction.slice(1).padEnd(9, '0')
  const offset = zone.length === 3 ? `${zone}:00` : zone
  const inCycle = parseInstant(`${year - cycles * cycleYears}${rest}.${digits.slice(0, 3)}${offset}`)
  return inCycle === null ? null : storedTime(inCycle + cycles * cycleMillis, Number(digits.slice(3)))
}

const nineDigits = (whole: number, nanos: number): string =>
  `${String(((whole % 1000) + 1000) % 1000).padStart(3, '0')}${String(Math.min(999_999, Math.max(0, Math.floor(nanos)))).padStart(6, '0')}`

const fractionText = (whole: number, nanos: number): string => {
  const digits = nineDigits(whole, nanos)
  return digits === '000000000' ? ''
    : digits.endsWith('000000') ? `.${digits.slice(0, 3)}`
    : digits.endsWith('000') ? `.${digits.slice(0, 6)}`
    : `.${digits}`
}

/** Prints like Java's `Instant`: no fraction, or one of 3, 6 or 9 digits. */
export const printStoredTime = ({ at, nanos = 0 }: StoredTime): string => {
  const whole = Number.isFinite(at) ? Math.floor(at) : 0
  const cycles = Math.floor((whole - 946_684_800_000) / cycleMillis)
  const base = formatInstant(whole - cycles * cycleMillis).slice(0, 19)
  const year = Number(base.slice(0, 4)) + cycles * cycleYears
  const sign = year > 9_999 ? '+' : year < 0 ? '-' : ''
  return `${sign}${String(Math.abs(year)).padStart(4, '0')}${base.slice(4)}${fractionText(whole, nanos)}Z`
}

/** Prints seconds with nine decimals, the form of times in values. */
export const printSeconds = ({ at, nanos = 0 }: StoredTime): string => {
  const whole = Number.isFinite(at) ? Math.floor(at) : 0
  return `${Math.floor(whole / 1000)}.${nineDigits(whole, nanos)}`
}

/** Parses seconds since 1970 as a decimal number, or an ISO instant. */
export const storedTimeOf = (tree: YamlTree, what: string): Read<StoredTime> => {
  const number = plainNumber(tree) ?? (tree._tag === 'Scalar' && /^-?\d+$/.test(tree.text) ? tree.text : null)
  const time = number !== null ? timeOfSeconds(number) : tree._tag === 'Scalar' ? parseStoredTime(tree.text) : null
  return time === null ? E.left(`${what} is not a time`) : E.right(time)
}

const timeOfSeconds = (text: string): StoredTime | null => {
  const [, sign = '', whole = '', fraction = ''] = /^([-+]?)(\d+)(?:\.(\d*))?$/.exec(text) ?? []
  // up to this bound a double holds the milliseconds exactly; Java's bound is larger
  if (whole === '' || Number(whole) > 8e12) return null
  const digits = fraction.slice(0, 9).padEnd(9, '0')
  const [millis, nanos] = [Number(whole) * 1000 + Number(digits.slice(0, 3)), Number(digits.slice(3))]
  if (sign !== '-') return storedTime(millis, nanos)
  return nanos === 0 ? storedTime(-millis + 0, 0) : storedTime(-millis - 1, 1_000_000 - nanos)
}
