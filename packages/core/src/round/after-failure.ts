import type { Action } from '../action/action.ts'
import { mayFail } from '../action/action-properties.ts'
import type { AdapterError } from '../action/adapter-error.ts'

/** Does it write the resource itself, and return the version that it made? */
export const isWriteOfResource = ({ _tag }: Action<unknown>): boolean =>
  _tag === 'PersistStatus' || _tag === 'AddFinalizer' || _tag === 'RemoveFinalizer'

/** What a failed action does to its round. */
export type AfterFailure =
  /** The round goes on with what comes after it. */
  | 'GoOn'
  /** What was decided on is not so any more. */
  | 'StartAnew'
  /** Whether it was written is not known, so nothing can be written on top of it. */
  | 'ReadAnew'
  /** The kind says what to record, and when to try again. */
  | 'AskTheKind'

/**
 * | action | error | after it |
 * |---|---|---|
 * | a sink (event) | any | go on |
 * | any | conflict | start anew |
 * | write of the resource | not found | start anew |
 * | write of the resource | perhaps applied | read anew |
 * | any | any other | ask the kind |
 */
export const afterFailure = (action: Action<unknown>, error: AdapterError): AfterFailure => {
  if (mayFail(action)) return 'GoOn'
  if (error._tag === 'Conflict') return 'StartAnew'
  if (isWriteOfResource(action) && error._tag === 'NotFound') return 'StartAnew'
  return isWriteOfResource(action) && error.applied === 'Maybe' ? 'ReadAnew' : 'AskTheKind'
}

/** Of what a kind asks after a failure, only telling and waiting is done: nothing that changes a cluster. */
export const isRecovery = ({ _tag }: Action<unknown>): boolean => _tag === 'PersistStatus' || _tag === 'EmitEvent' || _tag === 'Requeue'
