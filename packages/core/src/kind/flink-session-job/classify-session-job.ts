import { type JobTables, jobTables, classifyJob } from '../../job/classify-job.ts'
import { sharedCluster, submitting } from './shared-cluster.ts'
import type { SessionJob, Situation } from './session-job-situation.ts'
import { beforeHard } from './recovery/others-jobs.ts'
import type { Round } from './session-job-round.ts'

const tables = jobTables(sharedCluster)

/** The classification tables of a FlinkSessionJob. */
export const classification: JobTables<SessionJob> = {
  ...tables,
  // the operation is the only trace of a job that was submitted and that Flink does not list yet (P02)
  unrecorded: [{ id: 'starting', when: 'the job is being started', holds: submitting }, ...tables.unrecorded],
}

/**
 * Classifies the round: the first row of `classification` that matches (session-snapshot-bluegreen.md, section 2.4), after the checks of
 * `beforeHard`.
 */
export const classify = (round: Round): Situation => {
  const found = classifyJob(sharedCluster, classification, round)
  return beforeHard(round, found) ?? found
}
