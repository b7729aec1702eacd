import type { JobAction } from '../../world/world.ts'

/** One action in a few words. */
export const actionText = (action: JobAction): string => {
  switch (action._tag) {
    case 'PersistStatus': {
      const { lifecycleState, operation, jobStatus, error } = action.status
      return `PersistStatus(${action.reason}; ${lifecycleState}, job ${jobStatus.jobId?.slice(0, 6) ?? '-'} ${
        jobStatus.state ?? '-'
      }, path ${jobStatus.upgradeSavepointPath ?? '-'}, operation ${
        operation === null ? '-'
          : `${operation.kind} ${operation.id?.slice(0, 6) ?? ''}${
            operation.kind === 'TearDown' || operation.kind === 'Unreadable' ? '' : ` ${operation.step}`
          }`
      }${error === null ? '' : `, error ${error.slice(0, 120)}`})`
    }
    case 'CreateObject':
      return `CreateObject(${
        action.manifest._tag === 'ClusterManifest' ? `${action.manifest.part}, attempt ${action.manifest.input.attempt?.slice(0, 6) ?? '-'}`
          : 'Ingress'
      })`
    case 'DeleteObject':
    case 'PatchObject':
      return `${action._tag}(${action.target.kind} ${action.target.name})`
    case 'StopWithSavepoint':
      return `StopWithSavepoint(job ${action.jobId.slice(0, 6)}, id ${action.triggerId.slice(0, 6)})`
    case 'CancelJob':
      return `CancelJob(${action.jobId.slice(0, 6)})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'Requeue':
      return `Requeue(${action.after} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}
