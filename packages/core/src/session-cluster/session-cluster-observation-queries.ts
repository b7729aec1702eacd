import { clusterQueries } from '../cluster/seen/cluster-queries.ts'
import { isRestMissed } from '../cluster/seen/rest-unreachable.ts'
import type { Query } from '../query/query.ts'
import { unanswered } from '../query/unanswered.ts'
import { watched } from '../query/watched.ts'
import type { SessionRound } from './session-cluster-round.ts'

/**
 * What has to be looked at before anything is decided, given what is known so far: asked again after each look, until nothing is missing. A
 * steady session cluster costs one request, of Flink; a JobManager that does not come up costs none.
 */
export const observationQueries = (round: SessionRound): readonly Query[] => {
  const { desired, observed: { status, facts }, env } = round
  const { state } = status.reconciliationStatus
  if (desired.deployed._tag !== 'Deployed' || status.operation !== null || (state !== 'DEPLOYED' && state !== 'ROLLED_BACK')) return []
  const queries = clusterQueries(desired)
  const { endpoint } = desired.deployed
  const { deployment, jobs } = facts
  // absence is proved by a live look, not by a cache that may be old or not synced (P05, B62)
  if (deployment === undefined || (deployment._tag !== 'Known' && deployment.source === 'cache')) return [queries.deployment]
  const isUp = status.jobManagerDeploymentStatus === 'READY' || (deployment._tag === 'Known' && deployment.value.availableReplicas > 0)
  // in one look: an edit needs two more, and has four
  const version: readonly Query[] = status.clusterInfo['flink-version'] === undefined ? [{ _tag: 'GetClusterOverview', endpoint }] : []
  const first = isUp ? unanswered(facts, [{ _tag: 'GetJobsOverview', endpoint }, ...version]) : []
  if (first.length > 0) return first
  if (jobs?._tag !== 'Known')
    return unanswered(
      facts,
      deployment._tag === 'Known'
        ? [watched(queries.deployment), watched(queries.podsWithEvents), ...(isRestMissed(status, env) ? [watched(queries.services)] : [])]
        : [queries.deployment],
    )
  return unanswered(facts, version)
}
