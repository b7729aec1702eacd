import type { Millis } from '../src/resource/time.ts'
import type { RoundEnd } from '../src/round/round-state.ts'
import { type PlayedRound, playRound, type Settings } from './play-round.ts'
import { type Key, keysIn, pass, type PlannedResource, type PlanWorld, resourceIn, untilQuiet, withResource } from './world/plan-world.ts'

/** Rounds of the planned resource after which a play is given up: whatever is waited for does not come by itself. */
const maxRounds = 60
/** A round that waits so long, and did nothing, is the steady state. */
const quietWait: Millis = 30_000

/** How a play ends. `Gone`: the resource is. */
export type PlayEnd =
  | { readonly _tag: 'Quiet' }
  | { readonly _tag: 'Gone' }
  | { readonly _tag: 'Waits'; readonly for: string }
  | { readonly _tag: 'Failed'; readonly message: string }

export interface Played {
  readonly world: PlanWorld
  /** In order; also those of resources that were made. The last of the planned one is that in which nothing was done. */
  readonly rounds: readonly [PlayedRound, ...PlayedRound[]]
  readonly end: PlayEnd
}

const waitOf = (end: RoundEnd<unknown>): Millis => (end._tag === 'Settled' ? end.requeue?.after ?? 0 : 1_000)
const waitingForOf = (end: RoundEnd<unknown>): string => (end._tag === 'StartAnew' ? '' : end.requeue?.waitingFor ?? '')

const isQuiet = ({ done, end }: PlayedRound): boolean =>
  end._tag === 'Settled' && waitOf(end) >= quietWait && done.every(({ _tag }) => _tag === 'EmitEvent' || _tag === 'PersistStatus')

/** Rounds of the resource, between them the cluster's own doings and time, until nothing more happens by itself. */
export const play = (settings: Settings, begun: PlanWorld, of: Key, resource: PlannedResource): Played => {
  const first = playRound(settings, withResource(begun, of, resource), of, resource)
  return goOn(settings, of, [first], first, 1)
}

const goOn = (settings: Settings, of: Key, rounds: Played['rounds'], last: PlayedRound, count: number): Played => {
  const others = playOthers(settings, of, untilQuiet(last.world))
  const { world } = others
  const all: Played['rounds'] = [...rounds, ...others.rounds]
  const ended = (end: PlayEnd): Played => ({ world, rounds: all, end })
  if (last.end._tag === 'Failed') return ended({ _tag: 'Failed', message: last.end.error.message })
  if (isQuiet(last)) return ended({ _tag: 'Quiet' })
  const resource = resourceIn(world, of)
  if (resource === null) return ended({ _tag: 'Gone' })
  if (count === maxRounds) return ended({ _tag: 'Waits', for: waitingForOf(last.end) })
  const next = playRound(settings, pass(world, Math.max(1, waitOf(last.end))), of, resource)
  return goOn(settings, of, [...all, next], next, count + 1)
}

interface Sofar {
  readonly world: PlanWorld
  readonly rounds: readonly PlayedRound[]
}

/** Rounds that one of the others needs at most until it waits for nothing but time. */
const maxRoundsOfOthers = 10

/** What the planned resource made gets its rounds while it waits. */
const playOthers = (settings: Settings, planned: Key, world: PlanWorld): Sofar =>
  keysIn(world).filter(({ kind, name }) => kind !== planned.kind || name !== planned.name)
    .reduce<Sofar>((sofar, of) => playOther(settings, of, sofar, maxRoundsOfOthers), { world, rounds: [] })

const playOther = (settings: Settings, of: Key, sofar: Sofar, left: number): Sofar => {
  const resource = resourceIn(sofar.world, of)
  if (resource === null || left === 0) return sofar
  const round = playRound(settings, sofar.world, of, resource)
  const after = { world: untilQuiet(round.world), rounds: round.done.length === 0 ? sofar.rounds : [...sofar.rounds, round] }
  return round.done.length === 0 || round.end._tag === 'Failed' ? after : playOther(settings, of, after, left - 1)
}
