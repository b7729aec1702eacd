import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { ClusterStatus, JobManagerDeploymentStatus } from '../../resource/cluster-status.ts'
import type { Incarnation } from '../../resource/operation.ts'
import { incarnationSeen } from './incarnation-seen.ts'

/** The cluster as what runs in it sees it: how its JobManager is, and the life of it; parts that were not seen are null. */
export interface ClusterHost {
  readonly jobManager: JobManagerDeploymentStatus
  readonly incarnation: Omit<Incarnation, 'jobStartTime'>
}

/** The host that a cluster is. */
export const hostOf = ({ jobManagerDeploymentStatus }: ClusterStatus, facts: ClusterFacts): ClusterHost => ({
  jobManager: jobManagerDeploymentStatus,
  incarnation: incarnationSeen(facts),
})
