import { redactText } from '../redaction/redact.ts'
import type { Action } from './action.ts'

const manifestWords = (action: Extract<Action<unknown>, { _tag: 'CreateObject' | 'ApplyObject' }>): string =>
  action.manifest._tag === 'ClusterManifest' ? `${action.manifest.part} of ${action.manifest.input.clusterId}`
    : action.manifest._tag === 'ObjectManifest' ? `${action.manifest.kind} ${action.manifest.name}`
    : `${action.manifest._tag === 'FlinkDeploymentManifest' ? 'FlinkDeployment' : 'Ingress'} ${action.manifest.name}`

/** One action in a few words, with what a user needs to find its object. Without secrets (P23). */
export const actionWords = (action: Action<unknown>): string => redactText(wordsOf(action))

const wordsOf = (action: Action<unknown>): string => {
  switch (action._tag) {
    case 'Look':
      return `look at ${action.queries.map(({ _tag }) => _tag).join(', ')}: ${action.why}`
    case 'PersistStatus':
      return `write status: ${action.reason}`
    case 'CreateObject':
      return `create ${manifestWords(action)}`
    case 'ApplyObject':
      return `${action.uid === null ? 'create' : 'apply'} ${manifestWords(action)}`
    case 'PatchObject':
      return `patch ${action.target.kind} ${action.target.name}: ${action.why}`
    case 'DeleteObject':
      return `delete ${action.target.kind} ${action.target.name}: ${action.why}`
    case 'DeleteHaMetadata':
      return `delete HA metadata of ${action.clusterId} (${action.configMaps.length} ConfigMaps)`
    case 'PruneHaExecutionPlan':
      return `prune the stored execution plan in ${action.configMaps.length} ConfigMaps`
    case 'DeleteZooKeeperHaMetadata':
      return `delete HA metadata at ${action.place.path} in ZooKeeper (${action.nodes.length} nodes${
        action.cluster === null ? '' : ", and the cluster's own"
      })`
    case 'PruneZooKeeperPlans':
      return `prune ${action.plans.length} stored execution plans at ${action.place.path} in ZooKeeper`
    case 'AddFinalizer':
      return 'add our finalizer'
    case 'RemoveFinalizer':
      return 'remove our finalizer'
    case 'MarkStarted':
      return `mark the resource with attempt ${String(action.mark.attempt)}, whose job runs`
    case 'CreateStateSnapshot':
      return `create FlinkStateSnapshot ${action.name}`
    case 'WriteAutoscalerState':
      return `${action.seen === null ? 'create' : 'write'} ConfigMap ${action.name}: ${action.why}`
    case 'StopWithSavepoint':
      return `stop job ${action.jobId} with savepoint, trigger ${action.triggerId}`
    case 'CancelJob':
      return `cancel job ${action.jobId}: ${action.why}`
    case 'TriggerSavepoint':
      return `savepoint of job ${action.jobId}, trigger ${action.triggerId}`
    case 'TriggerCheckpoint':
      return `checkpoint of job ${action.jobId}, trigger ${action.triggerId}`
    case 'DisposeSavepoint':
      return `dispose of savepoint ${action.path}`
    case 'UpdateResourceRequirements':
      return `rescale job ${action.jobId} in place`
    case 'UploadJar':
      return `upload of ${action.jarURI ?? 'an empty jar'} as ${action.name}`
    case 'RunJar':
      return `run of jar ${action.jarId} as job ${action.jobId}${action.savepointPath === null ? '' : ` from ${action.savepointPath}`}`
    case 'DeleteJar':
      return `delete of jar ${action.jarId}`
    case 'EmitEvent':
      return `event ${action.reason}: ${action.message.split('\n')[0] ?? ''}`
    case 'Requeue':
      return `wait ${action.after} ms for ${action.waitingFor}`
  }
}
