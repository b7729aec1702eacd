import { type Action, isHard } from '@flink-operator/core/action'
import type { Facts, FlinkDeploymentView } from '@flink-operator/core/fact'
import { isProved, placeOf, type FlinkBlueGreenDeploymentStatus } from '@flink-operator/core/kind/flink-blue-green-deployment'
import type { Breach } from '../../world/world.ts'
import type { Decided } from '../any-kind.ts'

type BlueGreenAction = Action<FlinkBlueGreenDeploymentStatus>

/** P03, on one list: at most one hard effect, after a write that names the operation; one requeue or query at the end. */
const intentBeforeEffect = (actions: readonly BlueGreenAction[]): readonly string[] => {
  const hard = actions.filter(isHard)
  const problems = hard.length > 1 ? [`${String(hard.length)} hard effects in one list`] : []
  if (actions[0]?._tag !== 'Look' && (actions.filter(({ _tag }) => _tag === 'Requeue').length !== 1 || actions.at(-1)?._tag !== 'Requeue'))
    problems.push('a list ends with exactly one Requeue')
  for (const effect of hard) {
    const intent = actions.slice(0, actions.indexOf(effect)).findLast(({ _tag }) => _tag === 'PersistStatus')
    if (intent?._tag !== 'PersistStatus') problems.push(`${effect._tag} without a PersistStatus before it`)
    else if (effect._tag === 'TriggerSavepoint' && intent.status.operation?.id !== effect.triggerId)
      problems.push('a savepoint is requested with an id that the status does not name')
    else if (effect._tag === 'ApplyObject' && effect.uid === null && intent.status.operation === null)
      problems.push('a child is created without a recorded transition')
  }
  return problems
}

/** P05: an effect on a child relies on live queries of both children, in this very round. */
const freshEvidence = (actions: readonly BlueGreenAction[], facts: Facts): readonly string[] =>
  actions.filter(isHard).flatMap(({ _tag }) =>
    (['target@blue', 'target@green'] as const).filter(field => facts[field]?.source !== 'live' || facts[field]._tag === 'Unknown').map(
      field => `${_tag}, and ${field} was not queried live in this round`,
    )
  )

/**
 * B107: the operator removes the serving child only if it observed the other child ready in this very round, with the recorded uid and
 * generation.
 */
const provedSuccessor = (actions: readonly BlueGreenAction[], facts: Facts): readonly string[] =>
  actions.flatMap(action => {
    if (action._tag !== 'DeleteObject' || action.target.kind !== 'FlinkDeployment') return []
    const intent = actions.slice(0, actions.indexOf(action)).findLast(({ _tag }) => _tag === 'PersistStatus')
    const operation = intent?._tag === 'PersistStatus' ? intent.status.operation : null
    if (operation?.step !== 'Retire') return []
    const fact = facts[operation.colour === 'BLUE' ? 'target@blue' : 'target@green']
    return fact?._tag === 'Known' && isProved(fact.value as FlinkDeploymentView, operation) ? []
      : ['the serving child is deleted, but the other one was not observed ready in the recorded generation']
  })

/** P19 B105: the fields of a transition exist as long as one is in progress, and no longer. */
const transitionFields = (actions: readonly BlueGreenAction[]): readonly string[] =>
  actions.flatMap(action => {
    if (action._tag !== 'PersistStatus') return []
    const { operation, abortTimestamp, deploymentReadyTimestamp, savepointTriggerId, blueGreenState } = action.status
    const { phase } = placeOf(blueGreenState)
    const isUnderWay = phase === 'Savepointing' || phase === 'Transitioning'
    return [
      ...(operation === null && (abortTimestamp !== null || deploymentReadyTimestamp !== null || savepointTriggerId !== null)
        ? [`${blueGreenState ?? ''} with marks of a transition`] : []),
      ...(isUnderWay === (operation !== null) ? [] : [`${blueGreenState ?? ''} ${operation === null ? 'without' : 'with'} a transition`]),
      ...(operation !== null && (operation.step === 'Savepoint') !== (phase === 'Savepointing')
        ? [`${blueGreenState ?? ''} in step ${operation.step}`] : []),
    ]
  })

/** The laws of one decided list. */
export const breachesOfList = ({ actions, facts }: Pick<Decided, 'actions' | 'facts'>): readonly Breach[] => [
  ...intentBeforeEffect(actions).map(what => ({ property: 'P03', what })),
  ...freshEvidence(actions, facts).map(what => ({ property: 'P05', what })),
  ...provedSuccessor(actions, facts).map(what => ({ property: 'B107', what })),
  ...transitionFields(actions).map(what => ({ property: 'P19', what })),
]

/** Effects that start or end a child. */
export const destructive = (actions: readonly BlueGreenAction[]): readonly string[] =>
  actions.flatMap(action => {
    switch (action._tag) {
      case 'DeleteObject':
        return [`DeleteObject ${action.target.name}`]
      case 'ApplyObject':
        return action.manifest._tag === 'FlinkDeploymentManifest' ? [`ApplyObject ${action.manifest.name}`] : []
      case 'TriggerSavepoint':
        return [action._tag]
      default:
        return []
    }
  })
