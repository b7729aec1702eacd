import { jobManagerLife } from '../cluster/seen/incarnation.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { JobHost } from '../job/job-round.ts'

/** The cluster that an application has for itself, as its job sees it. */
export const hostOf = ({ jobManagerDeploymentStatus }: FlinkDeploymentStatus, facts: FlinkDeploymentFacts): JobHost => ({
  jobManager: jobManagerDeploymentStatus,
  incarnation: jobManagerLife(facts),
})
