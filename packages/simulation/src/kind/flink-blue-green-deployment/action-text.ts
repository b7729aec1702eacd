import type { Action } from '@flink-operator/core/action'
import type { FlinkBlueGreenDeploymentStatus } from '@flink-operator/core/kind/flink-blue-green-deployment'

/** One action in a few words. */
export const actionText = (action: Action<FlinkBlueGreenDeploymentStatus>): string => {
  switch (action._tag) {
    case 'PersistStatus': {
      const { blueGreenState, operation, jobStatus, error } = action.status
      return `PersistStatus(${action.reason}; ${blueGreenState ?? '-'}, job ${jobStatus.state ?? '-'}, ${
        operation === null ? 'no operation'
          : `${operation.kind} ${operation.step} of ${operation.colour}, generation ${String(operation.targetGeneration)}`
      }${error === null ? '' : `, error ${error.slice(0, 120)}`})`
    }
    case 'ApplyObject':
      return `ApplyObject(${action.manifest._tag === 'ClusterManifest' ? action.manifest.part : action.manifest.name}${
        action.manifest._tag === 'FlinkDeploymentManifest' ? `, image ${action.manifest.spec.image ?? '-'}` : ''
      }, over ${action.uid ?? 'nothing'})`
    case 'DeleteObject':
      return `DeleteObject(${action.target.kind} ${action.target.name})`
    case 'TriggerSavepoint':
      return `TriggerSavepoint(${action.endpoint.service}, id ${action.triggerId.slice(0, 6)})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'Requeue':
      return `Requeue(${String(action.after)} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}
