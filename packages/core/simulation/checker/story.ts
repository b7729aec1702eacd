import type { Action } from '../../src/action/action.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { FlinkDeploymentFacts } from '../../src/fact/flink-deployment-facts.ts'
import { classify } from '../../src/flink-deployment/classify.ts'
import type { Round } from '../../src/flink-deployment/round.ts'
import { follow } from './explore.ts'
import type { CheckerState } from './checker-state.ts'
import { type Bounds, type Move, movesFrom } from './interleaving.ts'
import type { Decision } from './decision.ts'
import type { Operator } from './operator-round.ts'

/** A counterexample: how the world comes from its start to what must never happen. `moves` replays it. */
export interface Story {
  readonly world: string
  readonly property: string
  readonly what: string
  readonly moves: readonly number[]
  readonly lines: readonly string[]
}

const factText = (facts: FlinkDeploymentFacts): string =>
  Object.entries(facts as Readonly<Record<string, Fact<unknown>>>).map(([name, fact]) => `${name} ${fact._tag === 'Known' ? shortValue(name, fact.value) : fact._tag}`).join(', ')

const shortValue = (name: string, value: unknown): string => {
  switch (name) {
    case 'jobs':
      return JSON.stringify((value as readonly { readonly jobId: string; readonly state: string }[]).map(({ jobId, state }) => `${jobId.slice(0, 6)} ${state}`))
    case 'stopOperation':
      return (value as { readonly _tag: string })._tag
    case 'configMaps':
    case 'services':
    case 'jobManagerPods':
      return JSON.stringify((value as readonly { readonly name: string; readonly deleting: boolean }[]).map(it => `${it.name}${it.deleting ? ' (deleting)' : ''}`))
    case 'checkpoints':
      return JSON.stringify(value)
    default:
      return 'Known'
  }
}

/** One action in a few words. */
export const actionText = (action: Action): string => {
  switch (action._tag) {
    case 'PersistStatus': {
      const { lifecycleState, operation, jobStatus, error } = action.status
      return `PersistStatus(${action.reason}; ${lifecycleState}, job ${jobStatus.jobId?.slice(0, 6) ?? '-'} ${jobStatus.state ?? '-'}, path ${jobStatus.upgradeSavepointPath ?? '-'}, operation ${operation === null ? '-' : `${operation.kind} ${operation.id.slice(0, 6)}${operation.kind === 'TearDown' ? '' : ` ${operation.step}`}`}${error === null ? '' : `, error ${error.slice(0, 120)}`})`
    }
    case 'CreateObject':
      return `CreateObject(${action.manifest._tag === 'ClusterManifest' ? `${action.manifest.part}, attempt ${action.manifest.input.attempt?.slice(0, 6) ?? '-'}` : 'Ingress'})`
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

/** Why it was decided: the row of the table, and its reason. */
const becauseOf = ({ desired, observed, env }: Decision): string => {
  const { row, reason } = classify({ desired, observed, env } as Round)
  return `${row}, ${reason}`
}

const toldOf = (decision: Decision): string =>
  `\n     saw ${factText(decision.facts)}\n     because ${becauseOf(decision)}\n     decided ${decision.actions.map(actionText).join(' · ')}`

const moveText = (move: Move): string => {
  switch (move._tag) {
    case 'World':
      return `${move.kind === 'Edit' ? 'a person' : 'the world'}: ${move.event._tag}${'name' in move.event ? ` ${move.event.name}` : ''}${'end' in move.event ? ` ${move.event.end}` : ''}${'terminally' in move.event && move.event.terminally ? ' terminally' : ''}${move.kind === 'Fault' ? ' (fault)' : ''}`
    case 'Round':
      return `a round${move.early ? ' before it is due' : ''}${move.stale ? ', from an old cache' : ''}${move.looks.rest === null ? '' : ', Flink unreachable'}${move.looks.kubernetes === null ? '' : ', API server unreachable'}${move.looks.oldStatistics ? ', old statistics' : ''}`
    case 'Do':
      return `does${move.outcome === 'Ok' ? '' : `, ${move.outcome} (fault)`}`
    case 'RivalRound':
      return `a round of a second process${move.stale ? ', from an old cache' : ''} (fault)`
    case 'RivalDo':
      return 'the second process does'
    case 'Crash':
      return `the operator dies ${move.afterAction ? 'after' : 'before'} the action`
  }
}

/** Replays moves from a start: the last state, and what happened in words. */
export const replay = (operator: Operator, bounds: Bounds, start: CheckerState, moves: readonly number[]): { readonly state: CheckerState; readonly lines: readonly string[] } => {
  const lines: string[] = []
  let state = start
  let last: Decision | null = null
  const telling: Operator = { ...operator, onDecision: decision => { last = decision } }
  for (const index of moves) {
    const move = movesFrom(state, bounds)[index]
    if (move === undefined) {
      lines.push(`${lines.length + 1}. (no such move any more)`)
      break
    }
    const acting = move._tag === 'RivalDo' ? state.rival : state.process
    const action = acting?._tag === 'Doing' ? acting.actions[acting.next] : undefined
    last = null
    state = follow(telling, state, move).state
    const decision = last as Decision | null
    lines.push(`${lines.length + 1}. ${moveText(move)}${move._tag === 'World' || move._tag === 'Round' || move._tag === 'RivalRound' || action === undefined ? '' : `: ${actionText(action)}`}${decision === null ? '' : toldOf(decision)}`)
  }
  return { state, lines }
}
