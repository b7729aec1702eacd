import { type JobTables, jobTables } from '../../job/classify-job.ts'
import { sharedCluster, submitting } from './shared-cluster.ts'
import type { SessionJob } from './session-job-situation.ts'

const tables = jobTables(sharedCluster)

/** The classification tables of a FlinkSessionJob. */
export const classification: JobTables<SessionJob> = {
  ...tables,
  // the operation is the only trace of a job that was submitted and that Flink does not list yet (P02)
  unrecorded: [{ id: 'starting', when: 'the job is being started', holds: submitting }, ...tables.unrecorded],
}
