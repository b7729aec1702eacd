import type { Action } from '../../action/action.ts'
import type { AdapterError } from '../../action/adapter-error.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { Env } from '../../env.ts'
import { event } from '../../round/event.ts'
import { retryDelay } from '../../round/retry-delay.ts'
import { flinkError, foreignError, isProgramOver, submitError } from './retry/error-of.ts'
import { noError } from './retry/gate.ts'
import type { ApplicationDesired, ApplicationObserved } from './flink-application-round.ts'
import { errorsOf } from './rules/give-up-gate.ts'
import { isAtRest, phaseOf } from './state/phase.ts'
import type { ApplicationError, FlinkApplicationStatus } from './status/flink-application-status.ts'
import { told } from './summarize-flink-application.ts'
import { withOperation } from './status-transitions.ts'
import { cutMessage } from '../../resource/utf8-length.ts'

type Status = FlinkApplicationStatus
type Actions = readonly Action<Status>[]

/** Flink has it already, or nothing is left to be told: the next look tells. */
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
 * A submit that Flink surely refused is over, and its id with it; one without an answer may run (P02). Of a program that threw it is open
 * what it did before; but it does nothing any more, if it was not sent before, too.
 */
const refused = (status: Status, before: Status, action: Action<Status>, error: AdapterError): Status => {
  const submit = status.operation?.submit ?? null
  if (action._tag !== 'RunJar' || submit?.jobId !== action.jobId) return status
  const isSentOnce = before.operation?.submit?.jobId !== action.jobId
  return withOperation(status, {
    submit: { ...submit, isRefused: error.applied === 'No', isAnswered: isSentOnce && error.httpStatus !== null && isProgramOver(error) },
  })
}

/** What failed is kept as the error of its state, and tried again after a pause, or given up (section 2.5). */
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
  const next = told(round, refused({ ...status, ...errors }, observed.recorded.status, action, error), null, status.reason)
  return [
    ...(isKept ? [{ _tag: 'PersistStatus' as const, status: next, reason: message }] : []),
    warned,
    wait,
  ]
}
