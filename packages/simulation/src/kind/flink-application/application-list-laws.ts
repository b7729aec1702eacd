import { type Action, isHard } from '@flink-operator/core/action'
import type { Fact, Facts, CheckpointStatistics, JobOverview } from '@flink-operator/core/fact'
import { latestState } from '@flink-operator/core/job'
import {
  type ApplicationOperation,
  type FlinkApplicationStatus,
  hashLabel,
  isAtRest,
  modeOf,
  phaseOf,
  selectorLabel,
} from '@flink-operator/lyft'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import type { RestEndpoint } from '@flink-operator/core/query'
import { isTerminal } from '@flink-operator/core/resource'
import type { Breach } from '../../world/world.ts'
import type { Decided } from '../any-kind.ts'

type ApplicationAction = Action<FlinkApplicationStatus>

/** P03: is the effect the one that the recorded operation names? */
const isNamed = (effect: ApplicationAction, operation: ApplicationOperation): boolean => {
  switch (effect._tag) {
    case 'StopWithSavepoint':
    case 'TriggerSavepoint':
      return operation.stop?.triggerId === effect.triggerId && operation.stop.jobId === effect.jobId
    case 'CancelJob':
      return operation.stop?.jobId === effect.jobId || operation.submit?.jobId === effect.jobId
    case 'RunJar':
      return operation.submit?.jobId === effect.jobId && sourceOf(operation) === effect.savepointPath
    case 'CreateObject':
      return effect.manifest._tag === 'ObjectManifest' && markOf(effect.manifest.object) === operation.id
    default:
      return true
  }
}

const sourceOf = ({ submit }: ApplicationOperation): string | null => (submit?.source._tag === 'Path' ? submit.source.path : null)

const markOf = (object: object): string | undefined =>
  (object as { readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> } }).metadata?.annotations?.[attemptAnnotation]

/**
 * Effects without an operation: objects that an older deploy left are deleted, and removed objects of the live cluster are created
 * again (LD37).
 */
const isOfRest = (effect: ApplicationAction): boolean =>
  effect._tag === 'DeleteObject'
  || (effect._tag === 'CreateObject' && effect.manifest._tag === 'ObjectManifest' && markOf(effect.manifest.object) !== undefined)

/** The cancel of a job of the version that the status names as given up. */
const isOfGivenUp = (effect: ApplicationAction, { failedDeployHash }: FlinkApplicationStatus): boolean =>
  effect._tag === 'CancelJob' && failedDeployHash !== '' && effect.endpoint.service.endsWith(`-${failedDeployHash}`)

/** P03, on one list: at most one hard effect, after a write that names it; one requeue or query at the end. */
const intentBeforeEffect = (actions: readonly ApplicationAction[]): readonly string[] => {
  const hard = actions.filter(isHard)
  return [
    ...(hard.length > 1 ? [`${String(hard.length)} hard effects in one list`] : []),
    ...(actions[0]?._tag !== 'Look' && (actions.filter(({ _tag }) => _tag === 'Requeue').length !== 1 || actions.at(-1)?._tag !== 'Requeue')
      ? ['a list ends with exactly one Requeue'] : []),
    ...hard.flatMap(effect => {
      const intent = actions.slice(0, actions.indexOf(effect)).findLast(({ _tag }) => _tag === 'PersistStatus')
      if (intent?._tag !== 'PersistStatus') return [`${effect._tag} without a PersistStatus before it`]
      const { operation } = intent.status
      if (operation === null)
        return isOfRest(effect) || isOfGivenUp(effect, intent.status) ? [] : [`${effect._tag} without a recorded operation`]
      return isNamed(effect, operation) ? [] : [`${effect._tag} with an id that the status does not name`]
    }),
  ]
}

type Jobs = Fact<readonly JobOverview[]>

/** The jobs of each observed cluster, by its hash. */
const jobsByHash = (facts: Facts): readonly (readonly [hash: string, jobs: Jobs])[] =>
  Object.entries(facts).flatMap(([field, fact]) => (field.startsWith('jobs@') ? [[field.slice('jobs@'.length), fact as Jobs]] : []))

/** The hash of the only cluster whose JobManager this Service selects, for example that of a colour; null: there is none. */
const selectedBy = ({ labelledObjects }: Facts, service: string): string | null => {
  if (labelledObjects?._tag !== 'Known') return null
  const { services, deployments } = labelledObjects.value
  const selector = services.find(({ name }) => name === service)?.selector[selectorLabel]
  const hashes = deployments.filter(({ matchLabels }) => selector !== undefined && matchLabels[selectorLabel] === selector)
    .map(({ labels }) => labels[hashLabel] ?? '')
  return hashes.every(hash => hash === hashes[0]) ? hashes[0] ?? null : null
}

/** A cluster that was scaled in place may have a Service of its earlier hash alone. */
const jobsAt = (facts: Facts, { service }: RestEndpoint): Jobs | undefined => {
  const all = jobsByHash(facts)
  const selected = selectedBy(facts, service)
  return (all.find(([hash]) => service.endsWith(`-${hash}`)) ?? all.find(([hash]) => hash === selected)
    ?? (all.length === 1 ? all[0] : undefined))?.[1]
}

const isAlive = ({ state }: JobOverview): boolean => !isTerminal(state)

/** P05, on one list: the queries of this very round allow it. */
const freshEvidence = (actions: readonly ApplicationAction[], facts: Facts, isDual: boolean): readonly string[] =>
  actions.flatMap(action => {
    switch (action._tag) {
      case 'StopWithSavepoint':
      case 'TriggerSavepoint':
      case 'CancelJob': {
        const jobs = jobsAt(facts, action.endpoint)
        return jobs?._tag === 'Known' && jobs.value.some(job => job.jobId === action.jobId && isAlive(job)) ? []
          : [`${action._tag} of a job that was not seen alive in this round`]
      }
      case 'RunJar': {
        const jobs = jobsAt(facts, action.endpoint)
        const others = jobsByHash(facts).flatMap(([, it]) => (it._tag === 'Known' ? it.value.filter(isAlive) : []))
        return [
          ...(jobs?._tag === 'Known' && !jobs.value.some(({ jobId }) => jobId === action.jobId) ? []
            : ['RunJar of a job that was not seen absent in this round']),
          ...(isDual && others.length > 0 ? ['RunJar while another job of the application is seen alive'] : []),
        ]
      }
      case 'DeleteObject':
      case 'PatchObject':
        return facts.labelledObjects?._tag === 'Known' && facts.labelledObjects.source === 'live' ? []
          : [`${action._tag} ${action.target.kind}, and the objects of the application were not queried live in this round`]
      default:
        return []
    }
  })

/**
 * P05, BlueGreen: the start state of a version is recorded in the round that observed it: the savepoint of this attempt, or a
 * checkpoint.
 */
const seenSource = (actions: readonly ApplicationAction[], facts: Facts, before: ApplicationOperation | null): readonly string[] =>
  actions.flatMap(action => {
    const source = action._tag === 'PersistStatus' ? action.status.operation?.source ?? null : null
    if (source?._tag !== 'Path' || JSON.stringify(source) === JSON.stringify(before?.source)) return []
    const isSeen = (Object.entries(facts) as readonly (readonly [string, Fact<unknown>])[]).some(([field, fact]) =>
      /^(?:stopOperation|checkpoints)@/u.test(field) && fact._tag === 'Known'
      && JSON.stringify(fact.value).includes(JSON.stringify(source.path))
    )
    return isSeen ? [] : [`a version is to start from ${source.path}, which was not observed in this round`]
  })

/** Statistics that report that checkpoint, or none: then they are older than the recorded path (REST trap 1), which remains valid. */
const reportsOfNoOther = (path: string | null, statistics: CheckpointStatistics): boolean =>
  JSON.stringify(statistics).includes(JSON.stringify(path)) || latestState(statistics) === undefined

/**
 * P05, BlueGreen: the operator queries the live job's checkpoint again before it submits the new job for the first time: a newer one
 * may have replaced it.
 */
const freshCheckpoint = (actions: readonly ApplicationAction[], facts: Facts, before: ApplicationOperation | null): readonly string[] =>
  actions.flatMap(action => {
    if (action._tag !== 'RunJar' || before === null || before.submit !== null) return []
    if (before.source?._tag !== 'Path' || before.source.seen !== 'Checkpoints') return []
    const looks = (Object.entries(facts) as readonly (readonly [string, Fact<unknown>])[])
      .flatMap(([field, fact]) => (field.startsWith('checkpoints@') ? [fact] : []))
    return looks.some(fact => fact._tag !== 'Known' || reportsOfNoOther(action.savepointPath, fact.value as CheckpointStatistics)) ? []
      : [`a version starts from ${action.savepointPath ?? 'nothing'}, a checkpoint that was not queried in this round`]
  })

/** P19: the fields of an attempt exist as long as it is in progress, and no longer; the state is the recorded one (P25). */
const attemptFields = (actions: readonly ApplicationAction[]): readonly string[] =>
  actions.flatMap(action => {
    if (action._tag !== 'PersistStatus') return []
    const { operation, savepointTriggerId, phase: word } = action.status
    const phase = phaseOf(word)
    if (phase === null) return []
    return [
      ...(operation !== null && operation.phase !== phase ? [`state ${phase}, but the recorded operation says ${operation.phase}`] : []),
      ...(operation === null && savepointTriggerId !== '' ? [`${phase} with a trigger id of an attempt that is over`] : []),
      ...(operation !== null && operation.kind !== 'Teardown' && isAtRest(phase) ? [`${phase} while ${operation.kind} is in progress`]
        : []),
    ]
  })

/** P08: a write without a change is allowed only to prove, before an effect, that the status was not stale (P15). */
const needless = (actions: readonly ApplicationAction[], status: FlinkApplicationStatus): readonly string[] =>
  actions.some(it => isHard(it) || it._tag === 'DeleteObject') ? [] : actions.flatMap(action =>
    action._tag === 'PersistStatus' && JSON.stringify(action.status) === JSON.stringify(status) ? ['a status is written without a change']
      : []
  )

/** The laws of one decided list. */
export const breachesOfList = ({ actions, facts, resource }: Pick<Decided, 'actions' | 'facts' | 'resource'>): readonly Breach[] => {
  const status = resource.status as FlinkApplicationStatus
  return [
    ...intentBeforeEffect(actions).map(what => ({ property: 'P03', what })),
    ...freshEvidence(actions, facts, modeOf(status.deploymentMode) === 'Dual').map(what => ({ property: 'P05', what })),
    ...seenSource(actions, facts, status.operation).map(what => ({ property: 'P05', what })),
    ...freshCheckpoint(actions, facts, status.operation).map(what => ({ property: 'P05', what })),
    ...attemptFields(actions).map(what => ({ property: 'P19', what })),
    ...needless(actions, status).map(what => ({ property: 'P08', what })),
  ]
}

/**
 * Effects that start or end a job, or delete a cluster. A deleted resource is removed in the end even if its job is unobservable
 * (LD23): the operator reports that.
 */
export const destructive = (actions: readonly ApplicationAction[]): readonly string[] =>
  actions.flatMap(action => {
    switch (action._tag) {
      case 'StopWithSavepoint':
      case 'CancelJob':
      case 'RunJar':
        return [`${action._tag} ${action.endpoint.service}`]
      case 'DeleteObject':
        // If several clusters are left, another one may be deleted first; a Service is recreated
        return action.target.kind === 'Deployment' ? ['DeleteObject Deployment'] : []
      case 'CreateObject':
        return action.manifest._tag === 'ObjectManifest' && action.manifest.hard ? [`CreateObject ${action.manifest.name}`] : []
      default:
        return []
    }
  })
