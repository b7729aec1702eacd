import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { asked, type Asked, inStages } from '../../contract/query/ask.ts'
import { type Query, watched } from '../../contract/query/query.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { DeployedCluster } from '../deployed-spec.ts'
import { clusterQueries } from './cluster-queries.ts'
import { isRestMissed } from './rest-unreachable.ts'

/** Reads the Deployment. Only a live query proves its absence: a cache may be stale or not synced (P05, B62). */
export const deploymentQuery = (desired: ClusterRound['desired'], { deployment }: ClusterFacts): Query => {
  const query = clusterQueries(desired).deployment
  return deployment?._tag === 'Known' ? watched(query) : query
}

/**
 * Observes how the JobManager is, in stages: the Deployment, then Flink. A steady cluster costs one request, to Flink. A JobManager that
 * does not come up costs none: the watches report enough to wait for it. `beside`: sent to Flink together with the first one. `answered`:
 * asked once Flink has answered.
 */
export const jobManagerSeen = (
  { desired, observed: { status, facts }, env }: ClusterRound,
  { endpoint }: Pick<DeployedCluster, 'endpoint'>,
  { beside, answered }: { readonly beside: readonly Query[]; readonly answered: () => Asked<null> },
): Asked<null> => {
  const queries = clusterQueries(desired)
  const { deployment, jobs } = facts
  const isThere = deployment?._tag === 'Known'
  const isUp = status.jobManagerDeploymentStatus === 'READY' || (isThere && deployment.value.availableReplicas > 0)
  // Flink does not answer: when that lasts, the same query also reads the Service (F16)
  const whileSilent = isThere
    ? [watched(queries.deployment), watched(queries.podsWithEvents), ...(isRestMissed(status, env) ? [watched(queries.services)] : [])]
    : [queries.deployment]
  return pipe(
    facts,
    inStages(() => [deploymentQuery(desired, facts)], () => (isUp ? [{ _tag: 'GetJobsOverview', endpoint }, ...beside] : [])),
    E.chain(() => (jobs?._tag === 'Known' ? answered() : asked(whileSilent)(facts))),
  )
}

/** Observes what can be observed although the record can't be read: the JobManager, its pods, and its jobs if the REST address is known. */
export const unobservableSeen = (desired: ClusterRound['desired'], facts: ClusterFacts): Asked<null> => {
  const { deployed } = desired
  const { deployment, jobs } = facts
  const endpoint = deployed._tag === 'Never' ? null : deployed.endpoint
  const isThere = deployment?._tag === 'Known'
  const mayAnswer = isThere && deployment.value.availableReplicas > 0
  return inStages(
    () => [deploymentQuery(desired, facts)],
    () => (endpoint === null || !mayAnswer ? [] : [{ _tag: 'GetJobsOverview', endpoint }]),
    () => (!isThere || jobs?._tag === 'Known' ? [] : [clusterQueries(desired).podsWithEvents]),
  )(facts)
}
