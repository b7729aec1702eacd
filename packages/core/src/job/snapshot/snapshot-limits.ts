import type { EpochMillis, Millis } from '../../resource/time.ts'

/** How much is kept of one kind of snapshot. */
export interface SnapshotLimits {
  readonly count: number
  /** Older than this goes; null: of any age. */
  readonly maxAge: Millis | null
}

export interface SavepointHistoryOptions {
  readonly savepointHistoryMaxCount: number
  readonly savepointHistoryMaxAge: Millis
}

/** Upper bounds that the platform sets in the operator's own configuration. */
export interface SavepointHistoryThresholds {
  readonly savepointHistoryMaxCountThreshold: number | null
  readonly savepointHistoryMaxAgeThreshold: Millis | null
}

/** At least one is kept, whatever the options say (control-flow.md, section 6.6). */
export const savepointLimits = (options: SavepointHistoryOptions, thresholds: SavepointHistoryThresholds): SnapshotLimits => ({
  count: Math.max(1, Math.min(options.savepointHistoryMaxCount, thresholds.savepointHistoryMaxCountThreshold ?? Infinity)),
  maxAge: Math.min(options.savepointHistoryMaxAge, thresholds.savepointHistoryMaxAgeThreshold ?? Infinity),
})

/** By `execution.checkpointing.num-retained`; no limit of age. */
export const checkpointLimits = (numRetained: number): SnapshotLimits => ({ count: Math.max(1, numRetained), maxAge: null })

export const isTooOld = (time: EpochMillis, { maxAge }: SnapshotLimits, now: EpochMillis): boolean => maxAge !== null && time < now - maxAge
