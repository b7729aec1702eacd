import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { TriggerCheckpoint } from '@flink-operator/core/action'
import type { FlinkHttp } from '../http.ts'
import { post, v1, withoutNulls } from '../rest-request.ts'

/** Flink refuses INCREMENTAL (500, FLINK-33723): `Invalid`. UNKNOWN: the type in the job's configuration. */
export const triggerCheckpoint = (http: FlinkHttp) => (action: TriggerCheckpoint): TE.TaskEither<AdapterError, void> =>
  TE.asUnit(http.call(
    action.endpoint,
    post(
      v1`/jobs/${action.jobId}/checkpoints`,
      withoutNulls({
        triggerId: action.triggerId,
        checkpointType: action.checkpointType === 'UNKNOWN' ? null : action.checkpointType,
      }),
    ),
  ))
