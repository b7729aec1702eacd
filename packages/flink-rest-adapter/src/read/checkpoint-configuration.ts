import type { AdapterError } from '@flink-operator/core'
import { isCheckpointingOff } from '../error.ts'
import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/** Absent: the job is unknown, or makes no checkpoints. */
export const getCheckpointConfiguration = (reader: Reader) => ({ endpoint, jobId }: QueryOf<'GetCheckpointConfiguration'>) =>
  read(reader)({
    endpoint,
    request: get(v1`/jobs/${jobId}/checkpoints/config`),
    reads: 'CheckpointConfiguration',
    verdict,
  })

const verdict = (error: AdapterError) => (isCheckpointingOff(error) ? { _tag: 'Absent' } as const : absentOn('JobUnknown')(error))
