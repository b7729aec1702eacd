import { get, v1 } from '../rest-request.ts'
import { read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/** Never Absent: for an unknown job Flink answers 200 with an empty list (docs/flink-rest-traps.md, trap 10). */
export const getJobMetrics = (reader: Reader) => ({ endpoint, jobId }: QueryOf<'GetJobMetrics'>) =>
  read(reader)({
    endpoint,
    request: get(v1`/jobs/${jobId}/metrics`, { get: 'numRestarts,fullRestarts,numberOfCompletedCheckpoints' }),
    reads: 'JobMetrics',
  })
