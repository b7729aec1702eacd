import { lastStateQueries } from '../../../job/observe/observe-last-state.ts'
import { snapshotQueries } from '../../../job/snapshot/snapshot-queries.ts'
import { suspendQueries } from '../../../job/stop/stop-request.ts'
import { isFailureToTell } from '../../../job/report/job-problem.ts'
import type { Query } from '../../../contract/query/query.ts'
import { unanswered } from '../../../contract/query/unanswered.ts'
import { sessionIncarnationQueries } from '../session-job-queries.ts'
import { isLaterAlive } from '../recovery/orphan-job.ts'
import { alikeQueries } from '../recovery/unclaimed-jobs.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import { scaling } from '../upgrade/session-job-scaling.ts'
import { scalingQueries } from '../../../job/scale/scale-in-place.ts'

/**
 * The queries that a round needs in a ready cluster before it decides, given the facts known so far. The round asks again after each
 * answer. A steady job costs one request, to Flink.
 */
export const observationQueries = (round: Round): readonly Query[] => {
  const { observed: { status, facts } } = round
  const cluster = readyCluster(round)
  // a submit makes its own queries
  if (cluster === null || status.operation?.kind === 'Submit') return []
  const jobs: Query = { _tag: 'GetJobsOverview', endpoint: cluster.deployed.endpoint }
  const first = unanswered(facts, [jobs])
  return first.length > 0 ? first : facts.jobs?._tag === 'Known' ? detailQueries(round) : []
}

const detailQueries = (round: Round): readonly Query[] => {
  const { desired: { deployed }, observed: { recorded, status, facts } } = round
  const cluster = readyCluster(round)
  if (deployed._tag !== 'Deployed' || cluster === null || status.jobStatus.jobId === null) return []
  const { endpoint } = deployed
  const { jobId } = status.jobStatus
  const details = unanswered(facts, [
    ...(isLaterAlive(round) ? [] : lastStateQueries(round, () => sessionIncarnationQueries(cluster.deployed))),
    ...(isFailureToTell(recorded.status, status) ? [{ _tag: 'GetJobExceptions', endpoint, jobId } as const] : []),
    ...scalingQueries(scaling, round),
    ...snapshotQueries(round),
    ...alikeQueries(round),
    // to find out whether the job was lost with its JobManager
    ...(status.operatorRecord.jobMissedSince !== null ? sessionIncarnationQueries(cluster.deployed) : []),
  ])
  return details.length > 0 && status.operation?.kind === 'Suspend'
    ? [...details, ...unanswered(facts, suspendQueries(round, status.operation))] : details
}
