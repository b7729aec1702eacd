/** The facts: the view of each observed object, job and cluster. */
export type { DeploymentCondition, DeploymentView } from './deployment-view.ts'
export { factWords } from './fact-words.ts'
export { absent, type Fact, known, unknown, type UnknownReason } from './fact.ts'
export { unknownReasonOf } from './unknown-reason-of.ts'
export type { Facts, FactsOfOne, SlottedField } from './facts.ts'
export type { FlinkDeploymentFacts } from './flink-deployment-facts.ts'
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
} from './flink-rest.ts'
export type { AutoscalerStateView } from './autoscaler-state-view.ts'
export { type ClusterCapacityView, nodeGroupLabel, type NodeView, type ResourceRequest } from './cluster-capacity-view.ts'
export type { AggregatedMetric, JobDetails, VertexDetails, VertexMetrics } from './job-details.ts'
export type { LabelledDeployment, LabelledIngress, LabelledObjects, LabelledService } from './labelled-objects.ts'
export type { NamedObjectView, ObjectName } from './named-object-view.ts'
export type { ConfigMapView, IngressView, ServiceView } from './object-view.ts'
export type { ZooKeeperHaView, ZooKeeperJobView, ZooKeeperNode, ZooKeeperPlanView } from './zookeeper-ha-view.ts'
export type { FlinkDeploymentView } from './flink-deployment-view.ts'
export type { FlinkSessionJobView } from './flink-session-job-view.ts'
export type { FlinkStateSnapshotFacts } from './flink-state-snapshot-facts.ts'
export type { NamingResourceView } from './naming-resource-view.ts'
export type { OwnerView } from './owner-view.ts'
export type { ContainerStateView, ContainerView, PodView } from './pod-view.ts'
export type { StateSnapshotView } from './state-snapshot-view.ts'
export type { ClusterFacts } from './cluster-facts.ts'
export type { JobFacts } from './job-facts.ts'
