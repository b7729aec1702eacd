import type { DeploymentView, IngressView, ServiceView, NamedObjectView, ConfigMapView } from './object-view.ts'
import type { Fact } from './fact.ts'
import type {
  ClusterOverview,
  JarView,
  JobOverview,
  AsynchronousOperation,
  CheckpointConfiguration,
  CheckpointStatistics,
  JobException,
  JobMetrics,
  VertexBounds,
} from './flink-rest.ts'
import type { PodView } from './pod-view.ts'
import type { ZooKeeperHaView } from './zookeeper-ha-view.ts'
import type {
  AutoscalerStateView,
  FlinkDeploymentView,
  FlinkSessionJobView,
  NamingResourceView,
  StateSnapshotView,
} from './custom-resource-views.ts'
import type { ClusterCapacityView } from './cluster-capacity-view.ts'
import type { JobDetails, VertexMetrics } from './job-details.ts'

type Texts = Readonly<Record<string, string>>

/** A Deployment with the fields that bind pods to it. */
export interface LabelledDeployment extends DeploymentView {
  /** `spec.selector.matchLabels`: immutable. */
  readonly matchLabels: Texts
  /** Annotations of the pod template. */
  readonly podAnnotations: Texts
}

/** A Service with its labels, which identify Lyft's clusters. */
export interface LabelledService extends ServiceView {
  readonly labels: Texts
  /** `spec.selector`: the pods that it routes to. */
  readonly selector: Texts
  /** `spec.ports` by name. Absent: the model has no ports. */
  readonly ports?: Readonly<Record<string, number>>
}

/** An Ingress with its labels, which identify Lyft's clusters. */
export interface LabelledIngress extends Pick<IngressView, 'name' | 'uid' | 'ownerUids' | 'owners'> {
  readonly deleting: boolean
  readonly labels: Texts
}

/** `ListLabelledObjects`: all objects with the labels, of every cluster of an application. Empty lists are known to be empty. */
export interface LabelledObjects {
  readonly deployments: readonly LabelledDeployment[]
  readonly services: readonly LabelledService[]
  readonly ingresses: readonly LabelledIngress[]
}

/**
 * The facts about a Flink cluster. A missing field was not queried in this round. Each field answers the query variant that its comment
 * names. Within a round facts are only added.
 */
export type ClusterFacts = {
  /** The JobManager Deployment: from the watch cache at first, live after `ReadDeployment`. */
  readonly deployment?: Fact<DeploymentView>
  /** Standalone mode: Deployment `<name>-taskmanager`. `ReadTaskManagerDeployment`. */
  readonly taskManagerDeployment?: Fact<DeploymentView>
  /** `ListJobManagerPods`; an empty list is Known. */
  readonly jobManagerPods?: Fact<readonly PodView[]>
  /** Every ConfigMap with the cluster's labels. `ListConfigMaps`; an empty list is Known. */
  readonly configMaps?: Fact<readonly ConfigMapView[]>
  /**
   * A cluster's data in ZooKeeper, by its place (`zookeeper-query.ts`). `ReadZooKeeperHaMetadata`; Absent: the ensemble, by a majority, has
   * no node of the cluster.
   */
  readonly zooKeeperHa?: Fact<ZooKeeperHaView>
  /** `ListServices`. */
  readonly services?: Fact<readonly ServiceView[]>
  /** `ReadIngress`. */
  readonly ingress?: Fact<IngressView>
  /** `ReadNames`: the existing objects with these names, whoever owns them. */
  readonly names?: Fact<readonly NamedObjectView[]>
  /** `ListLabelledObjects`. */
  readonly labelledObjects?: Fact<LabelledObjects>
  /** `GetJobsOverview`; a reachable JobManager without jobs is Known `[]`. */
  readonly jobs?: Fact<readonly JobOverview[]>
  /** `GetClusterOverview`. */
  readonly clusterOverview?: Fact<ClusterOverview>
  /** `GetJars`; a JobManager without jars is Known `[]`. */
  readonly jars?: Fact<readonly JarView[]>
}

/**
 * The facts about a job, wherever it runs. A missing field was not queried in this round. Each field answers the query variant that its
 * comment names. Within a round facts are only added.
 */
export type JobFacts = Pick<ClusterFacts, 'jobs' | 'jars'> & {
  /** For a job with its own cluster: the Deployment, whose annotation names the attempt. */
  readonly deployment?: Fact<Pick<DeploymentView, 'annotations'>>
  /** `GetCheckpoints`; Absent: the JobManager does not know the job. */
  readonly checkpoints?: Fact<CheckpointStatistics>
  /** `GetCheckpointConfiguration`; Absent: the JobManager does not know the job, or the job has no checkpoints. */
  readonly checkpointConfiguration?: Fact<CheckpointConfiguration>
  /** `GetSavepointOperation` for the operation in progress; Absent: this JobManager does not know the trigger id. */
  readonly stopOperation?: Fact<AsynchronousOperation>
  /** `GetSavepointOperation` for the pending manual or periodic savepoint. */
  readonly savepointOperation?: Fact<AsynchronousOperation>
  /** `GetCheckpointOperation` for the pending manual or periodic checkpoint. */
  readonly checkpointOperation?: Fact<AsynchronousOperation>
  /** `GetJobExceptions`. */
  readonly exceptions?: Fact<readonly JobException[]>
  /** `GetJobMetrics`. */
  readonly metrics?: Fact<JobMetrics>
  /** `GetResourceRequirements`. */
  readonly resourceRequirements?: Fact<VertexBounds>
  /** `GetJobDetails`; Absent: the JobManager does not know the job. */
  readonly jobDetails?: Fact<JobDetails>
  /** `GetVertexMetrics`. */
  readonly vertexMetrics?: Fact<VertexMetrics>
  /** `ReadAutoscalerState`. */
  readonly autoscalerState?: Fact<AutoscalerStateView>
  /** `ReadClusterCapacity`. */
  readonly clusterCapacity?: Fact<ClusterCapacityView>
  /** `ListStateSnapshots`; Absent: the CRD is not installed. */
  readonly snapshots?: Fact<readonly StateSnapshotView[]>
  /** `ListFlinkDeployments`: all of the namespace. One that can't be read makes the whole Unknown: it may name any path. */
  readonly flinkDeployments?: Fact<readonly FlinkDeploymentView[]>
  /** `ListFlinkSessionJobs`; Absent: the CRD is not installed. One that can't be read makes the whole Unknown: it may name anything. */
  readonly flinkSessionJobs?: Fact<readonly FlinkSessionJobView[]>
  /** `ListNamingResources`: a kind that is not installed has none. */
  readonly namingResources?: Fact<readonly NamingResourceView[]>
}

/** The facts about a FlinkDeployment: its cluster, and its job or, for a session cluster, the session jobs. */
export type FlinkDeploymentFacts = ClusterFacts & Omit<JobFacts, keyof ClusterFacts>
