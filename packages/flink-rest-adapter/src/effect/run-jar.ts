import * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Millis } from '@flink-operator/core'
import type { RunJar } from '@flink-operator/core/action'
import { isAtLeast } from '@flink-operator/core/resource'
import type { FlinkHttp } from '../http.ts'
import { argumentsIn } from './program-arguments.ts'
import { post, v1, withoutNulls } from '../rest-request.ts'

/**
 * The job id has to be in the body: Flink ignores it as a query parameter. Flink answers when `main` has submitted the job, which
 * may take minutes, and continues even if the client is gone (docs/flink-rest-traps.md). After a 400 a job may exist: one whose
 * state can't be restored is FAILED, and its id can't be used again.
 */
export const runJar = (http: FlinkHttp, timeout?: Millis) => (action: RunJar): TE.TaskEither<AdapterError, void> =>
  TE.asUnit(http.call(action.endpoint, {
    ...post(v1`/jars/${action.jarId}/run`, bodyOf(action)),
    ...(timeout === undefined ? {} : { timeout }),
  }))

const bodyOf = (action: RunJar): Readonly<Record<string, unknown>> =>
  withoutNulls({
    jobId: action.jobId,
    entryClass: action.entryClass,
    programArgsList: action.programArgs === undefined ? action.args : argumentsIn(action.programArgs),
    parallelism: action.parallelism === null || action.parallelism < 1 ? null : action.parallelism,
    savepointPath: action.savepointPath,
    allowNonRestoredState: action.allowNonRestoredState,
    ...restoring(action),
    ...(action.flinkVersion !== null && isAtLeast(action.flinkVersion, 'v1_17') ? { flinkConfiguration: action.configuration } : {}),
  })

/** A savepoint that Flink does not claim can be restored again: that is the default. Flink 1.20 gave the field another name. */
const restoring = ({ flinkVersion, savepointPath, configuration }: RunJar): Readonly<Record<string, string>> => {
  if (savepointPath === null || flinkVersion === null) return {}
  const mode = configuration['execution.state-recovery.claim-mode'] ?? configuration['execution.savepoint-restore-mode'] ?? 'NO_CLAIM'
  return isAtLeast(flinkVersion, 'v1_20') ? { claimMode: mode } : { restoreMode: mode }
}
