import type { AutoscalerStateView } from './autoscaler-state-view.ts'
import type { ClusterFacts } from './cluster-facts.ts'
import type { DeploymentView } from './deployment-view.ts'
import type { Fact } from './fact.ts'
import type {
  AsynchronousOperation,
  CheckpointConfiguration,
  CheckpointStatistics,
  JobException,
  JobMetrics,
  VertexBounds,
} from './flink-rest.ts'
import type { JobDetails, VertexMetrics } from './job-details.ts'
import type { StateSnapshotView } from './state-snapshot-view.ts'

/**
 * What may be looked at of a job, wherever it runs. A field that is missing was not looked at in this round. Each field is the answer to
 * the query variant named beside it; within a round facts only grow.
 */
export type JobFacts = Pick<ClusterFacts, 'jobs' | 'jars'> & {
  /** Of a cluster that is the job's alone: whose attempt made it. */
  readonly deployment?: Fact<Pick<DeploymentView, 'annotations'>>
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
  /** `GetJobMetrics`. */
  readonly metrics?: Fact<JobMetrics>
  /** `GetResourceRequirements`. */
  readonly resourceRequirements?: Fact<VertexBounds>
  /** `GetJobDetails`; Absent: the job is unknown there. */
  readonly jobDetails?: Fact<JobDetails>
  /** `GetVertexMetrics`. */
  readonly vertexMetrics?: Fact<VertexMetrics>
  /** `ReadAutoscalerState`. */
  readonly autoscalerState?: Fact<AutoscalerStateView>
  /** `ListStateSnapshots`; Absent: the CRD is not installed. */
  readonly snapshots?: Fact<readonly StateSnapshotView[]>
}
