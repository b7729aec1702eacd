import type { Action } from '../../contract/action/action.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import { statusErrorMessage } from '../../crd/status-error.ts'
import type { Env } from '../../contract/env.ts'
import type { JobLifecycleStatus } from '../../contract/resource/job-status.ts'
import { boundedMessage } from '../../contract/resource/json.ts'
import { type ErrorOwner, event } from '../../contract/round/decision.ts'
import { errorText } from '../../contract/round/error-text.ts'
import { isRetryLimitReached, longestPause, retryDelay } from '../../contract/round/pause.ts'
import { withLifecycle, withRecord } from '../../contract/round/status-change.ts'
import type { JobDesired, JobObserved } from '../job-round.ts'
import { notDisposed } from '../snapshot/snapshot-events.ts'
import { jobEvent } from '../report/job-events.ts'

/** True if the next round only has to query to learn the result. */
const needsOnlyALook = ({ _tag }: AdapterError): boolean =>
  _tag === 'Conflict' || _tag === 'NotFound' || _tag === 'AlreadyExists' || _tag === 'JobTerminated' || _tag === 'JobUnknown'
  || _tag === 'DuplicateJob'

/** The failed action, with the status as it is on the server now. */
export interface FailedAction<Status> {
  readonly failed: Action<Status>
  readonly error: AdapterError
  readonly recorded: Status
  readonly durable: Status
  /** When the operator retries. */
  readonly retryAt: number
}

/** A kind's reaction to a rejected request: it withdraws what was begun and left nothing behind. */
export interface FailureOutcome<Status> {
  readonly status: Status
  readonly owner: ErrorOwner
}

/**
 * Decides what to record after a failure and when to retry. It undoes nothing: whatever was written before stays true, and the next round
 * queries the result of the action.
 */
export const afterJobFailure = <Status extends JobLifecycleStatus>(
  { meta }: Pick<JobDesired, 'meta'>,
  { recorded }: Pick<JobObserved<Status>, 'recorded'>,
  done: readonly Action<Status>[],
  failed: Action<Status>,
  error: AdapterError,
  env: Env,
  failureOutcome: (it: FailedAction<Status>) => FailureOutcome<Status>,
): readonly Action<Status>[] =>
  reportedFailure(
    { meta, env, failureOutcome },
    {
      failed,
      error,
      recorded: recorded.status,
      durable: done.reduce<Status>((status, action) => (action._tag === 'PersistStatus' ? action.status : status), recorded.status),
    },
  )

interface FailureReport<Status> {
  readonly meta: JobDesired['meta']
  readonly env: Env
  readonly failureOutcome: (it: FailedAction<Status>) => FailureOutcome<Status>
}

const reportedFailure = <Status extends JobLifecycleStatus>(
  { meta, env, failureOutcome }: FailureReport<Status>,
  it: Omit<FailedAction<Status>, 'retryAt'>,
): readonly Action<Status>[] => {
  const { failed, error, durable } = it
  if (failed._tag === 'DisposeSavepoint')
    return [notDisposed(failed.path, error.message), {
      _tag: 'Requeue',
      after: env.options.reconcileInterval,
      waitingFor: `savepoint ${failed.path} to be disposed of`,
    }]
  const delay = error.retryAfter === null ? retryDelay(env)
    : Math.min(Math.max(error.retryAfter, env.options.retryInitialInterval), longestPause)
  // the status can't record it, so only an event can report it (F22)
  if (failed._tag === 'PersistStatus' && error._tag === 'Pruned')
    return [jobEvent.problem('Pruned', `The status can't be recorded, so nothing is done: ${error.message}`, meta.generation), {
      _tag: 'Requeue',
      after: delay,
      waitingFor: 'a CRD that keeps all fields of the status: apply the CRDs of this version (kubectl apply -f deploy/crds)',
    }]
  if (failed._tag === 'PersistStatus' || needsOnlyALook(error))
    return [{
      _tag: 'Requeue',
      after: env.consecutiveFailures === 0 ? 0 : Math.min(delay, 10_000),
      waitingFor: `the next query after ${error._tag}`,
    }]
  // nothing took effect, and the job is unchanged: the next cycle measures and decides again
  if (failed._tag === 'WriteAutoscalerState')
    return [
      event('Warning', 'Operator', 'AutoscalerError', boundedMessage(`${describe(failed)}: ${error.message}`), 'AutoscalerState', 'Once'),
      { _tag: 'Requeue', after: env.options.reconcileInterval, waitingFor: 'the next cycle of the autoscaler' },
    ]
  const { status, owner } = failureOutcome({ ...it, retryAt: env.now + delay })
  const reported = withRecord(
    withLifecycle(status, {
      error: errorText({
        owner,
        type: 'ReconciliationException',
        message: `${describe(failed)}: ${error.message}${limitWords(env)}`,
        reason: 'Error',
      }, env.options),
    }),
    { errorOwner: owner },
  )
  const isNew = reported.error !== durable.error || reported.operation !== durable.operation
    || reported.operatorRecord.retryAt !== durable.operatorRecord.retryAt
  return [
    ...(isNew
      ? [
        { _tag: 'PersistStatus', status: reported, reason: `${describe(failed)} failed: ${error._tag}` } as const,
        jobEvent.problem('Error', `${describe(failed)}: ${error.message}`, meta.generation),
      ] : []),
    { _tag: 'Requeue', after: delay, waitingFor: `the next attempt after ${error._tag}` },
  ]
}

/**
 * True if this action list repeats the call that failed. Its error stays until the call is answered; otherwise it would appear and
 * disappear with each attempt (V09).
 */
export const isTriedAgain = ({ error, operatorRecord: { errorOwner } }: JobLifecycleStatus, effects: readonly Action<unknown>[]): boolean =>
  errorOwner === 'round' && effects.some(effect => statusErrorMessage(error).startsWith(`${describe(effect)}: `))

/** Added once the limit is reached. It contains no growing count, which would need a status write each time. */
const limitWords = (env: Env): string =>
  isRetryLimitReached(env)
    ? `. It failed ${
      String(env.options.retryMaxAttempts)
    } times in a row (kubernetes.operator.retry.max.attempts) and is still tried again, at longer intervals`
    : ''

/** Names the failed action, as a prefix of its error message. */
const describe = (action: Action<unknown>): string => {
  switch (action._tag) {
    case 'CreateObject':
    case 'ApplyObject':
      return `${action._tag} ${
        action.manifest._tag === 'ClusterManifest' ? action.manifest.part
          : action.manifest._tag === 'ObjectManifest' ? action.manifest.kind : 'Ingress'
      }`
    case 'PatchObject':
    case 'DeleteObject':
      return `${action._tag} ${action.target.kind} ${action.target.name}`
    case 'WriteAutoscalerState':
      return `${action._tag} ${action.name}`
    case 'Look':
    case 'PersistStatus':
    case 'DeleteHaMetadata':
    case 'PruneHaExecutionPlan':
    case 'DeleteZooKeeperHaMetadata':
    case 'PruneZooKeeperPlans':
    case 'AddFinalizer':
    case 'RemoveFinalizer':
    case 'MarkStarted':
    case 'CreateStateSnapshot':
    case 'StopWithSavepoint':
    case 'CancelJob':
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
    case 'DisposeSavepoint':
    case 'UpdateResourceRequirements':
    case 'UploadJar':
    case 'RunJar':
    case 'DeleteJar':
    case 'EmitEvent':
    case 'Requeue':
      return action._tag
  }
}
