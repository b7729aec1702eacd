import { type JobTables, jobTables } from '../../job/classify-job.ts'
import { sharedCluster, submitting } from './shared-cluster.ts'
import type { SessionJob } from './session-job-situation.ts'

const tables = jobTables(sharedCluster)

/** The tables of classification of a FlinkSessionJob. */
export const classification: JobTables<SessionJob> = {
  ...tables,
  // nothing else tells of a job that was sent and is not listed yet (P02)
  unrecorded: [{ row: 'Q10', when: 'the job is being started', situation: submitting }, ...tables.unrecorded],
}
