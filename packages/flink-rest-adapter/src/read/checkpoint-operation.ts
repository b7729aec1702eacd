import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/** A triggered checkpoint, by its trigger id; Absent as in savepoint-operation.ts. Flink before 1.17 has no such path: Unknown. */
export const getCheckpointOperation = (reader: Reader) => ({ endpoint, jobId, triggerId }: QueryOf<'GetCheckpointOperation'>) =>
  read(reader)({
    endpoint,
    request: get(v1`/jobs/${jobId}/checkpoints/${triggerId}`),
    reads: 'Operation',
    verdict: absentOn('NotFound'),
  })
