export const packageName = '@flink-operator/core'
export { isHard, mayFail } from './action/action-properties.ts'
export type { Action, FlinkAction, KubernetesAction, WorldAction, ZooKeeperAction } from './action/action.ts'
export type { FlinkDeploymentAction } from './kind/flink-deployment/flink-deployment-action.ts'
export type { AdapterError, AdapterErrorTag } from './action/adapter-error.ts'
export type { ApplyObject } from './action/apply-object.ts'
export type { CancelJob } from './action/cancel-job.ts'
export type { CreateObject } from './action/create-object.ts'
export type { CreateStateSnapshot } from './action/create-state-snapshot.ts'
export type { DeleteHaMetadata } from './action/delete-ha-metadata.ts'
export type { DeleteJar } from './action/delete-jar.ts'
export type { DeleteObject } from './action/delete-object.ts'
export type { DeleteZooKeeperHaMetadata } from './action/delete-zookeeper-ha-metadata.ts'
export type { DisposeSavepoint } from './action/dispose-savepoint.ts'
export type { EmitEvent } from './action/emit-event.ts'
export type { AddFinalizer, RemoveFinalizer } from './action/finalizer.ts'
export type { Look } from './action/look.ts'
export type { ClusterManifestInput, ClusterPart, ManifestRequest } from './action/manifest-request.ts'
export type { PatchObject } from './action/patch-object.ts'
export type { PersistStatus } from './action/persist-status.ts'
export type { PruneHaExecutionPlan } from './action/prune-ha-execution-plan.ts'
export type { PruneZooKeeperPlans } from './action/prune-zookeeper-plans.ts'
export type { Requeue } from './action/requeue.ts'
export type { RunJar } from './action/run-jar.ts'
export type { StopWithSavepoint } from './action/stop-with-savepoint.ts'
export type { TriggerCheckpoint } from './action/trigger-checkpoint.ts'
export type { TriggerSavepoint } from './action/trigger-savepoint.ts'
export type { UpdateResourceRequirements } from './action/update-resource-requirements.ts'
export type { UploadJar } from './action/upload-jar.ts'
export type { Env } from './env.ts'
export type { DeploymentCondition, DeploymentView } from './fact/deployment-view.ts'
export { absent, type Fact, known, unknown, type UnknownReason } from './fact/fact.ts'
export { unknownReasonOf } from './fact/unknown-reason-of.ts'
export type { Facts } from './fact/facts.ts'
export type { FlinkDeploymentFacts } from './fact/flink-deployment-facts.ts'
export type {
  AsynchronousOperation,
  CheckpointConfiguration,
  CheckpointStatistics,
  CheckpointView,
  ClusterOverview,
  JobException,
  JobMetrics,
  JarView,
  JobOverview,
  VertexBounds,
} from './fact/flink-rest.ts'
export type { LabelledDeployment, LabelledIngress, LabelledObjects, LabelledService } from './fact/labelled-objects.ts'
export type { NamedObjectView, ObjectName } from './fact/named-object-view.ts'
export type { ConfigMapView, IngressView, ServiceView } from './fact/object-view.ts'
export type { ZooKeeperHaView, ZooKeeperJobView, ZooKeeperNode, ZooKeeperPlanView } from './fact/zookeeper-ha-view.ts'
export type { FlinkDeploymentView } from './fact/flink-deployment-view.ts'
export type { FlinkSessionJobFacts } from './fact/flink-session-job-facts.ts'
export type { FlinkSessionJobView } from './fact/flink-session-job-view.ts'
export type { FlinkStateSnapshotFacts } from './fact/flink-state-snapshot-facts.ts'
export type { OwnerView } from './fact/owner-view.ts'
export type { ContainerStateView, ContainerView, PodView } from './fact/pod-view.ts'
export type { StateSnapshotView } from './fact/state-snapshot-view.ts'
export { flatten as flattenConfiguration } from './flink-configuration/flatten.ts'
export { zooKeeperPlace } from './flink-configuration/zookeeper-place.ts'
export { readQuorum, type ZooKeeperQuorum, type ZooKeeperServer } from './flink-configuration/zookeeper-quorum.ts'
export type { FlinkConfiguration, FlinkDefaults } from './flink-configuration/flink-defaults.ts'
export type { Kind } from './round/kind.ts'
export type { Recorded, Resource } from './resource/resource.ts'
export type { DecodeError, Finding } from './resource/finding.ts'
export {
  type Election,
  electionProblem,
  type ElectionSettings,
  follower,
  leaseNotWritten,
  leaseRead,
  type LeaseRecord,
  leaseWritten,
  mayAct,
} from './high-availability/election/leader-election.ts'
export { type ChangedKeys, changedKeys } from './operator-options/changed-keys.ts'
export { type IdleOption, idleOptions } from './operator-options/idle-options.ts'
export { type ClusterSpec, jarHeaders } from './operator-options/jar-headers.ts'
export { type OperatorOptions, operatorOptions } from './operator-options/operator-options.ts'
export { decodeErrorText } from './redaction/decode-error-text.ts'
export { hideKnown, redactJson, redactText, redactTexts } from './redaction/redact.ts'
export { hideAt, hideInPlaces } from './redaction/secret-places.ts'
export { shownChanges } from './redaction/shown-changes.ts'
export { secretsIn } from './redaction/known-secrets.ts'
export { hidden, isSensitive } from './redaction/sensitive-name.ts'
export { factOf } from './query/fact-of.ts'
export { lookOrder } from './query/look-order.ts'
export type { ZooKeeperPlace } from './query/zookeeper-place.ts'
export type { ClusterObjectQuery, FlinkQuery, Freshness, KubernetesQuery, Query, RestEndpoint, ZooKeeperQuery } from './query/query.ts'
export { connectionRestriction } from './validation/restricted-address.ts'
export { type FlinkVersion, isAtLeast } from './resource/flink-version.ts'
export type { FlinkDeploymentStatus } from './resource/flink-deployment-status.ts'
export { deploymentNamePath, type FlinkSessionJobSpec, type FlinkSessionJobStatus } from './resource/flink-session-job.ts'
export type { CheckpointType, SavepointFormatType } from './resource/job-status.ts'
export type {
  FlinkStateSnapshotSpec,
  FlinkStateSnapshotStatus,
  JobReference,
  SavepointSpec,
  SnapshotRecord,
  SnapshotState,
} from './resource/flink-state-snapshot.ts'
export { type JobState, jobStates } from './resource/job-state.ts'
export type { Json, JsonObject } from './resource/json.ts'
export type { LifecycleState } from './resource/lifecycle-state.ts'
export type { ResourceMeta } from './resource/resource-meta.ts'
export { identityOf, type ResourceType, resourceTypes } from './resource/resource-type.ts'
export type { ObjectRef, ResourceRef } from './resource/resource-ref.ts'
export type { EpochMillis, Millis } from './resource/time.ts'
export { afterFailure, type AfterFailure } from './round/after-failure.ts'
export type { Doing, Effect, Ended, Failure, Looking, RoundEnd, RoundEvent, RoundRules, RoundState } from './round/round-state.ts'
export { beginList, beginRound, currentOf, requeueOf, step, stepOfList } from './round/step.ts'
