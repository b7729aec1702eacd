import type { Query } from '../../contract/query/query.ts'
import { unanswered } from '../../contract/query/unanswered.ts'
import { watched } from '../../contract/query/watched.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { DeployedCluster } from '../deployed-spec.ts'
import { clusterQueries } from './cluster-queries.ts'
import { isRestMissed } from './rest-unreachable.ts'

/**
 * The queries that show how the JobManager is, given the facts known so far. The round asks again after each answer, until nothing is
 * missing. A steady cluster costs one request, to Flink. A JobManager that does not come up costs none: the watches report enough to wait
 * for it. `beside`: sent to Flink together with the first one. `answered`: the queries once Flink has answered.
 */
export const jobManagerQueries = (
  { desired, observed: { status, facts }, env }: ClusterRound,
  { endpoint }: Pick<DeployedCluster, 'endpoint'>,
  { beside, answered }: { readonly beside: readonly Query[]; readonly answered: () => readonly Query[] },
): readonly Query[] => {
  const queries = clusterQueries(desired)
  const { deployment } = facts
  // only a live query proves absence: a cache may be stale or not synced (P05, B62)
  if (deployment === undefined || (deployment._tag !== 'Known' && deployment.source === 'cache')) return [queries.deployment]
  const isUp = status.jobManagerDeploymentStatus === 'READY' || (deployment._tag === 'Known' && deployment.value.availableReplicas > 0)
  const first = isUp ? unanswered(facts, [{ _tag: 'GetJobsOverview', endpoint }, ...beside]) : []
  if (first.length > 0) return first
  if (facts.jobs?._tag === 'Known') return answered()
  // Flink does not answer: when that lasts, the same query also reads the Service (F16)
  return unanswered(
    facts,
    deployment._tag === 'Known'
      ? [watched(queries.deployment), watched(queries.podsWithEvents), ...(isRestMissed(status, env) ? [watched(queries.services)] : [])]
      : [queries.deployment],
  )
}
