import type { Action } from './action.ts'

/** Can it not be undone, or not be told apart afterwards? Then its intent must be durable first, and at most one stands in a list (P03). */
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

/** Does the round go on when this action fails? Only sinks may fail (P18): an event that nobody reads, a jar that lies about. */
export const mayFail = (action: Action<unknown>): boolean => action._tag === 'EmitEvent' || action._tag === 'DeleteJar'
