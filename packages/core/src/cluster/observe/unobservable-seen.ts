import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { type Asked, inStages } from '../../contract/query/ask.ts'
import type { ClusterRound } from '../cluster-round.ts'
import { clusterQueries } from './cluster-queries.ts'
import { deploymentQuery } from './job-manager-seen.ts'

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
