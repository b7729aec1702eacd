import { attemptAnnotation } from '../../../../contract/resource/attempt-annotation.ts'
import { haConfigMap } from '../../../../cluster/high-availability/ha-config-map.ts'
import type { Query } from '../../../../contract/query/query.ts'
import { clusterQueries } from '../../../../cluster/observe/cluster-queries.ts'
import type { FlinkDeploymentDesired } from '../deployment-desired.ts'
import type { OtherObject } from '../../../../cluster/observe/own-facts.ts'
import type { Round } from '../application-round.ts'

/**
 * The queries that show whether a cluster of that name existed before. Services are left out: they are deleted with the Deployment and add
 * nothing.
 */
export const earlierClusterQueries = (desired: Pick<FlinkDeploymentDesired, 'meta' | 'mode'>): readonly Query[] => {
  const { deployment, pods, configMaps } = clusterQueries(desired)
  return [deployment, pods, configMaps]
}

/**
 * Objects that an operator or Flink created under the name of the resource, as text. They show that a resource of that name had a cluster,
 * whose job may have state. Empty: no such object was observed. A foreign object that only has the same name does not count (F09).
 */
export const earlierClusterTraces = (
  { desired: { meta }, observed: { facts, others } }: Pick<Round, 'desired' | 'observed'>,
): readonly string[] => {
  const left = others.filter(it => isOfAnOperator(it, meta.name))
  const isDeploymentSeen = facts.deployment?._tag === 'Known' || left.some(({ kind }) => kind === 'Deployment')
  return [
    ...(facts.deployment?._tag === 'Known' ? [`Deployment ${facts.deployment.value.name} exists`] : []),
    ...left.map(it => `${it.kind} ${it.name} exists, which ${madeBy(it)}`),
    ...(facts.jobManagerPods?._tag === 'Known' && !isDeploymentSeen
      ? facts.jobManagerPods.value.slice(0, 1).map(({ name }) => `JobManager pod ${name} exists`) : []),
    ...(facts.configMaps?._tag === 'Known' ? facts.configMaps.value : []).flatMap(configMap => {
      const it = haConfigMap(meta.name, configMap)
      const jobId = it?._tag === 'Job' ? it.jobId : it?.jobIds[0]
      return it === null ? []
        : [`HA metadata of ${jobId === undefined ? 'a cluster of that name' : `job ${jobId}`} exists: ConfigMap ${configMap.name}`]
    }).sort(),
  ]
}

/** An object whose owner has another name belongs to that owner: the object names of two clusters can collide. */
const isOfAnOperator = ({ annotations, owners = [] }: OtherObject, clusterId: string): boolean =>
  owners.every(({ name }) => name === clusterId)
  && (annotations[attemptAnnotation] !== undefined || owners.some(({ kind }) => kind === 'FlinkDeployment'))

const madeBy = ({ annotations, owners = [] }: OtherObject): string => {
  const mark = annotations[attemptAnnotation]
  const owner = owners.find(({ kind }) => kind === 'FlinkDeployment')
  return mark === undefined ? `belongs to FlinkDeployment ${owner?.name ?? ''} with uid ${owner?.uid ?? ''}`
    : `attempt ${mark} of this operator created`
}
