import type {
  Fact,
  JobOverview,
  LabelledDeployment,
  LabelledObjects,
  LabelledService,
  FactsOfOne,
  PodView,
} from '@flink-operator/core/fact'
import { factsOf, type RestEndpoint } from '@flink-operator/core/query'
import { hashLabel, type Role, selectorLabel, typeLabel } from '../objects/flink-application-labels.ts'
import { restEndpointOf, versionedServiceName } from '../objects/flink-application-names.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { placeIn } from './recorded-clusters.ts'

/** One observed cluster of an application: the Deployments whose hash label has the hash. */
export interface SeenCluster {
  readonly hash: string
  /** Null: no Deployment exists, or Kubernetes is deleting it. */
  readonly jobManager: LabelledDeployment | null
  readonly taskManager: LabelledDeployment | null
  /** All Deployments of the hash, including those that Kubernetes is deleting. */
  readonly deployments: readonly LabelledDeployment[]
  /** Pods of its JobManager; null: the query for them failed. */
  readonly pods: readonly PodView[] | null
}

type Round = Pick<ApplicationRound, 'desired' | 'observed'>

/** The objects that the resource owns. Null: the query failed, which never means that there are none. */
export const ownObjects = ({ desired: { meta }, observed: { facts } }: Round): LabelledObjects | null => {
  if (facts.labelledObjects?._tag !== 'Known') return null
  const { deployments, services, ingresses } = facts.labelledObjects.value
  const isOurs = ({ ownerUids }: { readonly ownerUids: readonly string[] }): boolean => ownerUids.includes(meta.uid)
  return { deployments: deployments.filter(isOurs), services: services.filter(isOurs), ingresses: ingresses.filter(isOurs) }
}

/**
 * The JobManager Deployments that have the labels of the application, but no owner: their owner references were removed, so Kubernetes does
 * not delete them with the resource.
 */
export const unownedJobManagers = ({ observed: { facts } }: Pick<Round, 'observed'>): readonly LabelledDeployment[] =>
  facts.labelledObjects?._tag !== 'Known' ? []
    : facts.labelledObjects.value.deployments.filter(it => isOf('jobmanager')(it) && it.ownerUids.length === 0 && !it.deleting)

/** The hash under which the operator queries a cluster. */
export const placeOf = ({ observed: { status } }: Pick<ApplicationRound, 'observed'>, hash: string): string => placeIn(status, hash)

const labelsOf = (round: Pick<ApplicationRound, 'observed'>, hash: string): readonly string[] => {
  const { operation, deployHash } = round.observed.status
  return operation?.kind === 'Rescale' && placeOf(round, hash) === deployHash ? [deployHash, operation.hash] : [hash]
}

const isOf = (role: Role) => ({ labels }: LabelledDeployment): boolean => labels[typeLabel] === role
const hashOf = ({ labels }: LabelledDeployment): string => labels[hashLabel] ?? ''

/** True if a Deployment of that name created the pod. A pod without known owners is matched by its own name. */
const isPodOf = (name: string) => (pod: PodView): boolean =>
  [pod.name, ...(pod.owners ?? []).map(owner => owner.name)].some(it => it.startsWith(`${name}-`))

/** The observed cluster of a hash; null: the query for the objects failed. */
export const clusterOf = (round: Round, hash: string): SeenCluster | null => {
  const objects = ownObjects(round)
  if (objects === null) return null
  const labels = labelsOf(round, hash)
  const deployments = objects.deployments.filter(it => labels.includes(hashOf(it)))
  const one = (role: Role): LabelledDeployment | null => deployments.find(it => isOf(role)(it) && !it.deleting) ?? null
  const { jobManagerPods } = round.observed.facts
  const { meta } = round.desired
  const names = [...new Set([...deployments.map(({ name }) => name), ...labels.map(label => `${meta.name}-${label}`)])]
  return {
    hash,
    jobManager: one('jobmanager'),
    taskManager: one('taskmanager'),
    deployments,
    pods: jobManagerPods?._tag === 'Known' ? jobManagerPods.value.filter(pod => names.some(name => isPodOf(name)(pod))) : null,
  }
}

/** Hashes of the clusters that have a JobManager Deployment, sorted. */
export const clusterHashes = (round: Round): readonly string[] => {
  const hashes = (ownObjects(round)?.deployments ?? []).filter(isOf('jobmanager')).map(it => placeOf(round, hashOf(it)))
  return [...new Set(hashes)].filter(hash => hash !== '').sort()
}

/** True if the cluster provably can't run a job: neither a Deployment nor a pod of its JobManager exists. */
export const isClusterGone = (round: Round, hash: string): boolean => {
  const cluster = clusterOf(round, hash)
  return cluster?.pods !== undefined && cluster.pods !== null && cluster.pods.length === 0 && !cluster.deployments.some(isOf('jobmanager'))
}

export const serviceOf = (round: Round, name: string): LabelledService | null =>
  ownObjects(round)?.services.find(it => it.name === name && !it.deleting) ?? null

/**
 * The REST Service of a cluster: the one of its name. A cluster whose rescale in place has not ended, or is no longer recorded, has only
 * that of its earlier hash, which selects the same JobManager.
 */
const restServiceOf = (round: Round, hash: string): LabelledService | null => {
  const named = serviceOf(round, versionedServiceName(round.desired.meta.name, hash))
  const selector = selectorOf(clusterOf(round, hash)?.jobManager ?? null)
  if (named !== null || selector === null) return named
  const selecting = (ownObjects(round)?.services ?? []).filter(it => it.selector[selectorLabel] === selector && !it.deleting)
  return selecting.find(({ labels }) => labels[hashLabel] !== undefined) ?? selecting[0] ?? null
}

/** The REST endpoint of a cluster. The port is that of its Service, which an edit of `uiPort` does not change. */
export const endpointOf = (round: Round, hash: string): RestEndpoint => {
  const { meta, spec } = round.desired
  const place = placeOf(round, hash)
  const service = restServiceOf(round, place)
  const endpoint = restEndpointOf(meta, place, service?.ports?.['ui'] ?? spec.uiPort)
  return service === null ? endpoint : { ...endpoint, service: service.name }
}

/** The Flink facts of a cluster. */
export const factsAt = (round: Round, hash: string): FactsOfOne => factsOf(round.observed.facts, placeOf(round, hash))

/** The jobs of a cluster. They are unknown if the objects are: whether that cluster answered for this hash is then unknown, too. */
export const jobsAt = (round: Round, hash: string): Fact<readonly JobOverview[]> | undefined => {
  const { labelledObjects } = round.observed.facts
  return labelledObjects?._tag === 'Unknown' ? labelledObjects : factsAt(round, hash).jobs
}

/** The value of the selector label that selects the pods of a Deployment. */
export const selectorOf = (deployment: LabelledDeployment | null): string | null => deployment?.matchLabels[selectorLabel] ?? null

/** The cluster that lists a job; null: no cluster with a known job list does. */
export const listedIn = (round: Round, jobId: string): string | null =>
  clusterHashes(round).find(hash => {
    const jobs = jobsAt(round, hash)
    return jobs?._tag === 'Known' && jobs.value.some(it => it.jobId === jobId)
  }) ?? null
