import { isHard, type PatchObject } from '@flink-operator/core/action'
import type { FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import { zooKeeperFact } from '@flink-operator/core/query'
import { type FlinkDeploymentStatus, isTerminal } from '@flink-operator/core/resource'
import type { Breach } from '../../world/world.ts'
import type { Decided } from '../any-kind.ts'
import { areNamingSeen } from '../naming-seen.ts'
import { type Decision, isSeenAlive } from './decided-list.ts'
import { stateOfSessionJobs } from './session-state-laws.ts'
import { zooKeeperInBounds } from './zookeeper-list-laws.ts'

const names = (action: FlinkDeploymentAction): string =>
  action._tag === 'DeleteObject' || action._tag === 'PatchObject' ? `${action._tag} ${action.target.kind}` : action._tag

/** The id of an effect that its intent has to name; null: recording an operation is enough. */
const idOf = (action: FlinkDeploymentAction): string | null => {
  switch (action._tag) {
    case 'StopWithSavepoint':
      return action.triggerId
    case 'CreateObject':
      return action.manifest._tag === 'ClusterManifest' ? action.manifest.input.attempt : null
    default:
      return null
  }
}

/** Only the number of TaskManagers changes, and a number is recorded: the one that is requested, or taken back (W47). */
const isRecordedScaling = (action: FlinkDeploymentAction, { operatorRecord: { requestedScaling } }: FlinkDeploymentStatus): boolean =>
  isOfTaskManagers(action) && requestedScaling !== null && requestedScaling.taskManagers !== null

const isOfTaskManagers = (action: FlinkDeploymentAction): action is PatchObject =>
  action._tag === 'PatchObject' && action.target.kind === 'Deployment' && action.target.name.endsWith('-taskmanager')

/**
 * P03 intent-before-effect, on one list: at most one hard effect, a PersistStatus before it that names it, exactly one Requeue, at the
 * end. Manual and periodic snapshots are named by their own fields.
 */
const intentBeforeEffect = ({ actions }: Decision): readonly string[] => {
  const problems: string[] = []
  const hard = actions.filter(isHard)
  if (hard.length > 1) problems.push(`${hard.length} hard effects in one list: ${hard.map(names).join(', ')}`)
  if (actions.filter(({ _tag }) => _tag === 'Requeue').length !== 1 || actions.at(-1)?._tag !== 'Requeue')
    problems.push('a list ends with exactly one Requeue')
  for (const effect of hard) {
    const intent = actions.slice(0, actions.indexOf(effect)).findLast(({ _tag }) => _tag === 'PersistStatus')
    if (intent?._tag !== 'PersistStatus') problems.push(`${names(effect)} without a PersistStatus before it`)
    else if (idOf(effect) !== null && intent.status.operation?.id !== idOf(effect))
      problems.push(`${names(effect)} with an id that the status does not name`)
    else if (
      idOf(effect) === null && intent.status.operation === null && !isRecordedScaling(effect, intent.status)
      && effect._tag !== 'TriggerSavepoint' && effect._tag !== 'TriggerCheckpoint'
      && effect._tag !== 'DisposeSavepoint' && intent.status.lifecycleState !== 'DELETING'
    )
      problems.push(`${names(effect)} without a recorded operation`)
  }
  return problems
}

/**
 * P15 status-write-algebra, on one list: nothing is deleted before a status write has proved that the round does not work from a stale
 * read.
 */
const provedBeforeDelete = ({ actions }: Decision): readonly string[] => {
  const first = actions.findIndex(({ _tag }) => _tag === 'DeleteObject')
  return first < 0 || actions.slice(0, first).some(({ _tag }) => _tag === 'PersistStatus') ? []
    : [`${names(actions[first]!)} without a PersistStatus before it`]
}

/** P05 destructive-needs-fresh-evidence, on one list: the queries of this very round allow the effect. The watch cache allows none. */
const freshEvidence = ({ actions, facts, resource }: Decision): readonly string[] =>
  actions.flatMap(action => {
    switch (action._tag) {
      case 'CancelJob':
      case 'StopWithSavepoint':
        return isSeenAlive(facts, action.jobId) ? [] : [`${action._tag} of a job that was not seen alive in this round`]
      case 'DeleteHaMetadata':
      case 'PruneHaExecutionPlan':
        return [
          ...(isSeenGone(facts, resource) ? [] : [`${action._tag} without having seen Deployment and pods gone`]),
          ...notLive(facts, action._tag, ['configMaps']),
        ]
      case 'DeleteZooKeeperHaMetadata':
      case 'PruneZooKeeperPlans': {
        const seen = zooKeeperFact(facts, action.place)
        return [
          ...(isSeenGone(facts, resource) ? [] : [`${action._tag} without having seen Deployment and pods gone`]),
          ...(seen?._tag === 'Known' && seen.value.candidates === 0 ? []
            : [`${action._tag} while another JobManager may take part in leader election`]),
        ]
      }
      case 'CreateObject':
        // a recreated Service of the running cluster replaces no other object
        return action.manifest._tag !== 'ClusterManifest' || action.manifest.dependentOf !== undefined ? [] : [
          ...(action.manifest.part !== 'JobManagerDeployment' || isSeenGone(facts, resource) ? []
            : ['a JobManager Deployment is created without having seen the last one and its pods gone']),
          // its creation itself proves that no Service has the name
          ...notLive(facts, `${action._tag} ${action.manifest.part}`, ['deployment', 'jobManagerPods', 'configMaps']),
        ]
      case 'ApplyObject':
        return notLive(facts, names(action), ['ingress'])
      case 'DeleteObject':
        return notLive(facts, names(action), neededToTake[action.target.kind] ?? [])
      case 'PatchObject':
        // adding an owner reference removes nothing
        return action.target.kind !== 'Deployment' ? []
          : notLive(facts, names(action), [isOfTaskManagers(action) ? 'taskManagerDeployment' : 'deployment'])
      case 'DisposeSavepoint':
        return areNamingSeen(facts) ? [] : ['DisposeSavepoint without having seen who may need the savepoint']
      default:
        return []
    }
  })

/** By kind: the queries that a deletion needs. */
const neededToTake: Readonly<Record<string, readonly (keyof FlinkDeploymentFacts)[]>> = {
  Deployment: ['deployment', 'jobManagerPods'],
  ConfigMap: ['deployment', 'jobManagerPods', 'configMaps'],
  Service: ['deployment', 'jobManagerPods', 'services'],
  Ingress: ['ingress'],
}

const notLive = (facts: FlinkDeploymentFacts, what: string, fields: readonly (keyof FlinkDeploymentFacts)[]): readonly string[] =>
  fields.filter(field => facts[field]?.source !== 'live').map(field => `${what}, and ${field} was not queried live in this round`)

/** A foreign Deployment, or one without owner and mark, is not ours (P21). */
const isGone = (deployment: FlinkDeploymentFacts['deployment'], { meta: { uid } }: Decision['resource']): boolean => {
  if (deployment?._tag !== 'Known') return deployment?._tag === 'Absent'
  const { ownerUids, annotations } = deployment.value
  return !ownerUids.includes(uid) && (ownerUids.length > 0 || annotations[attemptAnnotation] === undefined)
}

const isSeenGone = ({ deployment, jobManagerPods }: FlinkDeploymentFacts, resource: Decision['resource']): boolean =>
  isGone(deployment, resource) && deployment?.source === 'live' && jobManagerPods?._tag === 'Known' && jobManagerPods.source === 'live'
  && jobManagerPods.value.length === 0

/** P16 error-reflects-now, on one list: the status never says Ready while a JobManager that should run is not ready (V05). */
const readyMeansReady = ({ actions }: Decision): readonly string[] =>
  actions.flatMap(action => {
    if (action._tag !== 'PersistStatus' || action.status.operation !== null || action.status.lifecycleState !== 'STABLE') return []
    const { jobManagerDeploymentStatus: jobManager, jobStatus: { state }, conditions } = action.status
    const isUp = jobManager === 'READY' || jobManager === 'MISSING' || isTerminal(state)
    return !isUp && conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
      ? [`Ready is True, and the JobManager is ${jobManager}`] : []
  })

/** Laws for every decided list, whatever the world does next. */
export const breachesOfList = (decision: Pick<Decided, 'resource' | 'facts' | 'actions' | 'env'>): readonly Breach[] => [
  ...intentBeforeEffect(decision).map(what => ({ property: 'P03', what })),
  ...provedBeforeDelete(decision).map(what => ({ property: 'P15', what })),
  ...freshEvidence(decision).map(what => ({ property: 'P05', what })),
  ...readyMeansReady(decision).map(what => ({ property: 'P16', what })),
  ...stateOfSessionJobs(decision).map(what => ({ property: 'P01', what })),
  ...zooKeeperInBounds(decision).map(what => ({ property: 'P21', what })),
]

/** Effects that end or start a job, or delete its state, as a text to compare. */
export const destructive = (actions: readonly FlinkDeploymentAction[]): readonly string[] =>
  actions.flatMap(action => {
    switch (action._tag) {
      case 'CancelJob':
      case 'StopWithSavepoint':
      case 'DeleteHaMetadata':
      case 'DeleteZooKeeperHaMetadata':
        return [action._tag]
      case 'DeleteObject':
      case 'PatchObject':
        return [`${action._tag} ${action.target.kind}`]
      case 'CreateObject':
        // a recreated Service of the running cluster replaces no other object
        return action.manifest._tag === 'ClusterManifest' && action.manifest.dependentOf === undefined
          ? [`CreateObject ${action.manifest.part}`] : []
      default:
        return []
    }
  })
