import type { Env } from '@flink-operator/core'
import type { AdapterError } from '@flink-operator/core/action'
import { kindOf } from '@flink-operator/kinds'
import { factOf } from '@flink-operator/core/query'
import type { Resource } from '@flink-operator/core/resource'
import { isWriteOfResource, type Decided, type RoundOf, roundOf, type Effect, type RoundEnd } from '@flink-operator/core/round'
import { answerIn, firstFactsIn, type Key, nowIn, performIn, type PlanWorld } from './world/plan-world.ts'

/** The operator's configuration; the time is the world's. */
export type Settings = Omit<Env, 'now' | 'consecutiveFailures'>

/** A decision of any kind. */
export type AnyDecided = Decided<unknown, unknown, unknown>

/** An effect and its result. */
export interface PerformedEffect {
  readonly effect: Effect<unknown>
  /** Null: it succeeded. */
  readonly error: AdapterError | null
  readonly world: PlanWorld
}

/** One played round. */
export interface PlayedRound {
  readonly of: Key
  /** The world that it observed. */
  readonly begun: PlanWorld
  readonly decided: AnyDecided
  /** The successful effects, in order; also what was recorded about a failure. */
  readonly done: readonly Effect<unknown>[]
  /** Each attempted effect, and the world after it. */
  readonly performed: readonly PerformedEffect[]
  readonly end: RoundEnd<unknown>
  readonly world: PlanWorld
}

type AnyRound = RoundOf<unknown, unknown, unknown>

/** One round of a resource in a world where no query and no call fails, by the same reconcile protocol as every round. */
export const playRound = (settings: Settings, begun: PlanWorld, of: Key, resource: Resource<unknown, unknown>): PlayedRound => {
  const kind = kindOf(of.kind)
  const env: Env = { ...settings, now: nowIn(begun), consecutiveFailures: 0 }
  const next = (round: AnyRound, world: PlanWorld, performed: PlayedRound['performed']): PlayedRound => {
    const { command, decided } = round
    switch (command._tag) {
      case 'Look': {
        const facts = Object.fromEntries(command.queries.flat().map(query => [factOf(query), answerIn(world, query)]))
        return next(round.after({ _tag: 'Seen', facts }), world, performed)
      }
      case 'Perform': {
        const { effect } = command
        const { error, version, world: after } = performIn(world, of, effect, command.version)
        const event = error === null ? { _tag: 'Done', version: isWriteOfResource(effect) ? version : null } as const
          : { _tag: 'Failed', error } as const
        return next(round.after(event), after, [...performed, { effect, error, world: after }])
      }
      case 'Finish': {
        const done = performed.flatMap(({ effect, error }) => (error === null ? [effect] : []))
        return { of, begun, decided, done, performed, end: command.end, world }
      }
    }
  }
  return next(roundOf(kind, resource, env, firstFactsIn(begun, kind.cachedQueries(resource.meta))), begun, [])
}
