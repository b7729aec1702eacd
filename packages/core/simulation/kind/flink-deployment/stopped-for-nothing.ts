import { flatten } from '../../../src/flink-configuration/flatten.ts'
import { clusterConfiguration } from '../../flink/cluster-configuration.ts'
import { haOf } from '../../flink/ha-metadata.ts'
import type { Performed } from '../../kubernetes/answer.ts'
import { strangeJob } from '../../kubernetes/strangers.ts'
import { flinkDeploymentOf } from '../../world/resources.ts'
import { breach, type JobAction, type World } from '../../world/world.ts'

/** B87: an application is not stopped for a cluster that can't come: where that one is to look another cluster keeps a job. */
export const judgeStoppedForNothing = (before: World, action: JobAction, performed: Performed): Performed => {
  const [pod] = before.pods
  const resource = isStop(action) ? flinkDeploymentOf(before) : null
  if (pod === undefined || resource?.spec.job?.state !== 'running' || resource.meta.deletionTimestamp !== null) return performed
  const next = clusterConfiguration({ ...pod.input, configuration: flatten(resource.spec.flinkConfiguration) })
  if (next.zooKeeperNode === null || next.zooKeeperNode === clusterConfiguration(pod.input).zooKeeperNode) return performed
  return haOf(before, next).jobs.some(({ jobId }) => jobId === strangeJob)
    ? { ...performed, world: breach(performed.world, 'B87', `${action._tag}, and another cluster keeps a job where the next one looks`) }
    : performed
}

const isStop = (action: JobAction): boolean =>
  action._tag === 'StopWithSavepoint' || action._tag === 'CancelJob'
  || ((action._tag === 'PatchObject' || action._tag === 'DeleteObject') && action.target.kind === 'Deployment')
