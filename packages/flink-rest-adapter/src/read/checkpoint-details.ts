import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/**
 * One completed checkpoint, by its number. Absent: it is no longer in Flink's statistics (`web.checkpoints.history`), or the job is
 * unknown.
 */
export const getCheckpointDetails = (reader: Reader) => ({ endpoint, jobId, checkpointId }: QueryOf<'GetCheckpointDetails'>) =>
  read(reader)({
    endpoint,
    request: get(v1`/jobs/${jobId}/checkpoints/details/${String(checkpointId)}`),
    reads: 'CheckpointDetails',
    verdict: absentOn('NotFound', 'JobUnknown'),
  })
