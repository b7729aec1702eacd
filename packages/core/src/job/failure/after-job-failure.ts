import type { Action } from '../../action/action.ts'
import type { AdapterError } from '../../action/adapter-error.ts'
import { statusErrorMessage } from '../../codec/status-error.ts'
import type { Env } from '../../env.ts'
import type { JobLifecycleStatus } from '../../resource/job-lifecycle-status.ts'
import { boundedMessage } from '../../resource/utf8-length.ts'
import { type ErrorOwner } from '../../round/decision.ts'
import { errorText } from '../../round/error-text.ts'
import { event } from '../../round/event.ts'
import { isRetryLimitReached, longestPause, retryDelay } from '../../round/retry-delay.ts'
import { withLifecycle, withRecord } from '../../round/status-change.ts'
import type { JobDesired, JobObserved } from '../job-round.ts'
import { notDisposed } from '../snapshot/snapshot-events.ts'
import { jobEvent } from '../told/job-events.ts'

/** Does the world tell by itself what came of it, so that only a new look is needed? */
const needsOnlyALook = ({ _tag }: AdapterError): boolean =>
  _tag === 'Conflict' || _tag === 'NotFound' || _tag === 'AlreadyExists' || _tag === 'JobTerminated' || _tag === 'JobUnknown'
  || _tag === 'DuplicateJob'

/** What failed, and the status as it is on the server by now. */
export interface FailedAction<Status> {
  readonly failed: Action<Status>
  readonly error: AdapterError
  readonly recorded: Status
  readonly durable: Status
  /** When it is tried again. */
  readonly retryAt: number
}

/** What a kind makes of a refusal: what was begun and left nothing behind is taken back. */
export interface FailureOutcome<Status> {
  readonly status: Status
  readonly owner: ErrorOwner
}

/**
 * What to record and when to try again. Nothing is undone: whatever was written before stays true, and the next round looks at what came of
 * the action.
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
  toldFailure(
    { meta, env, failureOutcome },
    {
      failed,
      error,
      recorded: recorded.status,
      durable: done.reduce<Status>((status, action) => (action._tag === 'PersistStatus' ? action.status : status), recorded.status),
    },
  )

interface Telling<Status> {
  readonly meta: JobDesired['meta']
  readonly env: Env
  readonly failureOutcome: (it: FailedAction<Status>) => FailureOutcome<Status>
}

const toldFailure = <Status extends JobLifecycleStatus>(
  { meta, env, failureOutcome }: Telling<Status>,
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
  // nothing of it can be recorded: an event is what is left to tell it by (F22)
  if (failed._tag === 'PersistStatus' && error._tag === 'Pruned')
    return [jobEvent.problem('Pruned', `The status can't be recorded, so nothing is done: ${error.message}`, meta.generation), {
      _tag: 'Requeue',
      after: delay,
      waitingFor: 'a CRD that keeps what is recorded',
    }]
  if (failed._tag === 'PersistStatus' || needsOnlyALook(error))
    return [{
      _tag: 'Requeue',
      after: env.consecutiveFailures === 0 ? 0 : Math.min(delay, 10_000),
      waitingFor: `a new look after ${error._tag}`,
    }]
  // nothing took effect, and the job is as it was: the next cycle measures and decides anew
  if (failed._tag === 'WriteAutoscalerState')
    return [
      event('Warning', 'Operator', 'AutoscalerError', boundedMessage(`${describe(failed)}: ${error.message}`), 'AutoscalerState', 'Once'),
      { _tag: 'Requeue', after: env.options.reconcileInterval, waitingFor: 'the next cycle of the autoscaler' },
    ]
  const { status, owner } = failureOutcome({ ...it, retryAt: env.now + delay })
  const told = withRecord(
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
  const isNew = told.error !== durable.error || told.operation !== durable.operation
    || told.operatorRecord.retryAt !== durable.operatorRecord.retryAt
  return [
    ...(isNew
      ? [
        { _tag: 'PersistStatus', status: told, reason: `${describe(failed)} failed: ${error._tag}` } as const,
        jobEvent.problem('Error', `${describe(failed)}: ${error.message}`, meta.generation),
      ] : []),
    { _tag: 'Requeue', after: delay, waitingFor: `the next attempt after ${error._tag}` },
  ]
}

/**
 * Is a call that failed made again by this list? Whether its error is over is known when it is answered: until then it stays, else it would
 * come and go with each attempt (V09).
 */
export const isTriedAgain = ({ error, operatorRecord: { errorOwner } }: JobLifecycleStatus, effects: readonly Action<unknown>[]): boolean =>
  errorOwner === 'round' && effects.some(effect => statusErrorMessage(error).startsWith(`${describe(effect)}: `))

/** Said once it is so: no count that grows, which would be a write each time. */
const limitWords = (env: Env): string =>
  isRetryLimitReached(env)
    ? `. It failed ${
      String(env.options.retryMaxAttempts)
    } times in a row (kubernetes.operator.retry.max.attempts) and is still tried again, at longer intervals`
    : ''

/** What failed, in front of the words of its error. */
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
