import { restEndpointOf } from '../../../cluster/observe/rest-endpoint.ts'
import { jobManagerQueries } from '../../../cluster/observe/job-manager-queries.ts'
import type { Query } from '../../../contract/query/query.ts'
import { unanswered } from '../../../contract/query/unanswered.ts'
import type { SessionRound } from './session-cluster-round.ts'

/** The queries that a round needs before it decides, given the facts known so far. */
export const observationQueries = (round: SessionRound): readonly Query[] => {
  const { desired: { deployed }, observed: { status, facts } } = round
  const { state } = status.reconciliationStatus
  if (deployed._tag !== 'Deployed' || status.operation !== null || (state !== 'DEPLOYED' && state !== 'ROLLED_BACK')) return []
  const version: readonly Query[] = status.clusterInfo['flink-version'] === undefined
    ? [{ _tag: 'GetClusterOverview', endpoint: deployed.endpoint }] : []
  // both in one query: an edit needs two more, and a round has four in all
  return jobManagerQueries(round, deployed, { beside: version, answered: () => unanswered(facts, version) })
}

/** The query that shows whether the JobManager of a cluster answers that the status does not record: its jobs can then be stopped. */
export const unrecordedQueries = ({ desired: { meta, deployed, wanted }, observed: { status, facts } }: SessionRound): readonly Query[] => {
  const isUp = facts.deployment?._tag === 'Known' && facts.deployment.value.availableReplicas > 0
  return deployed._tag !== 'Never' || status.operation !== null || wanted === null || !isUp ? []
    : unanswered(facts, [{ _tag: 'GetJobsOverview', endpoint: restEndpointOf(meta, wanted.options) }])
}
