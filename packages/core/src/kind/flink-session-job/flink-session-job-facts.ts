import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { FlinkDeploymentView } from '../../contract/fact/flink-deployment-view.ts'
import type { JobFacts } from '../../contract/fact/job-facts.ts'

/** All facts that a round of a FlinkSessionJob may query: the FlinkDeployment of its session cluster, the cluster itself, and the job. */
export type FlinkSessionJobFacts =
  & Pick<ClusterFacts, 'deployment' | 'jobManagerPods' | 'configMaps' | 'jobs' | 'jars'>
  & Omit<JobFacts, 'jobs' | 'deployment'>
  & {
    /** The FlinkDeployment of the session cluster, from `ReadFlinkDeployment`. Absent: no FlinkDeployment has that name. */
    readonly target?: Fact<FlinkDeploymentView>
  }
