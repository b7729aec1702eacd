import type { Fact } from '../../../fact/fact.ts'
import type { JobOverview } from '../../../fact/flink-rest.ts'
import type { LabelledDeployment, LabelledObjects, LabelledService } from '../../../fact/labelled-objects.ts'
import type { FactsOfOne } from '../../../fact/facts.ts'
import type { PodView } from '../../../fact/pod-view.ts'
import { factsOf } from '../../../query/fact-of.ts'
import type { RestEndpoint } from '../../../query/query.ts'
import { hashLabel, type Role, selectorLabel, typeLabel } from '../objects/flink-application-labels.ts'
import { restEndpointOf, versionedServiceName } from '../objects/flink-application-names.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { placeIn } from './recorded-clusters.ts'

/** One cluster of an application, as Kubernetes shows it: those of its Deployments that have the hash for a label. */
export interface SeenCluster {
  readonly hash: string
  /** Null: there is none, or it is about to go. */
  readonly jobManager: LabelledDeployment | null
  readonly taskManager: LabelledDeployment | null
  /** Deployments that are there, also those that are about to go. */
  readonly deployments: readonly LabelledDeployment[]
  /** Pods of its JobManager; null: they were not seen. */
  readonly pods: readonly PodView[] | null
}

type Round = Pick<ApplicationRound, 'desired' | 'observed'>

/** Those objects that the resource owns; null: they could not be seen, which is never that there are none. */
export const ownObjects = ({ desired: { meta }, observed: { facts } }: Round): LabelledObjects | null => {
  if (facts.labelledObjects?._tag !== 'Known') return null
  const { deployments, services, ingresses } = facts.labelledObjects.value
  const isOurs = ({ ownerUids }: { readonly ownerUids: readonly string[] }): boolean => ownerUids.includes(meta.uid)
  return { deployments: deployments.filter(isOurs), services: services.filter(isOurs), ingresses: ingresses.filter(isOurs) }
}

/** The hash under which a cluster is asked. */
export const placeOf = ({ observed: { status } }: Pick<ApplicationRound, 'observed'>, hash: string): string => placeIn(status, hash)

const labelsOf = (round: Pick<ApplicationRound, 'observed'>, hash: string): readonly string[] => {
  const { operation, deployHash } = round.observed.status
  return operation?.kind === 'Rescale' && placeOf(round, hash) === deployHash ? [deployHash, operation.hash] : [hash]
}

const isOf = (role: Role) => ({ labels }: LabelledDeployment): boolean => labels[typeLabel] === role
const hashOf = ({ labels }: LabelledDeployment): string => labels[hashLabel] ?? ''

/** Was the pod made by a Deployment of that name? A pod whose owner nobody tells is told by its own name. */
const isPodOf = (name: string) => (pod: PodView): boolean =>
  [pod.name, ...(pod.owners ?? []).map(owner => owner.name)].some(it => it.startsWith(`${name}-`))

/** Null: the objects could not be seen. */
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

/** Hashes of the clusters that have a JobManager, in the order of their names. */
export const clusterHashes = (round: Round): readonly string[] => {
  const hashes = (ownObjects(round)?.deployments ?? []).filter(isOf('jobmanager')).map(it => placeOf(round, hashOf(it)))
  return [...new Set(hashes)].filter(hash => hash !== '').sort()
}

/** Is there surely nothing of it that could run a job? Neither a Deployment nor a pod of its JobManager. */
export const isClusterGone = (round: Round, hash: string): boolean => {
  const cluster = clusterOf(round, hash)
  return cluster?.pods !== undefined && cluster.pods !== null && cluster.pods.length === 0 && !cluster.deployments.some(isOf('jobmanager'))
}

export const serviceOf = (round: Round, name: string): LabelledService | null =>
  ownObjects(round)?.services.find(it => it.name === name && !it.deleting) ?? null

/** Where Flink answers for it: at the port that its Service has, which an edit of `uiPort` does not change. */
export const endpointOf = (round: Round, hash: string): RestEndpoint => {
  const { meta, spec } = round.desired
  const place = placeOf(round, hash)
  return restEndpointOf(meta, place, serviceOf(round, versionedServiceName(meta.name, place))?.ports?.['ui'] ?? spec.uiPort)
}

/** What was looked at of Flink there. */
export const factsAt = (round: Round, hash: string): FactsOfOne => factsOf(round.observed.facts, placeOf(round, hash))

export const jobsAt = (round: Round, hash: string): Fact<readonly JobOverview[]> | undefined => factsAt(round, hash).jobs

/** The value by which pods of a Deployment are told. */
export const selectorOf = (deployment: LabelledDeployment | null): string | null => deployment?.matchLabels[selectorLabel] ?? null

/** The cluster in which a job is listed; null: in none that tells. */
export const listedIn = (round: Round, jobId: string): string | null =>
  clusterHashes(round).find(hash => {
    const jobs = jobsAt(round, hash)
    return jobs?._tag === 'Known' && jobs.value.some(it => it.jobId === jobId)
  }) ?? null
