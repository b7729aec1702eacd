import type { SnapshotAction } from '../../kubernetes/state-snapshots.ts'

/** One action in a few words. */
export const actionText = (action: SnapshotAction): string => {
  switch (action._tag) {
    case 'PersistStatus':
      return `PersistStatus(${action.reason}; ${action.status.state}, id ${action.status.triggerId?.slice(0, 6) ?? '-'}, path ${
        action.status.path ?? '-'
      }${action.status.error === null ? '' : `, error ${action.status.error.slice(0, 120)}`})`
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
      return `${action._tag}(job ${action.jobId.slice(0, 6)}, id ${action.triggerId.slice(0, 6)})`
    case 'DisposeSavepoint':
      return `DisposeSavepoint(${action.path})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'PatchObject':
      return `PatchObject(${action.target.kind} ${action.target.name})`
    case 'Requeue':
      return `Requeue(${action.after} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}
