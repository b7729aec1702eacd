import type { Env } from '@flink-operator/core'
import type { Action, AdapterError, EmitEvent } from '@flink-operator/core/action'
import { cutMessage } from '@flink-operator/core/resource'
import { event, retryDelay } from '@flink-operator/core/round'
import { flinkError, foreignError, isProgramOver, submitError } from './retry/error-of.ts'
import { noError } from './retry/gate.ts'
import type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
import { errorsOf } from './rules/give-up-gate.ts'
import { isAtRest, phaseOf } from './state/state-row.ts'
import type { ApplicationError, FlinkApplicationStatus } from './status/flink-application-status.ts'
import { reported } from './summarize-flink-application.ts'
import { withOperation } from './status-transitions.ts'

type Status = FlinkApplicationStatus
type Actions = readonly Action<Status>[]

/** No error: Flink already knows the job, or the job has already ended. The next query shows it. */
const isNoError = (action: Action<Status>, { _tag }: AdapterError): boolean =>
  (action._tag === 'RunJar' && _tag === 'DuplicateJob')
  || (action._tag === 'CancelJob' && (_tag === 'JobUnknown' || _tag === 'JobTerminated'))
  || (action._tag === 'StopWithSavepoint' && (_tag === 'JobUnknown' || _tag === 'JobTerminated'))

const errorOf = (action: Action<Status>, error: AdapterError): ApplicationError => {
  switch (action._tag) {
    case 'RunJar':
      return submitError(error)
    case 'StopWithSavepoint':
      return flinkError('CancelJobWithSavepoint', error)
    case 'TriggerSavepoint':
      return flinkError('SavepointJob', error)
    case 'CancelJob':
      return flinkError('ForceCancelJob', error)
    case 'Look':
    case 'PersistStatus':
    case 'CreateObject':
    case 'ApplyObject':
    case 'PatchObject':
    case 'DeleteObject':
    case 'DeleteHaMetadata':
    case 'PruneHaExecutionPlan':
    case 'DeleteZooKeeperHaMetadata':
    case 'PruneZooKeeperPlans':
    case 'AddFinalizer':
    case 'RemoveFinalizer':
    case 'MarkStarted':
    case 'CreateStateSnapshot':
    case 'WriteAutoscalerState':
    case 'TriggerCheckpoint':
    case 'DisposeSavepoint':
    case 'UpdateResourceRequirements':
    case 'UploadJar':
    case 'DeleteJar':
    case 'EmitEvent':
    case 'Requeue':
      return foreignError(`${action._tag}: ${error.message}`)
  }
}

const reasonOf = (action: Action<Status>, { operation }: Status): string =>
  operation?.kind === 'Teardown' ? 'TeardownFailed'
    : action._tag === 'RunJar' ? 'JobSubmissionFailed' : action._tag === 'CreateObject' ? 'CreateClusterFailed'
    : action._tag === 'StopWithSavepoint' || action._tag === 'TriggerSavepoint' ? 'SavepointFailed'
    : action._tag === 'CancelJob' ? 'CancelFailed' : 'HandleFailed'

/**
 * If Flink definitely refused a submit, the submit and its job id are over. Without an answer the job may run (P02). If the program threw
 * an error, it may have submitted a job before; but it does nothing more, unless the same request was already sent earlier.
 */
const refused = (status: Status, before: Status, action: Action<Status>, error: AdapterError): Status => {
  const submit = status.operation?.submit ?? null
  if (action._tag !== 'RunJar' || submit?.jobId !== action.jobId) return status
  const isSentOnce = before.operation?.submit?.jobId !== action.jobId
  return withOperation(status, {
    submit: { ...submit, isRefused: error.applied === 'No', isAnswered: isSentOnce && error.httpStatus !== null && isProgramOver(error) },
  })
}

/** Records the failure as the error of the current state. The operator retries after a delay, or gives up (section 2.5). */
export const onFailure = (
  desired: ApplicationDesired,
  observed: ApplicationObserved,
  done: Actions,
  action: Action<Status>,
  error: AdapterError,
  env: Env,
): Actions => {
  const round = { desired, observed, env }
  const wait: Action<Status> = { _tag: 'Requeue', after: retryDelay(env), waitingFor: `the next attempt after ${error._tag}` }
  if (action._tag === 'PersistStatus' || action._tag === 'EmitEvent') return [wait]
  if (isNoError(action, error)) return [{ ...wait, after: 1_000 }]
  const message = cutMessage(`${action._tag} failed: ${error.message}`)
  const warned: EmitEvent = event('Warning', 'Operator', reasonOf(action, observed.status), message, null, 'Once')
  const status = done.findLast(it => it._tag === 'PersistStatus')?.status ?? observed.status
  const phase = phaseOf(status.phase)
  const isKept = phase !== null && !isAtRest(phase) && phase !== 'Deleting'
  const { retryCount } = errorsOf(round)
  const errors = isKept ? { lastSeenError: { ...errorOf(action, error), lastErrorUpdateTime: env.now }, retryCount } : noError
  const next = reported(round, refused({ ...status, ...errors }, observed.recorded.status, action, error), null, status.reason)
  return [
    ...(isKept ? [{ _tag: 'PersistStatus' as const, status: next, reason: message }] : []),
    warned,
    wait,
  ]
}
