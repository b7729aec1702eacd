import { get, v1 } from '../rest-request.ts'
import type { QueryOf } from './flink-answer.ts'
import { read, type Reader } from './answer.ts'

/**
 * Every job of the cluster. The state is up to date here, but up to 3 s late under `/jobs/:jobId` (docs/flink-rest-traps.md, trap
 * 1). A JobManager that has just started may answer `[]`.
 */
export const getJobsOverview = (reader: Reader) => ({ endpoint }: QueryOf<'GetJobsOverview'>) =>
  read(reader)({ endpoint, request: get(v1`/jobs/overview`), reads: 'JobsOverview' })
