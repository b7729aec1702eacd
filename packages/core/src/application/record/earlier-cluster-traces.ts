import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import { haConfigMap } from '../../cluster/high-availability/ha-config-map.ts'
import type { Query } from '../../query/query.ts'
import { clusterQueries } from '../../cluster/seen/cluster-queries.ts'
import type { FlinkDeploymentDesired } from '../deployment-desired.ts'
import type { OtherObject } from '../../cluster/seen/own-facts.ts'
import type { Round } from '../application-round.ts'

/** What has to be seen to say whether there was a cluster of that name before. Services go with its Deployment, and tell no more. */
export const earlierClusterQueries = (desired: Pick<FlinkDeploymentDesired, 'meta' | 'mode'>): readonly Query[] => {
  const { deployment, pods, configMaps } = clusterQueries(desired)
  return [deployment, pods, configMaps]
}

/**
 * What an operator, or Flink, made under the name of the resource, in words: a resource of that name had a cluster, whose job may have
 * state. Empty: nothing of the kind is seen. An object of somebody else that only has the name is none of it (F09).
 */
export const earlierClusterTraces = (
  { desired: { meta }, observed: { facts, others } }: Pick<Round, 'desired' | 'observed'>,
): readonly string[] => {
  const left = others.filter(it => isOfAnOperator(it, meta.name))
  const isDeploymentSeen = facts.deployment?._tag === 'Known' || left.some(({ kind }) => kind === 'Deployment')
  return [
    ...(facts.deployment?._tag === 'Known' ? [`Deployment ${facts.deployment.value.name} is there`] : []),
    ...left.map(it => `${it.kind} ${it.name} is there, which ${madeBy(it)}`),
    ...(facts.jobManagerPods?._tag === 'Known' && !isDeploymentSeen
      ? facts.jobManagerPods.value.slice(0, 1).map(({ name }) => `JobManager pod ${name} is there`) : []),
    ...(facts.configMaps?._tag === 'Known' ? facts.configMaps.value : []).flatMap(configMap => {
      const it = haConfigMap(meta.name, configMap)
      const jobId = it?._tag === 'Job' ? it.jobId : it?.jobIds[0]
      return it === null ? []
        : [`HA metadata of ${jobId === undefined ? 'a cluster of that name' : `job ${jobId}`} is there: ConfigMap ${configMap.name}`]
    }).sort(),
  ]
}

/** What belongs to something of another name is that one's: names of two clusters can collide. */
const isOfAnOperator = ({ annotations, owners = [] }: OtherObject, clusterId: string): boolean =>
  owners.every(({ name }) => name === clusterId)
  && (annotations[attemptAnnotation] !== undefined || owners.some(({ kind }) => kind === 'FlinkDeployment'))

const madeBy = ({ annotations, owners = [] }: OtherObject): string => {
  const mark = annotations[attemptAnnotation]
  const owner = owners.find(({ kind }) => kind === 'FlinkDeployment')
  return mark === undefined ? `belongs to FlinkDeployment ${owner?.name ?? ''} with uid ${owner?.uid ?? ''}`
    : `attempt ${mark} of this operator made`
}
