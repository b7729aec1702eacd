import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { StopWithSavepoint } from '@flink-operator/core/action'
import type { FlinkHttp } from '../http.ts'
import { post, v1, withoutNulls } from '../rest-request.ts'
import { formatType } from './format-type.ts'

/**
 * Camel-case keys here, unlike in trigger-savepoint.ts; Flink ignores unknown keys (docs/flink-rest-traps.md, trap 8). A 202 only
 * means accepted (trap 7).
 */
export const stopWithSavepoint = (http: FlinkHttp) => (action: StopWithSavepoint): TE.TaskEither<AdapterError, void> =>
  TE.asUnit(http.call(
    action.endpoint,
    post(
      v1`/jobs/${action.jobId}/stop`,
      withoutNulls({
        triggerId: action.triggerId,
        targetDirectory: action.targetDirectory,
        formatType: formatType(action.formatType),
        drain: action.drain,
      }),
    ),
  ))
