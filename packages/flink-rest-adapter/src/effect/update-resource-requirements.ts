import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { UpdateResourceRequirements } from '@flink-operator/core/action'
import { encodeResourceRequirements } from '../codec/resource-requirements.ts'
import type { FlinkHttp } from '../http.ts'
import { v1 } from '../rest-request.ts'

/** `Invalid`: a vertex is missing or unknown, bounds don't fit, or the scheduler is not adaptive. */
export const updateResourceRequirements = (http: FlinkHttp) => (action: UpdateResourceRequirements): TE.TaskEither<AdapterError, void> =>
  TE.asUnit(
    http.call(action.endpoint, {
      method: 'PUT',
      path: v1`/jobs/${action.jobId}/resource-requirements`,
      body: encodeResourceRequirements(action.bounds),
    }),
  )
