import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { Fact } from '../../fact/fact.ts'
import type { FlinkDeploymentView } from '../../fact/flink-deployment-view.ts'
import type { FlinkSessionJobView } from '../../fact/flink-session-job-view.ts'
import type { JobFacts } from '../../fact/job-facts.ts'

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
