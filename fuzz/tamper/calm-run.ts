import type { AnyAction } from '../../packages/simulation/src/kind/any-kind.ts'
import { decidesOnlySample } from '../../packages/simulation/src/autoscaler/scaling-arrival.ts'
import { whyNotArrived } from '../../packages/simulation/src/checker/arrival.ts'
import { type CheckerState, isDoing } from '../../packages/simulation/src/checker/checker-state.ts'
import type { Decision } from '../../packages/simulation/src/checker/decision.ts'
import { follow } from '../../packages/simulation/src/checker/follow.ts'
import { movesFrom } from '../../packages/simulation/src/checker/interleaving.ts'
import type { Memory } from '../../packages/simulation/src/checker/memory.ts'
import type { Edit } from '../../packages/simulation/src/checker/move.ts'
import type { Operator } from '../../packages/simulation/src/checker/operator.ts'
import { leadsOutOf } from '../../packages/simulation/src/checker/remediations.ts'
import { nextEvent, startState } from '../../packages/simulation/src/checker/start-state.ts'
import type { SmallWorld } from '../../packages/simulation/src/checker/small-world.ts'
import { checkerTick } from '../../packages/simulation/src/checker/tick.ts'
import type { Breach } from '../../packages/simulation/src/world/world.ts'

/** One world, played without faults: the operator steps first, then the world. */
export interface CalmPlay {
  readonly start: CheckerState
  readonly operator: Operator
  /** One step of the operator and one of the world; `quiet`: the operator only waits, and the world has nothing to do. */
  readonly next: (state: CheckerState) => Stepped
  readonly edited: (state: CheckerState, edit: Edit) => CheckerState | null
  /** Null: all resources have arrived (P06). */
  readonly whyNot: (state: CheckerState) => string | null
}

export interface Stepped {
  readonly state: CheckerState
  readonly quiet: boolean
  readonly breaches: readonly Breach[]
  /** Actions that the operator decided in this step. */
  readonly decided: readonly AnyAction[]
  /** What happened, in words. */
  readonly line: () => string
}

const calm = { edits: [], faultKinds: [] }

const decisionText = ({ kind, resource, actions, ...of }: Decision): string => {
  const { row, reason } = kind.situationOf({ resource, actions, ...of })
  return `${kind.name} ${resource.meta.name}: ${row}, ${reason}\n       ${actions.map(it => kind.actionText(it)).join(' · ')}`
}

/** A job that is measured is at rest, too: all that the operator does for it is to store the next sample. */
const onlySamples = ({ world }: CheckerState, made: readonly Decision[]): boolean =>
  made.length > 0 && made.every(decidesOnlySample) && nextEvent(world) === undefined

/** Null: the world's resources can't be read. */
export const calmPlay = (memory: Memory, world: SmallWorld): CalmPlay | null => {
  let breaches: Breach[] = []
  let decisions: Decision[] = []
  const silent: Operator = { ...memory.base, quiet: memory.quiet, tick: world.tick ?? checkerTick, onDecision: () => undefined }
  const operator: Operator = {
    ...silent,
    onDecision: decision => {
      breaches.push(...memory.judge(decision))
      decisions.push(decision)
    },
  }
  const start = startState(silent, world)
  if (start === null) return null
  const leadsOut = leadsOutOf(silent, start.world)
  const next = (before: CheckerState): Stepped => {
    breaches = []
    decisions = []
    const [move] = movesFrom(before, calm)
    const first = move === undefined ? null : follow(operator, before, move)
    let state = first?.state ?? before
    const found = [...first?.breaches ?? []]
    const event = isDoing(state) ? undefined : nextEvent(state.world)
    if (event !== undefined) {
      const after = follow(operator, state, { _tag: 'World', event, kind: 'Fair' })
      state = after.state
      found.push(...after.breaches)
    }
    const made = decisions
    return {
      state,
      quiet: (first === null || first.quiet || onlySamples(before, made)) && event === undefined,
      breaches: [...found, ...breaches],
      decided: made.flatMap(({ actions }) => actions),
      line: () =>
        `${move === undefined ? 'nothing' : move._tag}${made.map(it => ` ${decisionText(it)}`).join('')}${
          event === undefined ? '' : `\n    then ${event._tag === 'In' ? event.event._tag : event._tag}`
        }`,
    }
  }
  const edited = (state: CheckerState, { event }: Edit): CheckerState | null => {
    const it = event(state.world)
    return it === null ? null : follow(silent, state, { _tag: 'World', event: it, kind: 'Edit' }).state
  }
  return { start, operator, next, edited, whyNot: state => whyNotArrived(silent, state, leadsOut) }
}
