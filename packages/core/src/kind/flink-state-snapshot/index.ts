/** FlinkStateSnapshot alone: its kind, and the nouns in its types. */
export { flinkStateSnapshotKind } from './flink-state-snapshot-kind.ts'
export type { SnapshotDesired, SnapshotObserved } from './state-snapshot-round.ts'
export type { TargetJob } from './target-job.ts'
export type {
  FlinkStateSnapshotSpec,
  FlinkStateSnapshotStatus,
  SavepointSpec,
  SnapshotRecord,
  SnapshotState,
} from './flink-state-snapshot.ts'
