import type { EpochMillis, Millis } from '@flink-operator/core'

/** Shorter delays belong to an operation in progress and are not aligned. */
const shortest: Millis = 10_000

/** FNV-1a; any hash would do. */
const spread = (text: string): number =>
  Array.from(text).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)

/**
 * Aligns the requeues of one group, so that what all its resources read is read once. The delay ends at the last common moment
 * before its original end, never later. Different groups have different moments.
 */
export const untilCommonTime = (wait: Millis, now: EpochMillis, group: string | null): Millis => {
  if (group === null || wait < shortest) return wait
  const phase = spread(group) % wait
  const due = Math.floor((now + wait - phase) / wait) * wait + phase
  return Math.min(wait, Math.max(1, due - now))
}
