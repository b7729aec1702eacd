import type { DeploymentView } from './deployment-view.ts'
import type { Fact } from './fact.ts'
import type {
  AsynchronousOperation,
  CheckpointConfiguration,
  CheckpointStatistics,
  ClusterOverview,
  JobException,
  JobMetrics,
  JobOverview,
  VertexBounds,
} from './flink-rest.ts'
import type { NamedObjectView } from './named-object-view.ts'
import type { ConfigMapView, IngressView, ServiceView } from './object-view.ts'
import type { PodView } from './pod-view.ts'
import type { StateSnapshotView } from './state-snapshot-view.ts'

/**
 * All that may be looked at for a FlinkDeployment. A field that is missing was not looked at in this round. Each field is the
 * answer to the query variant named beside it; within a round facts only grow.
 */
export interface FlinkDeploymentFacts {
  /** The JobManager Deployment: from the watch cache at first, live after `ReadDeployment`. */
  readonly deployment?: Fact<DeploymentView>
  /** Standalone mode: Deployment `<name>-taskmanager`. `ReadTaskManagerDeployment`. */
  readonly taskManagerDeployment?: Fact<DeploymentView>
  /** `ListJobManagerPods`; an empty list is Known. */
  readonly jobManagerPods?: Fact<readonly PodView[]>
  /** Every ConfigMap with the cluster's labels. `ListConfigMaps`; an empty list is Known. */
  readonly configMaps?: Fact<readonly ConfigMapView[]>
  /** `ListServices`. */
  readonly services?: Fact<readonly ServiceView[]>
  /** `ReadIngress`. */
  readonly ingress?: Fact<IngressView>
  /** `ReadNames`: those of the names that are taken, by whomever. */
  readonly names?: Fact<readonly NamedObjectView[]>
  /** `GetJobsOverview`; a reachable JobManager without jobs is Known `[]`. */
  readonly jobs?: Fact<readonly JobOverview[]>
  /** `GetCheckpoints`; Absent: the job is unknown there. */
  readonly checkpoints?: Fact<CheckpointStatistics>
  /** `GetCheckpointConfiguration`; Absent: the job is unknown there, or makes no checkpoints. */
  readonly checkpointConfiguration?: Fact<CheckpointConfiguration>
  /** `GetSavepointOperation` for the operation under way; Absent: this JobManager does not know the trigger id. */
  readonly stopOperation?: Fact<AsynchronousOperation>
  /** `GetSavepointOperation` for the pending manual or periodic savepoint. */
  readonly savepointOperation?: Fact<AsynchronousOperation>
  /** `GetCheckpointOperation` for the pending manual or periodic checkpoint. */
  readonly checkpointOperation?: Fact<AsynchronousOperation>
  /** `GetJobExceptions`. */
  readonly exceptions?: Fact<readonly JobException[]>
  /** `GetClusterOverview`. */
  readonly clusterOverview?: Fact<ClusterOverview>
  /** `GetJobMetrics`. */
  readonly metrics?: Fact<JobMetrics>
  /** `GetResourceRequirements`. */
  readonly resourceRequirements?: Fact<VertexBounds>
  /** `ListStateSnapshots`; Absent: the CRD is not installed. */
  readonly snapshots?: Fact<readonly StateSnapshotView[]>
}
