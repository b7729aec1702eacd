import type { Action } from '@flink-operator/core/action'
import type { FlinkApplicationStatus } from '@flink-operator/lyft'

const statusText = ({ phase, deployHash, jobStatus, operation, lastSeenError, operatorRecord }: FlinkApplicationStatus): string =>
  [
    phase === '' ? 'New' : phase,
    `hash ${deployHash === '' ? '-' : deployHash}`,
    `job ${jobStatus.jobID.slice(0, 6) || '-'} ${jobStatus.state || '-'}`,
    `state ${operatorRecord.lastState._tag}`,
    operation === null ? 'no operation'
      : `${operation.kind} ${operation.id.slice(0, 6)} to ${operation.hash}${
        operation.stop === null ? '' : `, stop ${operation.stop.path || (operation.stop.endedAt === null ? 'asked' : 'ended')}`
      }${operation.submit === null ? '' : `, submit ${operation.submit.jobId.slice(0, 6)}`}`,
    ...(lastSeenError === null ? [] : [`error ${lastSeenError.method} ${lastSeenError.appError.slice(0, 100)}`]),
  ].join(', ')

/** One action in a few words. */
export const actionText = (action: Action<FlinkApplicationStatus>): string => {
  switch (action._tag) {
    case 'PersistStatus':
      return `PersistStatus(${action.reason}; ${statusText(action.status)})`
    case 'CreateObject':
    case 'ApplyObject':
      return `${action._tag}(${
        action.manifest._tag === 'ObjectManifest' ? `${action.manifest.kind} ${action.manifest.name}` : action.manifest._tag
      })`
    case 'PatchObject':
      return `PatchObject(${action.target.kind} ${action.target.name}, ${JSON.stringify(action.patch)})`
    case 'DeleteObject':
      return `DeleteObject(${action.target.kind} ${action.target.name})`
    case 'StopWithSavepoint':
    case 'TriggerSavepoint':
      return `${action._tag}(${action.endpoint.service}, job ${action.jobId.slice(0, 6)}, id ${action.triggerId.slice(0, 6)})`
    case 'CancelJob':
      return `CancelJob(${action.endpoint.service}, job ${action.jobId.slice(0, 6)})`
    case 'RunJar':
      return `RunJar(${action.endpoint.service}, job ${action.jobId.slice(0, 6)}, from ${action.savepointPath ?? 'nothing'})`
    case 'EmitEvent':
      return `EmitEvent(${action.reason})`
    case 'Requeue':
      return `Requeue(${String(action.after)} ms, for ${action.waitingFor})`
    default:
      return action._tag
  }
}
