import { flattenConfiguration as flatten } from '@flink-operator/core/flink-configuration'
import { clusterConfiguration } from '../../flink/cluster-configuration.ts'
import { haOf } from '../../flink/ha-metadata.ts'
import type { Performed } from '../../kubernetes/answer.ts'
import { strangeJob } from '../../kubernetes/foreign-objects.ts'
import { flinkDeploymentOf } from '../../world/resources.ts'
import { breach, type JobAction, type World } from '../../world/world.ts'

/**
 * B87: the operator does not stop an application for a cluster that can't start: another cluster keeps a job at the place that the new
 * one would read.
 */
export const judgeStoppedForNothing = (before: World, action: JobAction, performed: Performed): Performed => {
  const [pod] = before.pods
  const resource = isStop(action) ? flinkDeploymentOf(before) : null
  if (pod === undefined || resource?.spec.job?.state !== 'running' || resource.meta.deletionTimestamp !== null) return performed
  const next = clusterConfiguration({ ...pod.input, configuration: flatten(resource.spec.flinkConfiguration) })
  if (next.zooKeeperNode === null || next.zooKeeperNode === clusterConfiguration(pod.input).zooKeeperNode) return performed
  return haOf(before, next).jobs.some(({ jobId }) => jobId === strangeJob)
    ? {
      ...performed,
      world: breach(performed.world, 'B87', `${action._tag}, and another cluster keeps a job at the place that the next one reads`),
    }
    : performed
}

const isStop = (action: JobAction): boolean =>
  action._tag === 'StopWithSavepoint' || action._tag === 'CancelJob'
  || ((action._tag === 'PatchObject' || action._tag === 'DeleteObject') && action.target.kind === 'Deployment')
