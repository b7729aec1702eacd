import type { ClusterManifestInput, ClusterPart } from '../../contract/action/manifest-request.ts'
import type { ObjectName } from '../../contract/fact/named-object-view.ts'
import type { Obstacle } from '../../contract/round/obstacle.ts'
import type { ClusterRound, SeenOthers } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import { partRef } from '../../manifest/object-names.ts'
import { obstacleOf } from '../observe/name-conflicts.ts'

/** The object names of parts of the cluster. */
export const namesOf = (parts: readonly ClusterPart[], clusterId: string): readonly ObjectName[] =>
  parts.map(part => partRef(part, clusterId))

/** The inputs that decide which names a deploy needs. */
export type NamesInput = Pick<ClusterManifestInput, 'mode' | 'configuration' | 'taskManagerPodTemplate'>

export const namesInputOf = ({ desired: { mode } }: Pick<ClusterRound, 'desired'>, { effective }: ConfiguredCluster): NamesInput => ({
  mode,
  configuration: effective.configuration,
  taskManagerPodTemplate: effective.taskManagerPodTemplate,
})

/** The names that deploys of these specs need, each once, including the Ingress if the operator manages it. */
export const namesNeeded = (
  { desired, env }: Pick<ClusterRound, 'desired' | 'env'>,
  targets: readonly ConfiguredCluster[],
): readonly ObjectName[] => {
  const { meta: { name } } = desired
  const parts = new Set(targets.flatMap(target => clusterParts(namesInputOf({ desired }, target))))
  const withIngress = env.options.ingressManage && targets.some(({ spec }) => spec.ingress !== null)
  return [...namesOf([...parts], name), ...(withIngress ? [{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name }] : [])]
}

/** Foreign objects that have needed names, as observed in this round. */
export const conflictingNames = (
  { desired: { meta }, observed: { others } }: SeenOthers,
  names: readonly Pick<ObjectName, 'kind' | 'name'>[],
): readonly Obstacle[] => {
  const inTheName = others.filter(other => names.some(({ kind, name }) => kind === other.kind && name === other.name))
  // an object that one of them owns is deleted with it
  return inTheName.filter(({ ownerUids }) => !inTheName.some(({ uid }) => ownerUids.includes(uid))).map(other => obstacleOf(meta, other))
}
