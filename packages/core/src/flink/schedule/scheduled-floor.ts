import type { EpochMillis } from '../../contract/resource/time.ts'
import { periodHolds, periodPart, periodParts } from './excluded-period.ts'
import type { TimeZone } from './time-zone.ts'

/** `08:00-18:00 = 10`: the smallest parallelism in this period. */
export interface ScheduledFloor {
  readonly period: string
  readonly parallelism: number
}

/** Largest parallelism of Flink. */
const largest = 32_768

/** Parses an entry; null if it is invalid. */
export const scheduledFloor = (entry: string): ScheduledFloor | null => {
  const at = entry.lastIndexOf('=')
  if (at < 0) return null
  const [period, digits] = [entry.slice(0, at).trim(), entry.slice(at + 1).trim()]
  const parallelism = /^\d{1,5}$/.test(digits) ? Number(digits) : 0
  const isReadable = periodParts(period).every(part => periodPart(part) !== null)
  return parallelism >= 1 && parallelism <= largest && isReadable ? { period, parallelism } : null
}

/** The largest parallelism of the entries that match now; 0: none matches. Ignores invalid entries, which validation reports. */
export const floorAt = (entries: readonly string[], now: EpochMillis, zone: TimeZone): number =>
  entries.reduce((most, entry) => {
    const floor = scheduledFloor(entry)
    return floor !== null && floor.parallelism > most && periodHolds(floor.period, now, zone) === true ? floor.parallelism : most
  }, 0)
