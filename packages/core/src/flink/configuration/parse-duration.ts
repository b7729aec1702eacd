import type { Millis } from '../../contract/resource/time.ts'

const units: readonly (readonly [Millis, string])[] = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
  [1, 'ms'],
]

/**
 * A duration as Flink prints it: whole number, blank, the largest unit that divides it (`TimeUtils.formatWithHighestUnit`): 60000 → `1
 * min`.
 */
export const printDuration = (duration: Millis): string => {
  if (duration === 0) return '0 ms'
  const whole = units.find(([unit]) => duration % unit === 0)
  return whole === undefined ? `${Math.round(duration * 1_000_000)} ns` : `${duration / whole[0]} ${whole[1]}`
}

/** Nanoseconds of each label (`TimeUtils`: singular and plural, and the short forms). */
const nanosOf: Readonly<Record<string, bigint>> = {
  d: 86_400_000_000_000n,
  day: 86_400_000_000_000n,
  days: 86_400_000_000_000n,
  h: 3_600_000_000_000n,
  hour: 3_600_000_000_000n,
  hours: 3_600_000_000_000n,
  m: 60_000_000_000n,
  min: 60_000_000_000n,
  minute: 60_000_000_000n,
  minutes: 60_000_000_000n,
  s: 1_000_000_000n,
  sec: 1_000_000_000n,
  secs: 1_000_000_000n,
  second: 1_000_000_000n,
  seconds: 1_000_000_000n,
  ms: 1_000_000n,
  milli: 1_000_000n,
  millis: 1_000_000n,
  millisecond: 1_000_000n,
  milliseconds: 1_000_000n,
  µs: 1_000n,
  micro: 1_000n,
  micros: 1_000n,
  microsecond: 1_000n,
  microseconds: 1_000n,
  ns: 1n,
  nano: 1n,
  nanos: 1n,
  nanosecond: 1n,
  nanoseconds: 1n,
}

const largest = 2n ** 63n - 1n

/**
 * A Flink duration: digits and one unit, blanks between allowed, any case; without a unit milliseconds (api-and-config.md, section 3.3).
 * Returns milliseconds, with a fraction for smaller units; null for anything else: a sign, ISO-8601, or several units.
 */
export const parseDuration = (text: string): Millis | null => {
  const [, digits, label = ''] = /^(\d+)(\D.*)?$/su.exec(text.trim()) ?? []
  // 2^63 has 19 digits
  if (digits === undefined || digits.replace(/^0+/, '').length > 19) return null
  const unit = label.trim().toLowerCase()
  const nanos = unit === '' ? 1_000_000n : Object.hasOwn(nanosOf, unit) ? nanosOf[unit] : undefined
  if (nanos === undefined || BigInt(digits) > largest) return null
  const total = BigInt(digits) * nanos
  return Number(total / 1_000_000n) + Number(total % 1_000_000n) / 1_000_000
}
