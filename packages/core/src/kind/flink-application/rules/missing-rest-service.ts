import type { ManifestRequest } from '../../../action/manifest-request.ts'
import { mintId } from '../../../resource/mint-id.ts'
import { clusterRequest } from '../wanted-cluster.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { versionLabel } from '../objects/flink-application-labels.ts'
import { versionedServiceName } from '../objects/flink-application-names.ts'
import { outcome, type Outcome } from '../outcome.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { clusterOf, placeOf, selectorOf } from '../seen/clusters.ts'

/** The Service where a cluster is asked for its jobs, which is not there; null: it is, or nobody can say to which pods it leads. */
export const missingRestService = (round: ApplicationRound, hash: string): ManifestRequest | null => {
  const { desired: { meta }, observed: { facts: { labelledObjects } } } = round
  const name = versionedServiceName(meta.name, placeOf(round, hash))
  // one without our owner reference has the name, and leads there all the same (A17)
  if (labelledObjects?._tag === 'Known' && labelledObjects.value.services.some(it => it.name === name)) return null
  const jobManager = clusterOf(round, hash)?.jobManager ?? null
  if (jobManager === null || selectorOf(jobManager) === null) return null
  const { operation, operatorRecord: { attempts } } = round.observed.status
  const id = operation?.id ?? mintId('operation', meta.uid, attempts, 0)
  return manifestRequest(clusterRequest(round, hash, jobManager.labels[versionLabel] ?? '', id), 'VersionedService')
}

/** It is created: what runs there is seen before anything else is done. */
export const recreateRestService = (round: ApplicationRound, manifest: ManifestRequest): Outcome =>
  outcome(round, { effects: [{ _tag: 'CreateObject', manifest }], after: 0 })
