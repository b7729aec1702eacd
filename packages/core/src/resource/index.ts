/** What the resources hold: specs and statuses of each kind, and the words in them. */
export type { Recorded, Resource } from './resource.ts'
export type { DecodeError, Finding } from './finding.ts'
export { type FlinkVersion, isAtLeast } from './flink-version.ts'
export type { FlinkDeploymentStatus } from './flink-deployment-status.ts'
export type { BlueGreenState } from '../kind/flink-blue-green-deployment/blue-green-resource.ts'
export { deploymentNamePath, type FlinkSessionJobSpec, type FlinkSessionJobStatus } from './flink-session-job.ts'
export type { CheckpointType, SavepointFormatType } from './job-status.ts'
export type {
  FlinkStateSnapshotSpec,
  FlinkStateSnapshotStatus,
  JobReference,
  SavepointSpec,
  SnapshotRecord,
  SnapshotState,
} from './flink-state-snapshot.ts'
export { type JobState, jobStates } from './job-state.ts'
export type { Json, JsonObject } from './json.ts'
export type { LifecycleState } from './lifecycle-state.ts'
export type { ResourceMeta } from './resource-meta.ts'
export { identityOf, type ResourceType, resourceTypes } from './resource-type.ts'
export type { ObjectRef, ResourceRef } from './resource-ref.ts'
export type { EpochMillis, Millis } from './time.ts'
