import type { AdapterError } from '@flink-operator/core'
import { noCheckpoints } from '../codec/checkpoints.ts'
import { isCheckpointingOff } from '../error.ts'
import { get, v1 } from '../rest-request.ts'
import { absentOn, read, type Reader } from './answer.ts'
import type { QueryOf } from './flink-answer.ts'

/**
 * Absent: the job is unknown. A job without checkpointing is Known to have no checkpoints. The answer may be as old as
 * `web.refresh-interval` (docs/flink-rest-traps.md, trap 1).
 */
export const getCheckpoints = (reader: Reader) => ({ endpoint, jobId }: QueryOf<'GetCheckpoints'>) =>
  read(reader)({ endpoint, request: get(v1`/jobs/${jobId}/checkpoints`), reads: 'Checkpoints', verdict })

const verdict = (
  error: AdapterError,
) => (isCheckpointingOff(error) ? { _tag: 'Known', value: noCheckpoints } as const : absentOn('JobUnknown')(error))
