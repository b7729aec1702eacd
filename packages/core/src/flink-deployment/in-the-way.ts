import type { ClusterManifestInput, ClusterPart } from '../action/manifest-request.ts'
import { clusterParts } from '../cluster-manifest/cluster-parts.ts'
import { partRef } from '../cluster-manifest/names.ts'
import { attemptAnnotation } from '../cluster-manifest/object-metadata.ts'
import type { ObjectName } from '../fact/named-object-view.ts'
import { isKubernetesHighAvailability } from '../flink-configuration/high-availability-mode.ts'
import { haMetadataOfOthers } from '../high-availability/ha-metadata.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { ConfiguredSpec } from './desired.ts'
import type { Problem } from './decision.ts'
import type { Obstacle } from './obstacle.ts'
import type { OtherObject } from './own-facts.ts'
import { jobIdsOf } from './ownership.ts'
import type { Round } from './round.ts'
import { isUnknownClusterToGo } from './unknown-cluster.ts'

/** What a deploy makes, as far as it decides which names it needs. */
export type NamesInput = Pick<ClusterManifestInput, 'mode' | 'configuration' | 'taskManagerPodTemplate'>

export const namesInputOf = ({ desired: { mode } }: Round, { effective }: ConfiguredSpec): NamesInput =>
  ({ mode, configuration: effective.configuration, taskManagerPodTemplate: effective.taskManagerPodTemplate })

/** The names that a deploy of it needs; with that of the Ingress where the operator makes one. */
export const namesNeeded = ({ desired: { meta: { name } }, env }: Round, { spec }: Pick<ConfiguredSpec, 'spec'>, input: NamesInput): readonly ObjectName[] => [
  ...clusterParts(input).map(part => partRef(part, name)),
  ...(spec.ingress === null || !env.options.ingressManage ? [] : [{ apiVersion: 'networking.k8s.io/v1', kind: 'Ingress', name }]),
]

/**
 * Objects of others under the names that are needed, and HA metadata of other jobs where Flink would read it. By what was seen in this round. What a cluster writes itself, whose
 * Deployment is in the way or about to go, can't be taken away before that is gone: it is told then.
 */
export const obstaclesTo = (round: Round, names: readonly Pick<ObjectName, 'kind' | 'name'>[], input: Pick<NamesInput, 'configuration'>): readonly Obstacle[] => {
  const { desired: { meta }, observed: { facts, status, others } } = round
  const inTheName = others.filter(other => names.some(({ kind, name }) => kind === other.kind && name === other.name))
  // what belongs to one of them goes with it
  const needed = inTheName.filter(({ ownerUids }) => !inTheName.some(({ uid }) => ownerUids.includes(uid)))
  const metadata = isKubernetesHighAvailability(input.configuration) && facts.configMaps?._tag === 'Known' && !isUnknownClusterToGo(round) && !isOthersCluster(round) ? haMetadataOfOthers(facts.configMaps.value, meta.name, jobIdsOf(status)) : []
  return [...needed.map(other => obstacleOf(meta, other)), ...metadata.map(({ name, jobId, deleting }): Obstacle => ({
    kind: 'ConfigMap', name, isGoing: deleting,
    what: `holds high-availability metadata of job ${jobId}, which is no job of FlinkDeployment ${meta.name} as far as its status says; a new cluster of that id would bring that job back`,
    remedy: `keep what it points to if that state is needed, then delete ConfigMap ${name} (kubectl delete configmap ${name} -n ${meta.namespace}), or give this FlinkDeployment another name`,
  }))]
}

/** Somebody else's Deployment has the name: neither it nor its pods go by waiting for them. */
export const isOthersCluster = ({ desired: { meta }, observed: { others } }: Round): boolean => others.some(({ kind, name, deleting }) => kind === 'Deployment' && name === meta.name && !deleting)

/**
 * A Deployment of that name which is not ours, as one that was orphaned when the resource was deleted past our finalizer and restored: it may run the very job that the status names, and goes
 * on by its HA metadata. That stays, also where the resource goes (P21, P05).
 */
export const mayRunByHaMetadata = ({ desired: { meta }, observed: { others } }: Round): boolean => others.some(({ kind, name }) => kind === 'Deployment' && name === meta.name)

export const obstacleOf = (meta: ResourceMeta, other: OtherObject): Obstacle => {
  const mark = other.annotations[attemptAnnotation]
  // its owner is gone: a Deployment of that name was looked for, and a FlinkDeployment of that name is this one
  const isLeft = (other.owners ?? []).some(({ kind, name, uid }) => name === meta.name && ((kind === 'Deployment' && other.whose === 'Unknown') || (kind === 'FlinkDeployment' && uid !== meta.uid)))
  return {
    kind: other.kind, name: other.name, isGoing: other.deleting || isLeft,
    what: `${ownerWords(other)}, not to FlinkDeployment ${meta.name} with uid ${meta.uid}${mark === undefined || other.whose === 'Foreign' ? '' : `, although attempt ${mark} of this operator made it`}`,
    remedy: `give this FlinkDeployment another name, or, if nobody needs it, delete ${other.kind} ${other.name}${other.whose === 'Unknown' ? `; what belongs to this very FlinkDeployment can be given back to it by an owner reference with that uid` : ''}`,
  }
}

const ownerWords = ({ owners = [], ownerUids }: OtherObject): string =>
  owners.length > 0 ? `belongs to ${owners.map(({ kind, name, uid }) => `${kind} ${name} with uid ${uid}`).join(' and ')}`
    : ownerUids.length > 0 ? `belongs to the owner with uid ${ownerUids.join(', ')}` : 'has no owner, so it belongs to whoever made it'

/** One text for the error, the event, the log and `explain`: what was found, whose it is, that it is left alone, what helps. */
export const inTheWay = (obstacles: readonly Obstacle[]): Problem => {
  const told = obstacles.slice(0, 3).map(({ kind, name, what, remedy }) => `${kind} ${name} is in the way: it ${what}. It is left as it is. To go on, ${remedy}.`)
  return {
    owner: 'operation', type: 'ReconciliationException', reason: 'InTheWay',
    message: [...told, ...(obstacles.length > 3 ? [`${String(obstacles.length - 3)} more.`] : []), 'It goes on by itself as soon as nothing is in the way any more.'].join(' '),
  }
}

export const waitingForOthers = (obstacles: readonly Obstacle[]): string => `${obstacles.map(({ kind, name }) => `${kind} ${name}`).join(', ')} of somebody else to be out of the way`

/** Parts of the cluster as the names that they are created under. */
export const namesOf = (parts: readonly ClusterPart[], clusterId: string): readonly ObjectName[] => parts.map(part => partRef(part, clusterId))
