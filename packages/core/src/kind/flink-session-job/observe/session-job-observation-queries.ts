import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { lastStateQueries } from '../../../job/observe/observe-last-state.ts'
import { snapshotQueries } from '../../../job/snapshot/snapshot-queries.ts'
import { suspendQueries } from '../../../job/stop/stop-request.ts'
import { isFailureToTell } from '../../../job/report/job-problem.ts'
import type { Query } from '../../../contract/query/query.ts'
import { type Asked, asked, nothingMissing, togetherWith } from '../../../contract/query/ask.ts'
import { sessionIncarnationQueries } from '../session-job-queries.ts'
import { isLaterAlive } from '../recovery/orphan-job.ts'
import { alikeQueries } from '../recovery/unclaimed-jobs.ts'
import { readyCluster, type Round } from '../session-job-round.ts'
import { scaling } from '../upgrade/session-job-scaling.ts'
import { scalingQueries } from '../../../job/scale/scale-in-place.ts'

/** Observes what a round needs in a ready cluster before it decides. A steady job costs one request, to Flink. */
export const allSeen = (round: Round): Asked<null> => {
  const { observed: { status, facts } } = round
  const cluster = readyCluster(round)
  // a submit makes its own queries
  if (cluster === null || status.operation?.kind === 'Submit') return nothingMissing
  return pipe(
    facts,
    asked([{ _tag: 'GetJobsOverview', endpoint: cluster.deployed.endpoint }]),
    E.chain(() => (facts.jobs?._tag === 'Known' ? detailsSeen(round) : nothingMissing)),
  )
}

const detailsSeen = (round: Round): Asked<null> => {
  const { desired: { deployed }, observed: { recorded, status, facts } } = round
  const cluster = readyCluster(round)
  if (deployed._tag !== 'Deployed' || cluster === null || status.jobStatus.jobId === null) return nothingMissing
  const { endpoint } = deployed
  const { operation, jobStatus: { jobId } } = status
  const details: readonly Query[] = [
    ...(isLaterAlive(round) ? [] : lastStateQueries(round, () => sessionIncarnationQueries(cluster.deployed))),
    ...(isFailureToTell(recorded.status, status) ? [{ _tag: 'GetJobExceptions', endpoint, jobId } as const] : []),
    ...scalingQueries(scaling, round),
    ...snapshotQueries(round),
    ...alikeQueries(round),
    // to find out whether the job was lost with its JobManager
    ...(status.operatorRecord.jobMissedSince !== null ? sessionIncarnationQueries(cluster.deployed) : []),
  ]
  return pipe(
    facts,
    asked(details),
    togetherWith(facts, () => (operation?.kind === 'Suspend' ? suspendQueries(round, operation) : [])),
  )
}
