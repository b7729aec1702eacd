import { type AdapterError, type Fact, redactText } from '@flink-operator/core'
import type { Action } from '../port/cluster-port.ts'
import type { RoundReport } from '../round.ts'

/** Length of a list, identity or state of an object, in a word or two: never a whole value, and never text that a user wrote. */
const valueWords = (value: unknown): string => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    const states = items.flatMap(
      item => (typeof item === 'object' && item !== null && 'state' in item && typeof item.state === 'string' ? [item.state] : []),
    )
    return states.length > 0 ? states.join(',') : String(items.length)
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const view = value as Readonly<Record<string, unknown>>
  if (typeof view['availableReplicas'] === 'number')
    return `${String(view['availableReplicas'])}/${String(view['wantedReplicas'])} available${
      view['deleting'] === true ? ', deleting' : ''
    }`
  if (typeof view['_tag'] === 'string') return view['_tag']
  if (typeof view['completedCount'] === 'number') return `${String(view['completedCount'])} completed`
  if (typeof view['flinkVersion'] === 'string') return view['flinkVersion']
  return 'known'
}

/** One fact in a few words: `RUNNING`, `absent`, `1/1 available (cache)`, `unknown: Timeout`. */
export const factWords = (fact: Fact<unknown>): string => {
  const words = fact._tag === 'Known' ? valueWords(fact.value) : fact._tag === 'Absent' ? 'absent' : `unknown: ${fact.reason}`
  return fact.source === 'cache' ? `${words} (cache)` : words
}

/** The facts of a round, by name. */
export const factsWords = (report: RoundReport): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(report.facts).flatMap(([name, fact]) => (fact === undefined ? [] : [[name, factWords(fact as Fact<unknown>)]])),
  )

const manifestWords = (action: Extract<Action, { _tag: 'CreateObject' | 'ApplyObject' }>): string =>
  action.manifest._tag === 'ClusterManifest' ? `${action.manifest.part} of ${action.manifest.input.clusterId}`
    : action.manifest._tag === 'ObjectManifest' ? `${action.manifest.kind} ${action.manifest.name}`
    : `${action.manifest._tag === 'FlinkDeploymentManifest' ? 'FlinkDeployment' : 'Ingress'} ${action.manifest.name}`

/** One action in a few words, with what a person needs to find its object. Without secrets (P23). */
export const actionWords = (action: Action): string => redactText(wordsOf(action))

const wordsOf = (action: Action): string => {
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
    case 'CreateStateSnapshot':
      return `create FlinkStateSnapshot ${action.name}`
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

/** One failed call in a line. */
export const errorWords = (error: AdapterError): string =>
  redactText(
    `${error._tag}${error.httpStatus === null ? '' : ` ${error.httpStatus}`}${error.applied === 'Maybe' ? ' (may have been done)' : ''}: ${
      error.message.split('\n')[0] ?? ''
    }`,
  )

/** Why the round did what it did: the reasons that came with the decision, the most telling first. */
export const reasonsOf = (report: RoundReport): readonly string[] => {
  const persisted = report.outcomes.flatMap(({ action }) => (action._tag === 'PersistStatus' ? [action.reason] : []))
  const waiting = report.waitingFor === null ? [] : [`waiting for ${report.waitingFor}`]
  const looked = report.looks.map(({ why }) => why)
  return [...persisted, ...(persisted.length === 0 ? looked : []), ...waiting]
}

/** Did the round do or learn anything that a person wants to know? A quiet look at a healthy job is nothing. */
export const didSomething = (report: RoundReport): boolean =>
  report.end._tag !== 'Settled' || [...report.outcomes, ...report.recovery].some(({ action }) => action._tag !== 'Requeue')
