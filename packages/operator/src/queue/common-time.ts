import type { EpochMillis, Millis } from '@flink-operator/core'

/** Shorter waits are for something that is under way: each has its own time. */
const shortest: Millis = 10_000

/** FNV-1a: any spread will do. */
const spread = (text: string): number =>
  Array.from(text).reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261)

/**
 * Resources of one group come back at the same moments, so that what they all look at is looked at once: the wait ends at the last common
 * moment before its end, never later. Groups are spread.
 */
export const untilCommonTime = (wait: Millis, now: EpochMillis, group: string | null): Millis => {
  if (group === null || wait < shortest) return wait
  const phase = spread(group) % wait
  const due = Math.floor((now + wait - phase) / wait) * wait + phase
  return Math.min(wait, Math.max(1, due - now))
}
