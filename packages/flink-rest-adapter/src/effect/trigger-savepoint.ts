import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { TriggerSavepoint } from '@flink-operator/core/action'
import type { FlinkHttp } from '../http.ts'
import { post, v1, withoutNulls } from '../rest-request.ts'
import { formatType } from './format-type.ts'

/**
 * The keys are hyphenated, except `formatType` and `triggerId` (docs/flink-rest-traps.md, trap 8). A 202 only means accepted, even
 * for an unknown job (trap 7).
 */
export const triggerSavepoint = (http: FlinkHttp) => (action: TriggerSavepoint): TE.TaskEither<AdapterError, void> =>
  TE.asUnit(http.call(
    action.endpoint,
    post(
      v1`/jobs/${action.jobId}/savepoints`,
      withoutNulls({
        triggerId: action.triggerId,
        'target-directory': action.targetDirectory,
        'cancel-job': false,
        formatType: formatType(action.formatType),
      }),
    ),
  ))
