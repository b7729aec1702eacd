import type { Action } from '../action/action.ts'
import { redactText } from './redact.ts'

/** The words of an action, which stand in events, in the log and in `explain`; what it does stays as it is. */
const redacted = <Status>(action: Action<Status>, secrets: readonly string[]): Action<Status> => {
  const shown = (text: string): string => redactText(text, secrets)
  switch (action._tag) {
    case 'EmitEvent':
      return { ...action, message: shown(action.message) }
    case 'PersistStatus':
      return { ...action, reason: shown(action.reason) }
    case 'Look':
    case 'PatchObject':
    case 'DeleteObject':
    case 'CancelJob':
      return { ...action, why: shown(action.why) }
    case 'Requeue':
      return { ...action, waitingFor: shown(action.waitingFor) }
    default:
      return action
  }
}

/** What a kind decided, as it may be told (P23): the last step of each decision. */
export const redactActions = <Status>(actions: readonly Action<Status>[], secrets: readonly string[]): readonly Action<Status>[] =>
  actions.map(action => redacted(action, secrets))
