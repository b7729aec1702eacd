import type { ClusterFacts } from './cluster-facts.ts'
import type { JobFacts } from './job-facts.ts'

/** All that may be looked at for a FlinkDeployment: its cluster, and the job that runs there. */
export interface FlinkDeploymentFacts extends ClusterFacts, Omit<JobFacts, keyof ClusterFacts> {}
