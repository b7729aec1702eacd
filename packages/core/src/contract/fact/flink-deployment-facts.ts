import type { ClusterFacts } from './cluster-facts.ts'
import type { JobFacts } from './job-facts.ts'

/** The facts about a FlinkDeployment: its cluster, and its job or, for a session cluster, the session jobs. */
export type FlinkDeploymentFacts = ClusterFacts & Omit<JobFacts, keyof ClusterFacts>
