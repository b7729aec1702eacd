import type { ClusterFacts } from './cluster-facts.ts'
import type { JobFacts } from './job-facts.ts'

/** All that may be looked at for a FlinkDeployment: its cluster, and the job that runs there. */
export type FlinkDeploymentFacts = ClusterFacts & Omit<JobFacts, keyof ClusterFacts>
