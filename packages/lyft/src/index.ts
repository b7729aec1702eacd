/** FlinkApplication: its kind, and the types in its signature. */
export { flinkApplicationKind } from './flink-application-kind.ts'
export type { FlinkApplicationSpec, JobManagerConfig, TaskManagerConfig, ManagerConfig } from './spec/flink-application-spec.ts'
export type {
  FlinkApplicationStatus,
  ApplicationError,
  ApplicationClusterStatus,
  ApplicationJobStatus,
  VersionStatus,
  Health,
} from './status/flink-application-status.ts'
export type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
export type { ApplicationOptions } from './application-options.ts'
export type { ApplicationTimers } from './retry/timers.ts'
export type { HalfWay } from './take-over/half-way.ts'
export type { ApplicationOperation, OperationKind, JobStop, JobSubmit } from './status/application-operation.ts'
export type { ApplicationRecord, DeployedVersion, GivenUp } from './status/application-record.ts'
export type { ObjectOptions } from './objects/cluster-request.ts'
export type { JobDefinition } from './status/job-definition.ts'
export type { LiveVersionFields } from './take-over/live-version.ts'
export type { HashOptions } from './hash/hashed-application.ts'
export { hashLabel, jobPropertiesAnnotation, selectorLabel, typeLabel } from './objects/flink-application-labels.ts'
export { defaultRestoreAge, defaultTimers } from './retry/timers.ts'
export { emptyFlinkApplicationSpec } from './spec/flink-application-spec-fields.ts'
export { modeOf, deleteModeOf } from './spec/modes.ts'
export { isAtRest, phaseOf } from './state/state-row.ts'
export { flinkApplicationStatus, initialApplicationStatus } from './status/flink-application-status-fields.ts'
export { flinkApplicationType } from './type.ts'
export { type RecordedCluster, recordedClusters } from './observe/recorded-clusters.ts'
export { appLabel } from './objects/flink-application-labels.ts'
export { quantityValue } from './kubernetes-json/quantity.ts'
