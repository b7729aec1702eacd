import type { Action } from '../../action/action.ts'
import type { AdapterError } from '../../action/adapter-error.ts'
import type { Env } from '../../env.ts'
import type { FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import { event } from '../../round/event.ts'
import { retryDelay } from '../../round/retry-delay.ts'
import type { BlueGreenDesired, BlueGreenObserved } from './blue-green-round.ts'
import { failed } from './transition/transition.ts'
import { cutMessage } from '../../resource/utf8-length.ts'

type Actions = readonly Action<FlinkBlueGreenDeploymentStatus>[]

/** Did the other side, and not the way to it, say no? Then it will not be taken, however often it is sent. */
const isRefused = ({ _tag, applied }: AdapterError): boolean =>
  applied === 'No'
  && (_tag === 'Invalid' || _tag === 'Forbidden' || _tag === 'Unauthorized' || _tag === 'UnknownPath' || _tag === 'TooLarge'
    || _tag === 'Other')

/** A savepoint that was surely refused, or a child that can't be created, ends the transition; of anything else the next look tells. */
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
  const told = event('Warning', 'Operator', 'Error', cutMessage(`${action._tag} failed: ${error.message}`), null, 'Once')
  if (!ends) return action._tag === 'EmitEvent' || action._tag === 'PersistStatus' ? [wait] : [told, wait]
  const reason = action._tag === 'TriggerSavepoint' ? `Could not trigger Savepoint. Details: ${error.message}`
    : `Could not start Transition. Details: ${error.message}`
  const next = failed({ desired, observed: { ...observed, status }, env }, reason)
  return [
    { _tag: 'PersistStatus', status: { ...next, error: reason, savepointTriggerId: null, abortTimestamp: null }, reason: 'it was refused' },
    event('Warning', 'Operator', 'TransitionFailed', cutMessage(reason)),
    { _tag: 'Requeue', after: 0, waitingFor: 'the next attempt' },
  ]
}
