import type { ClusterRequest } from './objects/cluster-request.ts'
import { mintSelector } from './objects/pod-selector.ts'
import { versionedServiceName } from './objects/flink-application-names.ts'
import { selectorLabel } from './objects/flink-application-labels.ts'
import { mintId } from '../../resource/mint-id.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { clusterOf, selectorOf, serviceOf } from './seen/clusters.ts'

/**
 * What the objects of a hash are rendered from. What is there already says by which value its pods are told: the JobManager's
 * Deployment (LD28), else its Service; a first one is minted of the id of what creates it, so that a create that is tried again asks for
 * the same object.
 */
export const clusterRequest = (round: ApplicationRound, hash: string, colour: string, id: string): ClusterRequest => {
  const { meta, spec, mode, options } = round.desired
  const cluster = clusterOf(round, hash)
  const service = serviceOf(round, versionedServiceName(meta.name, hash))
  return {
    meta,
    spec,
    colour: mode === 'Dual' ? null : colour,
    hash,
    owner: { apiVersion: meta.apiVersion, kind: meta.kind, name: meta.name, uid: meta.uid },
    selectors: {
      jobmanager: selectorOf(cluster?.jobManager ?? null) ?? service?.selector[selectorLabel] ?? mintSelector(id, 'jobmanager'),
      taskmanager: selectorOf(cluster?.taskManager ?? null) ?? mintSelector(id, 'taskmanager'),
    },
    attempt: id,
    options: options.objects,
  }
}

/** Of the attempt that is under way, as long as the spec is still the one that it works towards; null: there is nothing to create. */
export const wanted = (round: ApplicationRound): ClusterRequest | null => {
  const { desired: { hash, invalid }, observed: { status: { operation } } } = round
  return operation?.kind !== 'Deploy' || invalid !== null || operation.hash !== hash ? null
    : clusterRequest(round, operation.hash, operation.version, operation.id)
}

/** Of the live version, while the spec is the live one; null: it can't be rendered any more. */
export const liveRequest = (round: ApplicationRound): ClusterRequest | null => {
  const { desired: { meta, invalid, liveHash }, observed: { status: { deployHash, deployVersion, operatorRecord: { attempts } } } } = round
  return invalid !== null || deployHash === '' || liveHash !== deployHash ? null
    : clusterRequest(round, deployHash, deployVersion, mintId('operation', meta.uid, attempts, 0))
}
