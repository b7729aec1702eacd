/** FlinkStateSnapshot alone: its kind, and the nouns in its types. */
export { flinkStateSnapshotKind } from './flink-state-snapshot-kind.ts'
export type { SnapshotDesired, SnapshotObserved } from './round.ts'
export type { TargetJob } from './target-job.ts'
