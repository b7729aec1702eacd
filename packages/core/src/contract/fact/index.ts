/** The facts: the view of each observed object, job and cluster. */
export type { DeploymentCondition, DeploymentView } from './object-view.ts'
export { factWords } from './fact.ts'
export { absent, type Fact, known, unknown, type UnknownReason } from './fact.ts'
export { unknownReasonOf } from './fact.ts'
export type { Facts, FactsOfOne, SlottedField } from './facts.ts'
export type { FlinkDeploymentFacts } from './cluster-facts.ts'
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
export type { AutoscalerStateView } from './custom-resource-views.ts'
export { type ClusterCapacityView, nodeGroupLabel, type NodeView, type ResourceRequest } from './cluster-capacity-view.ts'
export type { AggregatedMetric, JobDetails, VertexDetails, VertexMetrics } from './job-details.ts'
export type { LabelledDeployment, LabelledIngress, LabelledObjects, LabelledService } from './cluster-facts.ts'
export type { NamedObjectView, ObjectName } from './object-view.ts'
export type { ConfigMapView, IngressView, ServiceView } from './object-view.ts'
export type { ZooKeeperHaView, ZooKeeperJobView, ZooKeeperNode, ZooKeeperPlanView } from './zookeeper-ha-view.ts'
export type { FlinkDeploymentView } from './custom-resource-views.ts'
export type { FlinkSessionJobView } from './custom-resource-views.ts'
export type { FlinkStateSnapshotFacts } from './facts.ts'
export type { NamingResourceView } from './custom-resource-views.ts'
export type { OwnerView } from './object-view.ts'
export type { ContainerStateView, ContainerView, PodView } from './pod-view.ts'
export type { StateSnapshotView } from './custom-resource-views.ts'
export type { ClusterFacts } from './cluster-facts.ts'
export type { JobFacts } from './cluster-facts.ts'
