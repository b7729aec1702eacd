import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/** The job's failures, newest first (Flink keeps 16, `web.exception-history-size`). Absent: the job is unknown. */
export const getJobExceptions = (reader: Reader) => ({ endpoint, jobId }: QueryOf<'GetJobExceptions'>) =>
  read(reader)({ endpoint, request: get(v1`/jobs/${jobId}/exceptions`), reads: 'JobExceptions', verdict: absentOn('JobUnknown') })
