import type { Action } from '../src/action/action.ts'
import type { Env } from '../src/env.ts'
import type { Facts } from '../src/fact/facts.ts'
import { kindOf } from '../src/kinds.ts'
import { factOf } from '../src/query/fact-of.ts'
import { lookOrder } from '../src/query/look-order.ts'
import type { Resource } from '../src/resource/resource.ts'
import { isWriteOfResource } from '../src/round/after-failure.ts'
import type { AnyRules } from '../src/round/kind.ts'
import type { Effect, RoundEnd, RoundRules, RoundState } from '../src/round/round-state.ts'
import { beginRound, currentOf, step } from '../src/round/step.ts'
import { answerIn, firstFactsIn, type Key, nowIn, performIn, type PlanWorld } from './world/plan-world.ts'

/** What the operator is configured with; the time is the world's. */
export type Settings = Omit<Env, 'now' | 'consecutiveFailures'>

/** A decision and what it rests on. */
export interface Decided {
  readonly facts: Facts
  readonly desired: unknown
  readonly observed: unknown
  readonly actions: readonly Action<unknown>[]
}

/** Folds and decides. `desired`: what the kind's `validate` says of the resource, the same for every look of a round. */
export const decide = (kind: AnyRules, resource: Resource<unknown, unknown>, desired: unknown, facts: Facts, env: Env): Decided => {
  const observed = kind.observe(desired, { meta: resource.meta, status: resource.status }, facts, env)
  return { facts, desired, observed, actions: kind.reconcile(desired, observed, env) }
}

/** One round that was played. */
export interface PlayedRound {
  readonly of: Key
  /** The world that it looked at. */
  readonly begun: PlanWorld
  readonly decided: Decided
  /** What succeeded, in order; also what was written down of a failure. */
  readonly done: readonly Effect<unknown>[]
  readonly end: RoundEnd<unknown>
  readonly world: PlanWorld
}

interface Doing {
  readonly state: RoundState<unknown>
  readonly facts: Facts
  readonly world: PlanWorld
  readonly done: readonly Effect<unknown>[]
}

/** One round of a resource in a world where no look and no call fails: the protocol is that of every round. */
export const playRound = (settings: Settings, begun: PlanWorld, of: Key, resource: Resource<unknown, unknown>): PlayedRound => {
  const kind = kindOf(of.kind)
  const env: Env = { ...settings, now: nowIn(begun), consecutiveFailures: 0 }
  const desired = kind.validate(resource, env)
  const known = firstFactsIn(begun, kind.seenFirst(resource.meta))
  const rulesFor = (facts: Facts): RoundRules<unknown> => ({
    decide: all => decide(kind, resource, desired, all, env).actions,
    onFailure: (done, failed, error) =>
      kind.onFailure(desired, decide(kind, resource, desired, facts, env).observed, done, failed, error, env),
  })
  const next = ({ state, facts, world, done }: Doing): PlayedRound => {
    switch (state._tag) {
      case 'Looking': {
        const answers = Object.fromEntries(lookOrder(state.look.queries).flat().map(query => [factOf(query), answerIn(world, query)]))
        const all = { ...facts, ...answers }
        return next({ state: step(rulesFor(all), state, { _tag: 'Seen', facts: answers }), facts: all, world, done })
      }
      case 'Doing': {
        const effect = currentOf(state)
        const { error, version, world: after } = performIn(world, of, effect, state.version)
        const event = error === null ? { _tag: 'Done', version: isWriteOfResource(effect) ? version : null } as const
          : { _tag: 'Failed', error } as const
        return next({ state: step(rulesFor(facts), state, event), facts, world: after, done: error === null ? [...done, effect] : done })
      }
      case 'Ended':
        return { of, begun, decided: decide(kind, resource, desired, facts, env), done, end: state.end, world }
    }
  }
  return next({ state: beginRound(rulesFor(known), known, resource.meta.resourceVersion), facts: known, world: begun, done: [] })
}
