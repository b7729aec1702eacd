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
