import type { ClusterFacts } from './cluster-facts.ts'
import type { Fact } from './fact.ts'
import type { FlinkSessionJobView } from './flink-session-job-view.ts'
import type { JobFacts } from './job-facts.ts'

/** All that may be looked at for a FlinkDeployment: its cluster, and the job that runs there or, of a session cluster, those that may. */
export type FlinkDeploymentFacts = ClusterFacts & Omit<JobFacts, keyof ClusterFacts> & {
  /** `ListFlinkSessionJobs`; Absent: the CRD is not installed. One that can't be read makes the whole Unknown: it may name anything. */
  readonly flinkSessionJobs?: Fact<readonly FlinkSessionJobView[]>
}
