import { absurd } from 'fp-ts/lib/function.js'
import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, FlinkAction } from '@flink-operator/core'
import type { FlinkHttp } from '../http.ts'
import { cancelJob } from './cancel-job.ts'
import { type DisposalOptions, disposeSavepoint } from './dispose-savepoint.ts'
import { stopWithSavepoint } from './stop-with-savepoint.ts'
import { triggerCheckpoint } from './trigger-checkpoint.ts'
import { triggerSavepoint } from './trigger-savepoint.ts'
import { updateResourceRequirements } from './update-resource-requirements.ts'

export interface ExecuteOptions {
  readonly disposal?: DisposalOptions
}

/** Does one action: encode, call, decode. Never rejects, and tries nothing twice. */
export const execute = (http: FlinkHttp, options: ExecuteOptions = {}) => (action: FlinkAction): TE.TaskEither<AdapterError, void> => {
  switch (action._tag) {
    case 'StopWithSavepoint':
      return stopWithSavepoint(http)(action)
    case 'CancelJob':
      return cancelJob(http)(action)
    case 'TriggerSavepoint':
      return triggerSavepoint(http)(action)
    case 'TriggerCheckpoint':
      return triggerCheckpoint(http)(action)
    case 'DisposeSavepoint':
      return disposeSavepoint(http, options.disposal)(action)
    case 'UpdateResourceRequirements':
      return updateResourceRequirements(http)(action)
    case 'UploadJar':
    case 'RunJar':
    case 'DeleteJar':
      return TE.left({ _tag: 'Other', message: `${action._tag} is not carried out`, applied: 'No', httpStatus: null, retryAfter: null })
    default:
      return absurd(action)
  }
}
