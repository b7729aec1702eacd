import type { ClusterManifestInput, ClusterPart } from '../../action/manifest-request.ts'
import type { ConfiguredSpec } from '../../cluster/configured-spec.ts'
import { clusterParts } from '../../cluster/manifest/cluster-parts.ts'
import { partRef } from '../../cluster/manifest/names.ts'
import { isOthersCluster, obstacleOf } from '../../cluster/seen/in-the-way.ts'
import { jobIdsOf } from '../../cluster/seen/ownership.ts'
import type { ObjectName } from '../../fact/named-object-view.ts'
import { isKubernetesHighAvailability } from '../../flink-configuration/high-availability-mode.ts'
import { haMetadataOfOthers } from '../../cluster/high-availability/ha-metadata.ts'
import { isUnknownClusterToGo } from '../record/unknown-cluster.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import type { Round } from '../round.ts'

/** Parts of the cluster as the names that they are created under. */
export const namesOf = (parts: readonly ClusterPart[], clusterId: string): readonly ObjectName[] =>
  parts.map(part => partRef(part, clusterId))

/** What a deploy makes, as far as it decides which names it needs. */
export type NamesInput = Pick<ClusterManifestInput, 'mode' | 'configuration' | 'taskManagerPodTemplate'>

export const namesInputOf = ({ desired: { mode } }: Pick<Round, 'desired'>, { effective }: ConfiguredSpec): NamesInput => ({
  mode,
  configuration: effective.configuration,
  taskManagerPodTemplate: effective.taskManagerPodTemplate,
})

/** The names that a deploy of it needs; with that of the Ingress where the operator makes one. */
export const namesNeeded = (
  { desired: { meta: { name } }, env }: Pick<Round, 'desired' | 'env'>,
  { spec }: Pick<ConfiguredSpec, 'spec'>,
  input: NamesInput,
): readonly ObjectName[] => [
  ...clusterParts(input).map(part => partRef(part, name)),
  ...(spec.ingress === null || !env.options.ingressManage ? [] : [{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name }]),
]

/**
 * Objects of others under the names that are needed, and HA metadata of other jobs where Flink would read it. By what was seen in this
 * round. What a cluster writes itself, whose Deployment is in the way or about to go, can't be taken away before that is gone: it is told
 * then.
 */
export const obstaclesTo = (
  round: Round,
  names: readonly Pick<ObjectName, 'kind' | 'name'>[],
  input: Pick<NamesInput, 'configuration'>,
): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts, status, others } } = round
  const inTheName = others.filter(other => names.some(({ kind, name }) => kind === other.kind && name === other.name))
  // what belongs to one of them goes with it
  const needed = inTheName.filter(({ ownerUids }) => !inTheName.some(({ uid }) => ownerUids.includes(uid)))
  const metadata = isKubernetesHighAvailability(input.configuration) && facts.configMaps?._tag === 'Known' && !isUnknownClusterToGo(round)
      && !isOthersCluster(round) ? haMetadataOfOthers(facts.configMaps.value, meta.name, jobIdsOf(status)) : []
  return [
    ...needed.map(other => obstacleOf(meta, other)),
    ...metadata.map(({ name, jobId, deleting }): Obstacle => ({
      kind: 'ConfigMap',
      name,
      isGoing: deleting,
      what:
        `holds high-availability metadata of job ${jobId}, which is no job of FlinkDeployment ${meta.name} as far as its status says; a new cluster of that id would bring that job back`,
      remedy:
        `keep what it points to if that state is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
    })),
  ]
}
