import type { ManifestRequest } from '../../../action/manifest-request.ts'
import { mintId } from '../../../resource/mint-id.ts'
import { clusterRequest } from '../cluster-request.ts'
import { manifestRequest } from '../objects/cluster-objects.ts'
import { versionLabel } from '../objects/labels.ts'
import { versionedServiceName } from '../objects/names.ts'
import { outcome, type Outcome } from '../outcome.ts'
import type { ApplicationRound } from '../round.ts'
import { clusterOf, selectorOf, serviceOf } from '../seen/clusters.ts'

/** The Service where a cluster is asked for its jobs, which is not there; null: it is, or nobody can say to which pods it leads. */
export const lostWayIn = (round: ApplicationRound, hash: string): ManifestRequest | null => {
  const { meta } = round.desired
  const jobManager = clusterOf(round, hash)?.jobManager ?? null
  if (jobManager === null || selectorOf(jobManager) === null || serviceOf(round, versionedServiceName(meta.name, hash)) !== null)
    return null
  const id = mintId('operation', meta.uid, round.observed.status.operatorRecord.attempts, 0)
  return manifestRequest(clusterRequest(round, hash, jobManager.labels[versionLabel] ?? '', id), 'VersionedService')
}

/** It is created: what runs there is seen before anything else is done. */
export const wayInAgain = (round: ApplicationRound, manifest: ManifestRequest): Outcome =>
  outcome(round, { effects: [{ _tag: 'CreateObject', manifest }], after: 0 })
