/** Specs and statuses of each kind, and the types of their fields. */
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
export type { JobReference } from './job-status.ts'
export { type JobState, jobStates } from './job-status.ts'
export type { Json, JsonObject } from './json.ts'
export type { LifecycleState } from './job-status.ts'
export type { OwnerReference, ResourceMeta } from './resource.ts'
export { identityOf, type ResourceType, resourceTypes } from './resource-type.ts'
export { namingKinds } from './resource-type.ts'
export type { ObjectRef, ResourceRef } from './resource.ts'
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
export type { JobLifecycleStatus, ReconciliationStatus, ReconciliationState } from './job-status.ts'
export type { ClusterStatus, JobManagerDeploymentStatus } from './flink-deployment-status.ts'
export type { OperatorRecord, ManualSnapshot } from './operator-record.ts'
export { type UpgradeMode, upgradeModes } from './upgrade-mode.ts'
export type {
  Operation,
  OperationPurpose,
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
export { isMarkedStarted, markIn, startedAnnotation, startedMark, type StartedMark, startedValue } from './annotations.ts'
export { isTerminal, isGoingOn } from './job-status.ts'
export { contradictedState, nothingRecorded, isDefinite, stateOfRunningJob, stateUnderDeploy } from './last-state.ts'
export { mergedConditions, type WantedCondition } from './condition.ts'
export { isOfEarlierAttempt, type JobOwner, mintId, mintJobIdIn } from './mint-id.ts'
export { lateArrivalLimit } from './operation.ts'
export { isSameJson } from './json.ts'
export { clockTolerance } from './time.ts'
export { boundedMessage, cutMessage, longestMessage } from './json.ts'
export { deployAnnotation } from './annotations.ts'
export { lastStateMarker } from './operation.ts'
export { finalizerOf } from './resource-type.ts'
