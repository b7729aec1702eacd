import type { FlinkDeploymentAction } from '../../../src/kind/flink-deployment/flink-deployment-action.ts'
import { isHard } from '../../../src/action/action-properties.ts'
import type { FlinkDeploymentFacts } from '../../../src/fact/flink-deployment-facts.ts'
import { attemptAnnotation } from '../../../src/resource/attempt-annotation.ts'
import { isTerminal } from '../../../src/resource/job-state.ts'
import { zooKeeperFact } from '../../../src/query/zookeeper-query.ts'
import type { Breach } from '../../world/world.ts'
import type { Decided } from '../any-kind.ts'
import { type Decision, isSeenAlive } from './decided-list.ts'
import { stateOfSessionJobs } from './session-state-laws.ts'
import { zooKeeperInBounds } from './zookeeper-list-laws.ts'

const names = (action: FlinkDeploymentAction): string =>
  action._tag === 'DeleteObject' || action._tag === 'PatchObject' ? `${action._tag} ${action.target.kind}` : action._tag

/** The id of an effect that its intent has to name; null: the record of an operation is enough. */
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

/**
 * P03 intent-before-effect, on one list: at most one hard effect, a PersistStatus that names it before it, exactly one Requeue, at the end.
 * Manual and periodic snapshots are named by their own fields.
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
      idOf(effect) === null && intent.status.operation === null && effect._tag !== 'TriggerSavepoint' && effect._tag !== 'TriggerCheckpoint'
      && effect._tag !== 'DisposeSavepoint' && intent.status.lifecycleState !== 'DELETING'
    )
      problems.push(`${names(effect)} without a recorded operation`)
  }
  return problems
}

/**
 * P15 status-write-algebra, on one list: nothing is taken away before a status write has proved that the round does not work from an old
 * read.
 */
const provedBeforeDelete = ({ actions }: Decision): readonly string[] => {
  const first = actions.findIndex(({ _tag }) => _tag === 'DeleteObject')
  return first < 0 || actions.slice(0, first).some(({ _tag }) => _tag === 'PersistStatus') ? []
    : [`${names(actions[first]!)} without a PersistStatus before it`]
}

/** P05 destructive-needs-fresh-evidence, on one list: what was looked at in this very round allows it. What a watch told allows nothing. */
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
          ...(seen?._tag === 'Known' && seen.value.candidates === 0 ? [] : [`${action._tag} where somebody may stand for election`]),
        ]
      }
      case 'CreateObject':
        // a Service of what runs that is made again takes no other's place
        return action.manifest._tag !== 'ClusterManifest' || action.manifest.dependentOf !== undefined ? [] : [
          ...(action.manifest.part !== 'JobManagerDeployment' || isSeenGone(facts, resource) ? []
            : ['a JobManager Deployment is created without having seen the last one and its pods gone']),
          // that no Service is in the way its creation itself proves
          ...notLive(facts, `${action._tag} ${action.manifest.part}`, ['deployment', 'jobManagerPods', 'configMaps']),
        ]
      case 'ApplyObject':
        return notLive(facts, names(action), ['ingress'])
      case 'DeleteObject':
        return notLive(facts, names(action), neededToTake[action.target.kind] ?? [])
      case 'PatchObject':
        // an owner reference takes nothing away
        return action.target.kind === 'Deployment' ? notLive(facts, names(action), ['deployment']) : []
      default:
        return []
    }
  })

/** By kind: what has to be looked at live before one is taken away. */
const neededToTake: Readonly<Record<string, readonly (keyof FlinkDeploymentFacts)[]>> = {
  Deployment: ['deployment', 'jobManagerPods'],
  ConfigMap: ['deployment', 'jobManagerPods', 'configMaps'],
  Service: ['deployment', 'jobManagerPods', 'services'],
  Ingress: ['ingress'],
}

const notLive = (facts: FlinkDeploymentFacts, what: string, fields: readonly (keyof FlinkDeploymentFacts)[]): readonly string[] =>
  fields.filter(field => facts[field]?.source !== 'live').map(field => `${what}, and ${field} was not looked at live in this round`)

/** A Deployment of somebody else, or of nobody and without a mark, is none of ours (P21). */
const isGone = (deployment: FlinkDeploymentFacts['deployment'], { meta: { uid } }: Decision['resource']): boolean => {
  if (deployment?._tag !== 'Known') return deployment?._tag === 'Absent'
  const { ownerUids, annotations } = deployment.value
  return !ownerUids.includes(uid) && (ownerUids.length > 0 || annotations[attemptAnnotation] === undefined)
}

const isSeenGone = ({ deployment, jobManagerPods }: FlinkDeploymentFacts, resource: Decision['resource']): boolean =>
  isGone(deployment, resource) && deployment?.source === 'live' && jobManagerPods?._tag === 'Known' && jobManagerPods.source === 'live'
  && jobManagerPods.value.length === 0

/** P16 error-reflects-now, on one list: nobody reads Ready beside a JobManager that is to run and is not ready (V05). */
const readyMeansReady = ({ actions }: Decision): readonly string[] =>
  actions.flatMap(action => {
    if (action._tag !== 'PersistStatus' || action.status.operation !== null || action.status.lifecycleState !== 'STABLE') return []
    const { jobManagerDeploymentStatus: jobManager, jobStatus: { state }, conditions } = action.status
    const isUp = jobManager === 'READY' || jobManager === 'MISSING' || isTerminal(state)
    return !isUp && conditions.some(({ type, status }) => type === 'Ready' && status === 'True')
      ? [`Ready is True, and the JobManager is ${jobManager}`] : []
  })

/** Laws that every decided list has to keep, whatever the world does next. */
export const breachesOfList = (decision: Pick<Decided, 'resource' | 'facts' | 'actions' | 'env'>): readonly Breach[] => [
  ...intentBeforeEffect(decision).map(what => ({ property: 'P03', what })),
  ...provedBeforeDelete(decision).map(what => ({ property: 'P15', what })),
  ...freshEvidence(decision).map(what => ({ property: 'P05', what })),
  ...readyMeansReady(decision).map(what => ({ property: 'P16', what })),
  ...stateOfSessionJobs(decision).map(what => ({ property: 'P01', what })),
  ...zooKeeperInBounds(decision).map(what => ({ property: 'P21', what })),
]

/** What ends or begins a job, or takes its state away, as a text to compare. */
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
        // a Service of what runs that is made again takes nobody's place
        return action.manifest._tag === 'ClusterManifest' && action.manifest.dependentOf === undefined
          ? [`CreateObject ${action.manifest.part}`] : []
      default:
        return []
    }
  })
