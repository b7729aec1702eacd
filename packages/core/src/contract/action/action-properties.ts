import type { Action } from './action.ts'

/**
 * True if the action can't be undone, or its result can't be recognised afterwards. Its intent must be durable first, and a list has at
 * most one such action (P03).
 */
export const isHard = (action: Action<unknown>): boolean => {
  switch (action._tag) {
    case 'StopWithSavepoint':
    case 'CancelJob':
    case 'DeleteHaMetadata':
    case 'DeleteZooKeeperHaMetadata':
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
    case 'DisposeSavepoint':
    case 'RunJar':
      return true
    case 'DeleteObject':
    case 'PatchObject':
      return action.target.kind === 'Deployment' || action.target.kind === 'FlinkDeployment'
    case 'ApplyObject':
      return action.manifest._tag === 'FlinkDeploymentManifest'
    case 'CreateObject':
      return action.manifest._tag === 'ObjectManifest' ? action.manifest.hard
        : action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment'
    case 'Look':
    case 'PersistStatus':
    case 'PruneHaExecutionPlan':
    case 'PruneZooKeeperPlans':
    case 'AddFinalizer':
    case 'RemoveFinalizer':
    case 'MarkStarted':
    case 'CreateStateSnapshot':
    case 'WriteAutoscalerState':
    case 'UpdateResourceRequirements':
    case 'UploadJar':
    case 'DeleteJar':
    case 'EmitEvent':
    case 'Requeue':
      return false
  }
}

/**
 * True if the round continues after this action fails. Only sinks may fail (P18): an event that no user reads, an unused jar, or a mark
 * that the next round writes.
 */
export const mayFail = (action: Action<unknown>): boolean =>
  action._tag === 'EmitEvent' || action._tag === 'DeleteJar' || action._tag === 'MarkStarted'
