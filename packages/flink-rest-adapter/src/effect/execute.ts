import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Millis } from '@flink-operator/core'
import type { FlinkAction } from '@flink-operator/core/action'
import type { FlinkHttp } from '../http.ts'
import { cancelJob } from './cancel-job.ts'
import { deleteJar } from './delete-jar.ts'
import { type DisposalOptions, disposeSavepoint } from './dispose-savepoint.ts'
import { runJar } from './run-jar.ts'
import { stopWithSavepoint } from './stop-with-savepoint.ts'
import { triggerCheckpoint } from './trigger-checkpoint.ts'
import { triggerSavepoint } from './trigger-savepoint.ts'
import { updateResourceRequirements } from './update-resource-requirements.ts'
import { type JarFetch, uploadJar } from './upload-jar.ts'

/** What some effects need beside the connection to Flink. */
export interface ExecuteOptions {
  readonly disposal?: DisposalOptions
  /** Absent: no jar is fetched. */
  readonly jar?: JarFetch
  /** How long the run of a jar may take: Flink answers when its `main` has submitted the job. Default: as any call. */
  readonly submissionTimeout?: Millis
}

/** Performs one action: encode, call, decode. Never rejects, and retries nothing. */
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
      return uploadJar(http, options.jar)(action)
    case 'RunJar':
      return runJar(http, options.submissionTimeout)(action)
    case 'DeleteJar':
      return deleteJar(http)(action)
  }
}
