import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/**
 * A savepoint or a stop, by its trigger id. Absent only if Flink says that it does not know the operation. Any other 404 is Unknown,
 * because sending the same id again would start a second savepoint (docs/flink-rest-traps.md, traps 5 and 15).
 */
export const getSavepointOperation = (reader: Reader) => ({ endpoint, jobId, triggerId }: QueryOf<'GetSavepointOperation'>) =>
  read(reader)({
    endpoint,
    request: get(v1`/jobs/${jobId}/savepoints/${triggerId}`),
    reads: 'SavepointOperation',
    verdict: absentOn('NotFound'),
  })
