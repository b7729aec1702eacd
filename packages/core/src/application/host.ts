import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { JobHost } from '../job/job-round.ts'

/** The cluster that an application has for itself, as its job sees it. */
export const hostOf = (
  { jobManagerDeploymentStatus }: FlinkDeploymentStatus,
  { deployment, jobManagerPods }: FlinkDeploymentFacts,
): JobHost => {
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : []
  // one that is about to go is still who answers, as long as there is no other
  const pod = pods.find(({ deleting }) => !deleting) ?? pods[0]
  return {
    jobManager: jobManagerDeploymentStatus,
    incarnation: {
      deploymentUid: deployment?._tag === 'Known' ? deployment.value.uid : null,
      podUid: pod?.uid ?? null,
      restartCount: pod === undefined ? null : pod.containers.reduce((sum, { restartCount }) => sum + restartCount, 0),
    },
  }
}
