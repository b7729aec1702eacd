import { whyNotArrived } from './arrival.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import { type Explored, memories, type Memory } from './memory.ts'
import type { Move } from './move.ts'
import type { Operator } from './operator.ts'
import type { SmallWorld } from './small-world.ts'
import { nextEvent, startState } from './start-state.ts'
import { checkerTick } from './tick.ts'
import { leadsOutOf } from './ways-out.ts'

/** Operator processes that die, at most: a deploy takes about ten effects. */
const mostDeaths = 100
/** Rounds that a process begins without any effect, at most: one that has more waits for ever. */
const patience = 100

/**
 * What the world does between two rounds: one step, or all that it does by itself. `Minute`: all, and a minute passes before the next
 * operator process starts.
 */
export type Pace = 'OneStep' | 'AllSteps' | 'Minute'

export type Ending =
  | { readonly _tag: 'Arrived'; readonly deaths: number }
  /** It has not arrived when the last of all lives is over, or waits for ever. */
  | { readonly _tag: 'Stuck'; readonly why: string }
  | { readonly _tag: 'Broke'; readonly breaches: readonly string[] }

/** Are events effects as well? They are for the switch by which the operator itself ends in e2e stories (`FLINK_OPERATOR_CRASH_AT`). */
export type Counted = 'WithEvents' | 'WithoutEvents'

/**
 * Plays one run of a world in which each operator process dies right after its k-th effect, and another one starts. A write of the status
 * is an effect. People do each edit of the world once the last one has come to rest; nothing else fails.
 */
export const dyingAfterEffects = (explored: Explored): (world: SmallWorld, k: number, pace: Pace, counted?: Counted) => Ending => {
  const memoryFor = memories(explored)
  return (world, k, pace, counted = 'WithEvents') => played(memoryFor(world), world, { k, pace, counted })
}

interface Dying {
  readonly k: number
  readonly pace: Pace
  readonly counted: Counted
}

const played = ({ base, judge }: Memory, world: SmallWorld, { k, pace, counted }: Dying): Ending => {
  const breaches: string[] = []
  const silent: Operator = { ...base, tick: world.tick ?? checkerTick, onDecision: () => undefined }
  const operator: Operator = {
    ...silent,
    onDecision: decision => breaches.push(...judge(decision).map(({ property, what }) => `${property} ${what}`)),
  }
  const start = startState(silent, world)
  if (start === null) return { _tag: 'Broke', breaches: ['P11 the resource is not decoded'] }
  const leadsOut = leadsOutOf(silent, start.world)
  let state: CheckerState = start
  let [deaths, effects, idle] = [0, 0, 0]

  const go = (move: Move): boolean => {
    const next = follow(operator, state, move)
    breaches.push(...next.breaches.map(({ property, what }) => `${property} ${what}`))
    state = next.state
    return next.quiet
  }
  const worldGoesOn = (): void => {
    for (let count = pace === 'OneStep' ? 1 : 50; count > 0; count -= 1) {
      const event = nextEvent(state.world)
      if (event === undefined) return
      go({ _tag: 'World', event, kind: 'Fair' })
    }
  }
  const doNextEffect = (at: number): void => {
    const sent = counted === 'WithEvents' ? eventsBefore(state.processes[at]?.doing ?? null) : 0
    const diesBefore = effects + sent >= k
    effects += sent + 1
    idle = 0
    if (effects < k) {
      go({ _tag: 'Do', at, outcome: 'Ok', kind: 'Fair' })
      return
    }
    go({ _tag: 'Crash', at, afterAction: !diesBefore, kind: 'Crash' })
    deaths += 1
    effects = 0
    if (pace === 'Minute') go({ _tag: 'World', event: { _tag: 'PassTime', millis: 60_000 }, kind: 'Fair' })
  }
  /** Null: all have arrived, and the world does nothing more by itself. */
  const goOn = (): string | null => {
    const move = movesFrom(state, calm).find(({ kind, _tag }) => kind === 'Fair' && _tag !== 'World')
    const before = state
    let quiet = move === undefined
    if (move?._tag === 'Do') doNextEffect(move.at)
    else if (move !== undefined) {
      idle += 1
      quiet = go(move)
    }
    const why = quiet ? whyNotArrived(silent, before, leadsOut) : 'a round has something to do'
    const isAtRest = nextEvent(state.world) === undefined
    if (state.processes.every(({ doing }) => doing === null)) worldGoesOn()
    return isAtRest ? why : why ?? 'the world goes on'
  }

  for (const person of [null, ...world.edits]) {
    const event = person?.event(state.world)
    if (event === null) return { _tag: 'Stuck', why: `${person?.name ?? ''} can't be done` }
    if (event !== undefined) go({ _tag: 'World', event, kind: 'Edit' })
    for (let why = goOn(); why !== null; why = goOn()) {
      if (breaches.length > 0) return { _tag: 'Broke', breaches }
      if (deaths > mostDeaths) return { _tag: 'Stuck', why: `${String(mostDeaths)} operator processes died` }
      if (idle > patience) return { _tag: 'Stuck', why }
    }
  }
  return breaches.length > 0 ? { _tag: 'Broke', breaches } : { _tag: 'Arrived', deaths }
}

/** Events of the list that were sent just before the action that comes next: nothing else happens between them and it. */
const eventsBefore = (doing: Process['doing']): number => {
  if (doing?._tag !== 'Doing') return 0
  const before = doing.actions.slice(0, doing.next)
  return before.length - 1 - before.findLastIndex(({ _tag }) => _tag !== 'EmitEvent')
}

const calm = { edits: [], faultKinds: [] }
