import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { Query } from '../../query/query.ts'
import { unanswered } from '../../query/unanswered.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { clusterQueries } from './cluster-queries.ts'

/** What may be looked at whatever can't be read: the JobManager, its pods, and its jobs where it is known where they are told. */
export const blindQueries = (desired: ClusterRound['desired'], facts: ClusterFacts): readonly Query[] => {
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
