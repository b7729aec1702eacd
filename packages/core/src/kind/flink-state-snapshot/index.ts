/** The kind FlinkStateSnapshot and the types that its API uses. */
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
export { classify } from './classify-state-snapshot.ts'
export { decodeFlinkStateSnapshot } from './flink-state-snapshot-codec.ts'
export { validateStateSnapshot } from './validated-state-snapshot.ts'
