import { restEndpointOf } from '../../../cluster/observe/rest-endpoint.ts'
import { jobManagerSeen } from '../../../cluster/observe/job-manager-seen.ts'
import { asked, type Asked, nothingMissing } from '../../../contract/query/ask.ts'
import type { Query } from '../../../contract/query/query.ts'
import type { SessionRound } from './session-cluster-round.ts'

/** Observes what a round needs before it decides. */
export const allSeen = (round: SessionRound): Asked<null> => {
  const { desired: { deployed }, observed: { status, facts } } = round
  const { state } = status.reconciliationStatus
  if (deployed._tag !== 'Deployed' || status.operation !== null || (state !== 'DEPLOYED' && state !== 'ROLLED_BACK'))
    return nothingMissing
  const version: readonly Query[] = status.clusterInfo['flink-version'] === undefined
    ? [{ _tag: 'GetClusterOverview', endpoint: deployed.endpoint }] : []
  // both in one query: an edit needs two more, and a round has four in all
  return jobManagerSeen(round, deployed, { beside: version, answered: () => asked(version)(facts) })
}

/**
 * Observes whether the JobManager of a cluster answers whose deploy the status does not record as finished: its jobs can then be stopped.
 */
export const unrecordedSeen = ({ desired: { meta, deployed, wanted }, observed: { status, facts } }: SessionRound): Asked<null> => {
  const isUp = facts.deployment?._tag === 'Known' && facts.deployment.value.availableReplicas > 0
  const endpoint = deployed._tag === 'Deployed' ? deployed.endpoint
    : deployed._tag === 'Never' && wanted !== null ? restEndpointOf(meta, wanted.options) : null
  return status.operation !== null || endpoint === null || !isUp ? nothingMissing : asked([{ _tag: 'GetJobsOverview', endpoint }])(facts)
}
