import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { Incarnation } from '../../contract/resource/operation.ts'
import type { ClusterStatus, JobManagerDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'

/** The JobManager's incarnation, as observed in this round. Parts that were not observed are null. */
export const incarnationSeen = (
  { deployment, jobManagerPods }: Pick<ClusterFacts, 'deployment' | 'jobManagerPods'>,
): Omit<Incarnation, 'jobStartTime'> => {
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : []
  // a terminating pod still answers as long as there is no other
  const pod = pods.find(({ deleting }) => !deleting) ?? pods[0]
  return {
    deploymentUid: deployment?._tag === 'Known' ? deployment.value.uid : null,
    podUid: pod?.uid ?? null,
    restartCount: pod === undefined ? null : pod.containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
  }
}

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
