import type { AutoscalerStateView } from './autoscaler-state-view.ts'
import type { ClusterCapacityView } from './cluster-capacity-view.ts'
import type { ClusterFacts } from './cluster-facts.ts'
import type { DeploymentView } from './deployment-view.ts'
import type { Fact } from './fact.ts'
import type { FlinkDeploymentView } from './flink-deployment-view.ts'
import type {
  AsynchronousOperation,
  CheckpointConfiguration,
  CheckpointStatistics,
  JobException,
  JobMetrics,
  VertexBounds,
} from './flink-rest.ts'
import type { FlinkSessionJobView } from './flink-session-job-view.ts'
import type { JobDetails, VertexMetrics } from './job-details.ts'
import type { NamingResourceView } from './naming-resource-view.ts'
import type { StateSnapshotView } from './state-snapshot-view.ts'

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
