import type { EpochMillis, Millis } from '../../contract/resource/time.ts'

/** How many snapshots of one kind the operator keeps, and for how long. */
export interface SnapshotLimits {
  readonly count: number
  /** Older snapshots are deleted; null: no age limit. */
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

/** Limits of savepoints. The operator always keeps at least one (control-flow.md, section 6.6). */
export const savepointLimits = (options: SavepointHistoryOptions, thresholds: SavepointHistoryThresholds): SnapshotLimits => ({
  count: Math.max(1, Math.min(options.savepointHistoryMaxCount, thresholds.savepointHistoryMaxCountThreshold ?? Infinity)),
  maxAge: Math.min(options.savepointHistoryMaxAge, thresholds.savepointHistoryMaxAgeThreshold ?? Infinity),
})

/** Limits of checkpoints: `execution.checkpointing.num-retained`, and no age limit. */
export const checkpointLimits = (numRetained: number): SnapshotLimits => ({ count: Math.max(1, numRetained), maxAge: null })

export const isTooOld = (time: EpochMillis, { maxAge }: SnapshotLimits, now: EpochMillis): boolean => maxAge !== null && time < now - maxAge
