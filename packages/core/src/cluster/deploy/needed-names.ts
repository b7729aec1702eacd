import type { ClusterManifestInput, ClusterPart } from '../../action/manifest-request.ts'
import type { ObjectName } from '../../fact/named-object-view.ts'
import type { Obstacle } from '../../round/obstacle.ts'
import type { ClusterRound, SeenOthers } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../configured-spec.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import { partRef } from '../manifest/object-names.ts'
import { obstacleOf } from '../seen/in-the-way.ts'

/** Parts of the cluster as the names that they are created under. */
export const namesOf = (parts: readonly ClusterPart[], clusterId: string): readonly ObjectName[] =>
  parts.map(part => partRef(part, clusterId))

/** What a deploy makes, as far as it decides which names it needs. */
export type NamesInput = Pick<ClusterManifestInput, 'mode' | 'configuration' | 'taskManagerPodTemplate'>

export const namesInputOf = ({ desired: { mode } }: Pick<ClusterRound, 'desired'>, { effective }: ConfiguredCluster): NamesInput => ({
  mode,
  configuration: effective.configuration,
  taskManagerPodTemplate: effective.taskManagerPodTemplate,
})

/** The names that a deploy of it needs; with that of the Ingress where the operator makes one. */
export const namesNeeded = (
  { desired: { meta: { name } }, env }: Pick<ClusterRound, 'desired' | 'env'>,
  { spec }: Pick<ConfiguredCluster, 'spec'>,
  input: NamesInput,
): readonly ObjectName[] => [
  ...clusterParts(input).map(part => partRef(part, name)),
  ...(spec.ingress === null || !env.options.ingressManage ? [] : [{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name }]),
]

/** Objects of others under the names that are needed, by what was seen in this round. */
export const namesInTheWay = (
  { desired: { meta }, observed: { others } }: SeenOthers,
  names: readonly Pick<ObjectName, 'kind' | 'name'>[],
): readonly Obstacle[] => {
  const inTheName = others.filter(other => names.some(({ kind, name }) => kind === other.kind && name === other.name))
  // what belongs to one of them goes with it
  return inTheName.filter(({ ownerUids }) => !inTheName.some(({ uid }) => ownerUids.includes(uid))).map(other => obstacleOf(meta, other))
}
