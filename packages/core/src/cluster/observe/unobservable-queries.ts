import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { Query } from '../../contract/query/query.ts'
import { unanswered } from '../../contract/query/unanswered.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { clusterQueries } from './cluster-queries.ts'

/** Queries that are possible although the record can't be read: the JobManager, its pods, and its jobs if the REST address is known. */
export const unobservableQueries = (desired: ClusterRound['desired'], facts: ClusterFacts): readonly Query[] => {
  const { deployed } = desired
  const queries = clusterQueries(desired)
  const { deployment } = facts
  if (deployment === undefined || (deployment._tag !== 'Known' && deployment.source === 'cache')) return [queries.deployment]
  if (deployment._tag !== 'Known') return []
  const endpoint = deployed._tag === 'Never' ? null : deployed.endpoint
  const jobs = endpoint === null || deployment.value.availableReplicas === 0 ? []
    : unanswered(facts, [{ _tag: 'GetJobsOverview', endpoint }])
  return jobs.length > 0 || facts.jobs?._tag === 'Known' ? jobs : unanswered(facts, [queries.podsWithEvents])
}
