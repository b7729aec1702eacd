import type { Action } from '../action/action.ts'
import { mayFail } from '../action/action-properties.ts'
import type { AdapterError } from '../action/adapter-error.ts'

/** True if the action writes the resource itself. Such a write returns a new resourceVersion. */
export const isWriteOfResource = ({ _tag }: Action<unknown>): boolean =>
  _tag === 'PersistStatus' || _tag === 'AddFinalizer' || _tag === 'RemoveFinalizer' || _tag === 'MarkStarted'

/** How a round continues after an action failed. */
export type AfterFailure =
  /** The round continues with its next action. */
  | 'GoOn'
  /** The decision is outdated: the round starts again. */
  | 'RestartRound'
  /** It is unknown whether the write was applied, so the round must read the resource before the next write. */
  | 'RereadResource'
  /** The kind decides what to record and when to retry. */
  | 'AskTheKind'

/**
 * | failed action | error | next step |
 * |---|---|---|
 * | a sink (event) | any | continue |
 * | any | conflict | restart the round |
 * | write of the resource | not found | restart the round |
 * | write of the resource | perhaps applied | read the resource again |
 * | any | any other | ask the kind |
 */
export const afterFailure = (action: Action<unknown>, error: AdapterError): AfterFailure => {
  if (mayFail(action)) return 'GoOn'
  if (error._tag === 'Conflict') return 'RestartRound'
  if (isWriteOfResource(action) && error._tag === 'NotFound') return 'RestartRound'
  return isWriteOfResource(action) && error.applied === 'Maybe' ? 'RereadResource' : 'AskTheKind'
}

/** After a failure a round performs only the kind's status writes, events and requeues. It performs nothing that changes a cluster. */
export const isRecovery = ({ _tag }: Action<unknown>): boolean => _tag === 'PersistStatus' || _tag === 'EmitEvent' || _tag === 'Requeue'
