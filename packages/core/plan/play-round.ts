import type { AdapterError } from '../src/action/adapter-error.ts'
import type { Env } from '../src/env.ts'
import { kindOf } from '../src/kinds.ts'
import { factOf } from '../src/query/fact-of.ts'
import type { Resource } from '../src/resource/resource.ts'
import { isWriteOfResource } from '../src/round/after-failure.ts'
import type { Decided } from '../src/round/decide.ts'
import { type RoundOf, roundOf } from '../src/round/round-of.ts'
import type { Effect, RoundEnd } from '../src/round/round-state.ts'
import { answerIn, firstFactsIn, type Key, nowIn, performIn, type PlanWorld } from './world/plan-world.ts'

/** What the operator is configured with; the time is the world's. */
export type Settings = Omit<Env, 'now' | 'consecutiveFailures'>

/** Of any kind. */
export type AnyDecided = Decided<unknown, unknown, unknown>

/** An effect, and what became of it. */
export interface PerformedEffect {
  readonly effect: Effect<unknown>
  /** Null: it succeeded. */
  readonly error: AdapterError | null
  readonly world: PlanWorld
}

/** One round that was played. */
export interface PlayedRound {
  readonly of: Key
  /** The world that it looked at. */
  readonly begun: PlanWorld
  readonly decided: AnyDecided
  /** What succeeded, in order; also what was written down of a failure. */
  readonly done: readonly Effect<unknown>[]
  /** Each effect that was tried, and the world after it. */
  readonly performed: readonly PerformedEffect[]
  readonly end: RoundEnd<unknown>
  readonly world: PlanWorld
}

type AnyRound = RoundOf<unknown, unknown, unknown>

/** One round of a resource in a world where no look and no call fails: the protocol is that of every round. */
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
  return next(roundOf(kind, resource, env, firstFactsIn(begun, kind.seenFirst(resource.meta))), begun, [])
}
