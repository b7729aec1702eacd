import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { StopWithSavepoint } from '@flink-operator/core/action'
import type { FlinkHttp } from '../http.ts'
import { post, v1, withoutNulls } from '../rest-request.ts'
import { formatType } from './format-type.ts'

/**
 * Camel-case keys here, unlike trigger-savepoint.ts; Flink ignores what it does not know (docs/flink-rest-traps.md, trap 8). A 202 means
 * noted (trap 7).
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
