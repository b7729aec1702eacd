/** What the resources hold: specs and statuses of each kind, and the words in them. */
export type { Recorded, Resource } from './resource.ts'
export type { DecodeError, Finding } from './finding.ts'
export { type FlinkVersion, flinkVersions, isAtLeast } from './flink-version.ts'
export type { FlinkDeploymentStatus } from './flink-deployment-status.ts'
export { deploymentNamePath, type FlinkSessionJobSpec, type FlinkSessionJobStatus } from './flink-session-job.ts'
export type {
  CheckpointType,
  SavepointFormatType,
  JobStatus,
  SavepointInfo,
  CheckpointInfo,
  SavepointRecord,
  CheckpointRecord,
  SnapshotTriggerType,
} from './job-status.ts'
export type { JobReference } from './job-reference.ts'
export { type JobState, jobStates } from './job-state.ts'
export type { Json, JsonObject } from './json.ts'
export type { LifecycleState } from './lifecycle-state.ts'
export type { OwnerReference, ResourceMeta } from './resource-meta.ts'
export { identityOf, type ResourceType, resourceTypes } from './resource-type.ts'
export type { ObjectRef, ResourceRef } from './resource-ref.ts'
export type { EpochMillis, Millis } from './time.ts'
export type {
  FlinkDeploymentSpec,
  JobSpec,
  IngressSpec,
  DeploymentMode,
  Nonce,
  DesiredJobState,
  JobManagerSpec,
  TaskManagerSpec,
  ProcessResource,
  ResourceRequirements,
} from './flink-deployment-spec.ts'
export type { Condition } from './condition.ts'
export type { JobLifecycleStatus, ReconciliationStatus, ReconciliationState } from './job-lifecycle-status.ts'
export type { ClusterStatus, JobManagerDeploymentStatus } from './cluster-status.ts'
export type { OperatorRecord, ManualSnapshot } from './operator-record.ts'
export { type UpgradeMode, upgradeModes } from './upgrade-mode.ts'
export type {
  Operation,
  UnreadableOperation,
  SuspendOperation,
  DeployOperation,
  SubmitOperation,
  TearDownOperation,
  DeploySource,
  Incarnation,
  RestoreSource,
  AskedRedeploy,
} from './operation.ts'
export type { LastState, PathEvidence, UnknownState } from './last-state.ts'
export { type SuspendMode, suspendModes } from './suspend-mode.ts'
