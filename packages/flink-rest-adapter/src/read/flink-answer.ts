import type {
  AsynchronousOperation,
  CheckpointConfiguration,
  CheckpointStatistics,
  CheckpointView,
  ClusterOverview,
  JarView,
  JobDetails,
  JobException,
  JobMetrics,
  JobOverview,
  VertexBounds,
  VertexMetrics,
} from '@flink-operator/core/fact'
import type { FlinkQuery } from '@flink-operator/core/query'

/** The tags of the queries that Flink's REST API answers. */
export type FlinkQueryTag = FlinkQuery['_tag']

/** The query with this tag. */
export type QueryOf<Tag extends FlinkQueryTag> = Extract<FlinkQuery, { readonly _tag: Tag }>

/** The type of the answer to each query. */
export interface FlinkAnswers {
  readonly GetJobsOverview: readonly JobOverview[]
  readonly GetCheckpoints: CheckpointStatistics
  readonly GetCheckpointConfiguration: CheckpointConfiguration
  readonly GetSavepointOperation: AsynchronousOperation
  readonly GetCheckpointOperation: AsynchronousOperation
  readonly GetCheckpointDetails: CheckpointView
  readonly GetJobExceptions: readonly JobException[]
  readonly GetClusterOverview: ClusterOverview
  readonly GetJars: readonly JarView[]
  readonly GetJobMetrics: JobMetrics
  readonly GetResourceRequirements: VertexBounds
  readonly GetJobDetails: JobDetails
  readonly GetVertexMetrics: VertexMetrics
}
