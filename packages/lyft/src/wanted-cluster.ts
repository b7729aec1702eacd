import type { ClusterRequest } from './objects/cluster-request.ts'
import { mintSelector } from './objects/metadata.ts'
import { versionedServiceName } from './objects/flink-application-names.ts'
import { selectorLabel } from './objects/flink-application-labels.ts'
import { mintId } from '@flink-operator/core/resource'
import type { ApplicationRound } from './flink-application-round.ts'
import { clusterOf, selectorOf, serviceOf } from './observe/clusters.ts'

/**
 * The input from which the objects of a hash are rendered. Existing objects decide the selector of the pods: first the JobManager
 * Deployment (LD28), then its Service. A new selector is derived from the operation id and the hash, so that a repeated create asks for the
 * same object.
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
      jobmanager: selectorOf(cluster?.jobManager ?? null) ?? service?.selector[selectorLabel] ?? mintSelector(id, hash, 'jobmanager'),
      taskmanager: selectorOf(cluster?.taskManager ?? null) ?? mintSelector(id, hash, 'taskmanager'),
    },
    attempt: id,
    options: options.objects,
  }
}

/** The request for the attempt in progress, while the spec still has the hash of the attempt. Null: there is nothing to create. */
export const wanted = (round: ApplicationRound): ClusterRequest | null => {
  const { desired: { hash, invalid }, observed: { status: { operation } } } = round
  return operation?.kind !== 'Deploy' || invalid !== null || operation.hash !== hash ? null
    : clusterRequest(round, operation.hash, operation.version, operation.id)
}

/** The request for the live version, while the spec still has its hash. Null: the live version can no longer be rendered. */
export const liveRequest = (round: ApplicationRound): ClusterRequest | null => {
  const { desired: { meta, invalid, liveHash }, observed: { status: { deployHash, deployVersion, operatorRecord: { attempts } } } } = round
  return invalid !== null || deployHash === '' || liveHash !== deployHash ? null
    : clusterRequest(round, deployHash, deployVersion, mintId('operation', meta.uid, attempts, 0))
}
