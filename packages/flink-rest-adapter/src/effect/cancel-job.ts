import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { CancelJob } from '@flink-operator/core/action'
import type { FlinkHttp } from '../http.ts'
import { v1 } from '../rest-request.ts'

/**
 * `JobUnknown` and `JobTerminated` (FINISHED or FAILED) are errors here: their meaning depends on why the job was cancelled
 * (docs/flink-rest-traps.md, trap 14).
 */
export const cancelJob = (http: FlinkHttp) => (action: CancelJob): TE.TaskEither<AdapterError, void> =>
  TE.asUnit(http.call(action.endpoint, { method: 'PATCH', path: v1`/jobs/${action.jobId}`, query: { mode: 'cancel' } }))
