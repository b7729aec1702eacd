import { type LeadsOut, whyNotArrived } from './arrival.ts'
import { byIdentity } from './by-identity.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import { type Explored, memories, type Memory } from './memory.ts'
import type { Move } from './move.ts'
import type { Operator } from './operator.ts'
import type { SmallWorld } from './small-world.ts'
import { nextEvent, startState } from './start-state.ts'
import { checkerTick } from './tick.ts'
import { leadsOutOf } from './remediations.ts'

/** At most this many operator processes crash: a deploy takes about ten effects. */
const mostDeaths = 100
/** At most this many rounds of a process begin without any effect; a process with more waits forever. */
const patience = 100

/**
 * What the world does between two rounds: one step, or all its automatic steps. `Minute`: all of them, and a minute passes before the
 * next operator process starts.
 */
export type Pace = 'OneStep' | 'AllSteps' | 'Minute'

export type Ending =
  | { readonly _tag: 'Arrived'; readonly deaths: number }
  /** The resources have not arrived when the last operator process has crashed, or waits forever. */
  | { readonly _tag: 'Stuck'; readonly why: string }
  | { readonly _tag: 'Broke'; readonly breaches: readonly string[] }

/** Do events count as effects? They do for the switch that makes the operator exit in e2e stories (`FLINK_OPERATOR_CRASH_AT`). */
export type Counted = 'WithEvents' | 'WithoutEvents'

/**
 * Plays one run of a world in which each operator process crashes right after its k-th effect and another one starts. A status write
 * is an effect. Each edit of the world happens once the run has settled after the last one; nothing else fails.
 */
export const dyingAfterEffects = (explored: Explored): (world: SmallWorld, k: number, pace: Pace, counted?: Counted) => Ending => {
  const memoryFor = memories(explored)
  const begun = byIdentity<SmallWorld, Begun | null>()
  const beginningOf = (world: SmallWorld): Begun | null => {
    const known = begun.get(world)
    if (known !== undefined) return known
    const made = beginning(memoryFor(world), world)
    begun.set(world, made)
    return made
  }
  return (world, k, pace, counted = 'WithEvents') => {
    const it = beginningOf(world)
    return it === null ? { _tag: 'Broke', breaches: ['P11 the resource is not decoded'] } : played(it, world, { k, pace, counted })
  }
}

/** What all runs of a world begin with. */
interface Begun extends Pick<Memory, 'judge'> {
  readonly silent: Operator
  readonly start: CheckerState
  readonly leadsOut: LeadsOut
}

/** Null: the resource of the world can't be decoded. */
const beginning = ({ base, judge }: Memory, world: SmallWorld): Begun | null => {
  const silent: Operator = { ...base, tick: world.tick ?? checkerTick, onDecision: () => undefined }
  const start = startState(silent, world)
  return start === null ? null : { judge, silent, start, leadsOut: leadsOutOf(silent, start.world) }
}

interface Dying {
  readonly k: number
  readonly pace: Pace
  readonly counted: Counted
}

const played = ({ judge, silent, start, leadsOut }: Begun, world: SmallWorld, { k, pace, counted }: Dying): Ending => {
  const breaches: string[] = []
  const operator: Operator = {
    ...silent,
    onDecision: decision => breaches.push(...judge(decision).map(({ property, what }) => `${property} ${what}`)),
  }
  let state: CheckerState = start
  let [deaths, effects, idle] = [0, 0, 0]

  const go = (move: Move): boolean => {
    const next = follow(operator, state, move)
    breaches.push(...next.breaches.map(({ property, what }) => `${property} ${what}`))
    state = next.state
    return next.quiet
  }
  const worldContinues = (): void => {
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
  /** Null: all resources have arrived, and the world has no automatic step left. */
  const whyNotAtRest = (): string | null => {
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
    if (state.processes.every(({ doing }) => doing === null)) worldContinues()
    return isAtRest ? why : why ?? 'the world continues'
  }

  for (const userEdit of [null, ...world.edits]) {
    const event = userEdit?.event(state.world)
    if (event === null) return { _tag: 'Stuck', why: `${userEdit?.name ?? ''} can't be done` }
    if (event !== undefined) go({ _tag: 'World', event, kind: 'Edit' })
    for (let why = whyNotAtRest(); why !== null; why = whyNotAtRest()) {
      if (breaches.length > 0) return { _tag: 'Broke', breaches }
      if (deaths > mostDeaths) return { _tag: 'Stuck', why: `${String(mostDeaths)} operator processes died` }
      if (idle > patience) return { _tag: 'Stuck', why }
    }
  }
  return breaches.length > 0 ? { _tag: 'Broke', breaches } : { _tag: 'Arrived', deaths }
}

/** Events of the list that were sent just before the next action, with nothing in between. */
const eventsBefore = (doing: Process['doing']): number => {
  if (doing?._tag !== 'Doing') return 0
  const before = doing.actions.slice(0, doing.next)
  return before.length - 1 - before.findLastIndex(({ _tag }) => _tag !== 'EmitEvent')
}

const calm = { edits: [], faultKinds: [] }
