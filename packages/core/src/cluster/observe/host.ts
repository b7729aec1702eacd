import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { ClusterStatus, JobManagerDeploymentStatus } from '../../contract/resource/cluster-status.ts'
import type { Incarnation } from '../../contract/resource/operation.ts'
import { incarnationSeen } from './incarnation-seen.ts'

/** The cluster as its job sees it: the JobManager's status and incarnation. Parts that were not observed are null. */
export interface ClusterHost {
  readonly jobManager: JobManagerDeploymentStatus
  readonly incarnation: Omit<Incarnation, 'jobStartTime'>
}

/** The host of a cluster. */
export const hostOf = ({ jobManagerDeploymentStatus }: ClusterStatus, facts: ClusterFacts): ClusterHost => ({
  jobManager: jobManagerDeploymentStatus,
  incarnation: incarnationSeen(facts),
})
