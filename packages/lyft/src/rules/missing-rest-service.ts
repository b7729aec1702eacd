import type { ManifestRequest } from '@flink-operator/core/action'
import { mintId } from '@flink-operator/core/resource'
import { clusterRequest } from '../wanted-cluster.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { versionLabel } from '../objects/flink-application-labels.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { outcome, type Outcome } from '../outcome.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, placeOf, selectorOf } from '../observe/clusters.ts'

/**
 * The missing REST Service of a cluster, through which the operator queries its jobs. Null: it exists, or the selector of its pods is
 * unknown.
 */
export const missingRestService = (round: ApplicationRound, hash: string): ManifestRequest | null => {
  const { desired: { meta }, observed: { facts: { labelledObjects } } } = round
  const name = versionedServiceName(meta.name, placeOf(round, hash))
  // a foreign Service with this name routes to the same pods all the same (A17)
  if (labelledObjects?._tag === 'Known' && labelledObjects.value.services.some(it => it.name === name)) return null
  const jobManager = clusterOf(round, hash)?.jobManager ?? null
  if (jobManager === null || selectorOf(jobManager) === null) return null
  const { operation, operatorRecord: { attempts } } = round.observed.status
  const id = operation?.id ?? mintId('operation', meta.uid, attempts, 0)
  return manifestRequest(clusterRequest(round, hash, jobManager.labels[versionLabel] ?? '', id), 'VersionedService')
}

/** Creates the Service, so that the operator can query the jobs there before it does anything else. */
export const recreateRestService = (round: ApplicationRound, manifest: ManifestRequest): Outcome =>
  outcome(round, { effects: [{ _tag: 'CreateObject', manifest }], after: 0 })
