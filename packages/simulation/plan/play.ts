import type { Millis } from '@flink-operator/core/resource'
import type { RoundEnd } from '@flink-operator/core/round'
import { type PlayedRound, playRound, type Settings } from './play-round.ts'
import { type Key, keysIn, pass, type PlannedResource, type PlanWorld, resourceIn, untilQuiet, withResource } from './world/plan-world.ts'

/** The play stops after this many rounds of the planned resource: it waits for something that does not happen automatically. */
const maxRounds = 60
/** A round that did nothing and waits this long is the steady state. */
const quietWait: Millis = 30_000

/** How a play ends. `Gone`: the resource was removed. */
export type PlayEnd =
  | { readonly _tag: 'Quiet' }
  | { readonly _tag: 'Gone' }
  | { readonly _tag: 'Waits'; readonly for: string }
  | { readonly _tag: 'Failed'; readonly message: string }

export interface Played {
  readonly world: PlanWorld
  /** In order; also those of created resources. The last one of the planned resource did nothing. */
  readonly rounds: readonly [PlayedRound, ...PlayedRound[]]
  readonly end: PlayEnd
}

const waitOf = (end: RoundEnd<unknown>): Millis => (end._tag === 'Settled' ? end.requeue?.after ?? 0 : 1_000)
const waitingForOf = (end: RoundEnd<unknown>): string => (end._tag === 'RestartRound' ? '' : end.requeue?.waitingFor ?? '')

const isQuiet = ({ done, end }: PlayedRound): boolean =>
  end._tag === 'Settled' && waitOf(end) >= quietWait && done.every(({ _tag }) => _tag === 'EmitEvent' || _tag === 'PersistStatus')

/**
 * Plays rounds of the resource, with the automatic steps of the clusters and the passing of time between them, until nothing more
 * happens automatically.
 */
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

/** The most rounds that one of the other resources needs until it waits only for time. */
const maxRoundsOfOthers = 10

/** Plays the rounds of resources that the planned one created, while it waits. */
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
