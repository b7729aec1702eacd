import type { ClusterFacts } from './cluster-facts.ts'
import type { Fact } from './fact.ts'
import type { FlinkDeploymentView } from './flink-deployment-view.ts'
import type { FlinkSessionJobView } from './flink-session-job-view.ts'
import type { JobFacts } from './job-facts.ts'

/** All that may be looked at for a FlinkSessionJob: its session cluster, as the FlinkDeployment tells of it and as it is, and its job. */
export type FlinkSessionJobFacts =
  & Pick<ClusterFacts, 'deployment' | 'jobManagerPods' | 'configMaps' | 'jobs' | 'jars'>
  & Omit<JobFacts, 'jobs' | 'deployment'>
  & {
    /** The session cluster. `ReadFlinkDeployment`; Absent: there is none of that name. */
    readonly target?: Fact<FlinkDeploymentView>
    /** All of the namespace. `ListFlinkSessionJobs`; Absent: their CRD is not installed. */
    readonly flinkSessionJobs?: Fact<readonly FlinkSessionJobView[]>
  }
