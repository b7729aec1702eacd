import type { Action } from '../action/action.ts'
import { longestMessage } from '../resource/json.ts'
import { cuttingRedactorOf } from './cut-redacted.ts'

/** Redacts the texts of an action, which appear in events, in the log and in `explain`. The action itself stays the same. */
const redacted = <Status>(action: Action<Status>, shown: (text: string) => string): Action<Status> => {
  switch (action._tag) {
    case 'EmitEvent':
      return { ...action, message: shown(action.message) }
    case 'PersistStatus':
      return { ...action, reason: shown(action.reason) }
    case 'Look':
    case 'PatchObject':
    case 'DeleteObject':
    case 'CancelJob':
    case 'WriteAutoscalerState':
      return { ...action, why: shown(action.why) }
    case 'Requeue':
      return { ...action, waitingFor: shown(action.waitingFor) }
    case 'CreateObject':
    case 'ApplyObject':
    case 'DeleteHaMetadata':
    case 'PruneHaExecutionPlan':
    case 'DeleteZooKeeperHaMetadata':
    case 'PruneZooKeeperPlans':
    case 'AddFinalizer':
    case 'RemoveFinalizer':
    case 'MarkStarted':
    case 'CreateStateSnapshot':
    case 'StopWithSavepoint':
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
    case 'DisposeSavepoint':
    case 'UpdateResourceRequirements':
    case 'UploadJar':
    case 'RunJar':
    case 'DeleteJar':
      return action
  }
}

/** A kind's decision for display (P23): the last step of each decision. */
export const redactActions = <Status>(actions: readonly Action<Status>[], secrets: readonly string[]): readonly Action<Status>[] => {
  const shown = cuttingRedactorOf(secrets, longestMessage)
  return actions.map(action => redacted(action, shown))
}
