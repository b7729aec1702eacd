import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { Incarnation } from '../../resource/operation.ts'

/** The life of the JobManager, as far as it was seen in this round; parts that were not seen are null. */
export const incarnationSeen = (
  { deployment, jobManagerPods }: Pick<ClusterFacts, 'deployment' | 'jobManagerPods'>,
): Omit<Incarnation, 'jobStartTime'> => {
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : []
  // one that is about to go is still who answers, as long as there is no other
  const pod = pods.find(({ deleting }) => !deleting) ?? pods[0]
  return {
    deploymentUid: deployment?._tag === 'Known' ? deployment.value.uid : null,
    podUid: pod?.uid ?? null,
    restartCount: pod === undefined ? null : pod.containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
  }
}
