import type { ApplicationRound } from '../flink-application-round.ts'
import { liveVersions, type LiveVersion } from '../status/version-slots.ts'
import { jobsAt, clusterOf, ownObjects, serviceOf } from './clusters.ts'
import { causeAt, reportedWithCause, withCause } from './failed-job.ts'
import type { ManifestRequest } from '@flink-operator/core/action'
import { mintId } from '@flink-operator/core/resource'
import { clusterRequest, liveRequest } from '../wanted-cluster.ts'
import type { ClusterRequest } from '../objects/cluster-request.ts'
import { manifestRequest, type ObjectPart, partRef, partsOf } from '../objects/cluster-objects.ts'
import { hashLabel, typeLabel } from '../objects/flink-application-labels.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { isLeftInHaMetadata } from './last-checkpoint.ts'

/** A live version whose job does not run and has not FINISHED. */
interface LostJob {
  readonly hash: string
  readonly jobId: string
  readonly words: string
}

const lostJob = (round: ApplicationRound): LostJob | null => {
  for (const { hash, jobId } of liveVersions(round.observed.status)) {
    if (jobId === '') return { hash, jobId, words: `the status records no job for the live version ${hash}` }
    const jobs = jobsAt(round, hash)
    if (jobs?._tag !== 'Known') continue
    const job = jobs.value.find(it => it.jobId === jobId)
    if (job === undefined) return { hash, jobId, words: `cluster ${hash} no longer lists job ${jobId}` }
    if (job.state === 'FAILED' || job.state === 'CANCELED') return { hash, jobId, words: `job ${jobId} of cluster ${hash} is ${job.state}` }
  }
  return null
}

/**
 * A message that a live version has lost its job, with the cause that Flink reports; null: none is lost. The operator does nothing about
 * it: the user (`advice`) or the next update has to find the state to restore.
 */
export const lostJobWords = (round: ApplicationRound, advice = ''): string | null => {
  const lost = lostJob(round)
  if (lost === null) return null
  const words = `${lost.words}${advice}`
  const cause = causeAt(round, lost.hash, lost.jobId)
  return (cause === null ? reportedWithCause(round, words) : null) ?? withCause(words, cause)
}

/** An object of a live cluster that does not exist, or that the application no longer owns. */
export interface LostPart {
  readonly hash: string
  readonly part: ObjectPart
  /** The request that creates it again; null: the spec has changed since that version. */
  readonly manifest: ManifestRequest | null
  /** The object with its name that has no owner reference to the application; null: none. */
  readonly foreign: string | null
}

const roleOf: { readonly [Part in ObjectPart]?: string } = { JobManagerDeployment: 'jobmanager', TaskManagerDeployment: 'taskmanager' }
const rolesOf = Object.keys(roleOf) as readonly ObjectPart[]

/** Null: the spec has changed since that version. */
const requestOf = (round: ApplicationRound, { hash, colour }: LiveVersion): ClusterRequest | null => {
  const { desired: { meta, invalid, hash: wanted }, observed: { status: { deployHash, operatorRecord: { attempts } } } } = round
  if (hash === deployHash) return liveRequest(round)
  return invalid !== null || wanted !== hash ? null : clusterRequest(round, hash, colour ?? '', mintId('operation', meta.uid, attempts, 0))
}

/** Deployments are found by their label, because a rescale in place keeps their names. */
const isThere = (round: ApplicationRound, hash: string, request: ClusterRequest | null, part: ObjectPart): boolean => {
  const objects = ownObjects(round)
  const role = roleOf[part]
  if (role !== undefined) return clusterOf(round, hash)?.deployments.some(({ labels }) => labels[typeLabel] === role) ?? true
  if (objects === null || request === null) return true
  if (part === 'VersionedService') return serviceOf(round, versionedServiceName(round.desired.meta.name, hash)) !== null
  const { name } = partRef(request, part)
  return (part === 'Ingress' ? objects.ingresses : objects.services).some(it => it.name === name)
}

const foreignAt = (round: ApplicationRound, hash: string, request: ClusterRequest | null, part: ObjectPart): string | null => {
  const { labelledObjects } = round.observed.facts
  if (labelledObjects?._tag !== 'Known') return null
  const { deployments, services, ingresses } = labelledObjects.value
  const role = roleOf[part]
  const found = role !== undefined ? deployments.find(({ labels }) => labels[typeLabel] === role && labels[hashLabel] === hash)
    : request === null ? undefined
    : (part === 'Ingress' ? ingresses : services).find(({ name }) => name === partRef(request, part).name)
  return found === undefined ? null : `${role !== undefined ? 'Deployment' : part === 'Ingress' ? 'Ingress' : 'Service'} ${found.name}`
}

/** The first lost object of the live versions; null: none is lost, or the query failed. */
export const lostPart = (round: ApplicationRound): LostPart | null => {
  if (ownObjects(round) === null) return null
  for (const version of liveVersions(round.observed.status)) {
    const { hash } = version
    const request = requestOf(round, version)
    const part = (request === null ? rolesOf : partsOf(request)).find(it => !isThere(round, hash, request, it))
    if (part === undefined) continue
    const manifest = request === null ? null : manifestRequest(request, part)
    return { hash, part, manifest, foreign: foreignAt(round, hash, request, part) }
  }
  return null
}

/** The remediation for the user; null: the operator creates the object again. */
export const lostPartWords = (round: ApplicationRound): string | null => {
  const lost = lostPart(round)
  if (lost === null || (lost.manifest !== null && lost.foreign === null)) return null
  const { desired: { meta }, observed: { phase } } = round
  if (lost.foreign !== null) {
    return `${lost.foreign} of version ${lost.hash} has no owner reference to this resource, so the operator does not change it: `
      + `restore its owner reference (uid ${meta.uid}), or delete it`
  }
  return `${lost.part} of version ${lost.hash} was deleted, and the spec has changed since, so the operator can't create it again: ${
    isLeftInHaMetadata(round, lost.hash)
      ? `set the spec back to that version; its JobManager then recovers the job from HA metadata${
        phase === 'DualRunning' ? ', and the version can be torn down' : ''
      }`
      : phase === 'DualRunning' ? `name version ${lost.hash} in tearDownVersionHash, or set the spec back to it`
      : 'set the spec back to that version, or change it (for example restartNonce) to deploy a new one'
  }`
}
