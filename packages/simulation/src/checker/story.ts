import type { Fact, Facts } from '@flink-operator/core/fact'
import { foreignObjectText } from '../kubernetes/foreign-objects.ts'
import { tamperingText } from '../kubernetes/tampering.ts'
import type { LookFaults } from '../world/look-faults.ts'
import type { PlayedEvent } from '../world/played-children.ts'
import { inmost, type WorldEvent } from '../world/world-event.ts'
import type { CheckerState, Process } from './checker-state.ts'
import type { Decision } from './decision.ts'
import { actionOf } from './drive-process.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import type { Bounds, Move } from './move.ts'
import type { Operator } from './operator.ts'

/** A counterexample: how the world gets from its start to the violation. `moves` replays it. */
export interface Story {
  readonly world: string
  readonly property: string
  readonly what: string
  readonly moves: readonly number[]
  readonly lines: readonly string[]
}

const factText = (facts: Facts): string =>
  Object.entries(facts as Readonly<Record<string, Fact<unknown>>>).map(([name, fact]) =>
    `${name} ${fact._tag === 'Known' ? shortValue(name, fact.value) : fact._tag}`
  ).join(', ')

const shortValue = (name: string, value: unknown): string => {
  switch (name) {
    case 'jobs':
      return JSON.stringify(
        (value as readonly { readonly jobId: string; readonly state: string }[]).map(({ jobId, state }) => `${jobId.slice(0, 6)} ${state}`),
      )
    case 'stopOperation':
      return (value as { readonly _tag: string })._tag
    case 'configMaps':
    case 'services':
    case 'jobManagerPods':
      return JSON.stringify(
        (value as readonly { readonly name: string; readonly deleting: boolean }[]).map(it =>
          `${it.name}${it.deleting ? ' (deleting)' : ''}`
        ),
      )
    case 'checkpoints':
      return JSON.stringify(value)
    default:
      return 'Known'
  }
}

const becauseOf = (decision: Decision): string => {
  const { row, reason } = decision.kind.situationOf(decision)
  return `${row}, ${reason}`
}

const reportedOf = (decision: Decision): string =>
  `\n     saw ${factText(decision.facts)}\n     because ${becauseOf(decision)}\n     decided ${
    decision.actions.map(decision.kind.actionText).join(' · ')
  }`

/** Names the resource, if it is not the one that the world is about. */
const ofText = ({ processes }: CheckerState, at: number, preposition: string): string =>
  at === 0 ? '' : ` ${preposition} ${processes[at]!.kind.name} ${processes[at]!.name}`

const looksText = ({ rest, kubernetes, oldStatistics }: LookFaults): string =>
  `${rest === null ? '' : ', Flink unreachable'}${kubernetes === null ? '' : ', API server unreachable'}${
    oldStatistics ? ', old statistics' : ''
  }`

const eventText = (event: WorldEvent): string => event._tag === 'Play' ? playedText(event.event) : otherEventText(event)

const playedText = (event: PlayedEvent): string =>
  event._tag === 'PutBack'
    ? `${event.to === 'Default' ? 'removed' : 'restored an older'} ${event.path.length === 0 ? 'status' : `status.${event.path.join('.')}`}`
    : `${event._tag}${'uid' in event ? ` of ${event.uid}` : ''}`

const otherEventText = (event: Exclude<WorldEvent, { _tag: 'Play' }>): string =>
  `${event._tag}${'name' in event ? ` ${event.name}` : ''}${'end' in event ? ` ${event.end}` : ''}${
    'terminally' in event && event.terminally ? ' terminally' : ''
  }${event._tag === 'Tamper' ? ` (a user or tool ${tamperingText(event.tampering)})` : ''}${
    event._tag === 'Appear' ? ` (another owner ${foreignObjectText(event.foreignObject)})` : ''
  }`

const whereText = (event: WorldEvent): string =>
  event._tag === 'In' ? ` in ${event.clusterId}${whereText(event.event)}` : event._tag === 'Of' ? ` of ${event.owner}` : ''

const moveText = (state: CheckerState, move: Move): string => {
  switch (move._tag) {
    case 'World':
      return `${move.kind === 'Edit' ? 'a user' : 'the world'}: ${eventText(inmost(move.event))}${whereText(move.event)}${
        move.kind === 'Fault' ? ' (fault)' : ''
      }`
    case 'Round':
      return `a round${ofText(state, move.at, 'of')}${move.early ? ' before it is due' : ''}${move.stale ? ', from an old cache' : ''}${
        looksText(move.looks)
      }`
    case 'Do':
      return `performs${ofText(state, move.at, 'for')}${move.outcome === 'Ok' ? '' : `, ${move.outcome} (fault)`}`
    case 'RivalRound':
      return `a round of a second process${ofText(state, move.at, 'of')}${move.stale ? ', from an old cache' : ''}${
        move.mayPause ? ', which may pause' : ''
      } (fault)`
    case 'RivalDo':
      return 'the second process performs'
    case 'Crash':
      return `the operator crashes ${move.afterAction ? 'after' : 'before'} the action${ofText(state, move.at, 'for')}`
  }
}

/** The process whose list a move continues; null: it continues none. */
const actingIn = ({ processes, rival }: CheckerState, move: Move): Process | null =>
  move._tag === 'RivalDo' ? rival : move._tag === 'Do' || move._tag === 'Crash' ? processes[move.at]! : null

/** The action that a move performs, or crashes at; null: it performs none. */
const actionTextOf = (state: CheckerState, move: Move): string | null => {
  const process = actingIn(state, move)
  const action = process === null ? undefined : actionOf(process)
  return process === null || action === undefined ? null : process.kind.actionText(action)
}

/** Replays moves from a start: returns the last state, and what happened in words. */
export const replay = (
  operator: Operator,
  bounds: Bounds,
  start: CheckerState,
  moves: readonly number[],
): { readonly state: CheckerState; readonly lines: readonly string[] } => {
  const lines: string[] = []
  let state = start
  let last: string | null = null
  const reporting: Operator = {
    ...operator,
    onDecision: decision => {
      last = reportedOf(decision)
    },
    onLook: decision => {
      last = reportedOf(decision)
    },
  }
  for (const index of moves) {
    const move = movesFrom(state, bounds)[index]
    if (move === undefined) {
      lines.push(`${lines.length + 1}. (no such move any more)`)
      break
    }
    const reported = moveText(state, move)
    const action = actionTextOf(state, move)
    last = null
    state = follow(reporting, state, move).state
    const decided = last as string | null
    lines.push(`${lines.length + 1}. ${reported}${action === null ? '' : `: ${action}`}${decided ?? ''}`)
  }
  return { state, lines }
}
