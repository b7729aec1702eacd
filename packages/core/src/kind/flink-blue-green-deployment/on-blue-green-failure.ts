import type { Action } from '../../contract/action/action.ts'
import type { AdapterError } from '../../contract/action/adapter-error.ts'
import type { Env } from '../../contract/env.ts'
import type { FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import { event } from '../../contract/round/event.ts'
import { retryDelay } from '../../contract/round/retry-delay.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { failed } from './transition/transition.ts'
import { cutMessage } from '../../contract/resource/utf8-length.ts'

type Actions = readonly Action<FlinkBlueGreenDeploymentStatus>[]

/** True if the API server or Flink itself refused the request, so that sending it again can't succeed. */
const isRefused = ({ _tag, applied }: AdapterError): boolean =>
  applied === 'No'
  && (_tag === 'Invalid' || _tag === 'Forbidden' || _tag === 'Unauthorized' || _tag === 'UnknownPath' || _tag === 'TooLarge'
    || _tag === 'Other')

/**
 * A definitely refused savepoint, or a child that can't be created, ends the transition. The outcome of any other failure shows in the next
 * query.
 */
export const onFailure = (
  desired: BlueGreenDesired,
  observed: BlueGreenObserved,
  done: Actions,
  action: Action<FlinkBlueGreenDeploymentStatus>,
  error: AdapterError,
  env: Env,
): Actions => {
  const wait: Action<FlinkBlueGreenDeploymentStatus> = {
    _tag: 'Requeue',
    after: retryDelay(env),
    waitingFor: `the next attempt after ${error._tag}`,
  }
  const status = done.findLast(it => it._tag === 'PersistStatus')?.status
  const operation = status?.operation ?? null
  const ends = isRefused(error) && status !== undefined && operation?.kind === 'Switch'
    && (action._tag === 'TriggerSavepoint' || (action._tag === 'ApplyObject' && operation.childUid === null))
  const reported = event('Warning', 'Operator', 'Error', cutMessage(`${action._tag} failed: ${error.message}`), null, 'Once')
  if (!ends) return action._tag === 'EmitEvent' || action._tag === 'PersistStatus' ? [wait] : [reported, wait]
  const reason = action._tag === 'TriggerSavepoint' ? `Could not trigger Savepoint. Details: ${error.message}`
    : `Could not start Transition. Details: ${error.message}`
  const next = failed({ desired, observed: { ...observed, status }, env }, reason)
  return [
    {
      _tag: 'PersistStatus',
      status: { ...next, error: reason, savepointTriggerId: null, abortTimestamp: null },
      reason: 'the request was refused',
    },
    event('Warning', 'Operator', 'TransitionFailed', cutMessage(reason)),
    { _tag: 'Requeue', after: 0, waitingFor: 'the next attempt' },
  ]
}
