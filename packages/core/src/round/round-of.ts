import type { Action } from '../action/action.ts'
import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import { lookOrder } from '../query/look-order.ts'
import type { Query } from '../query/query.ts'
import type { Resource } from '../resource/resource.ts'
import type { KindRules } from './kind.ts'
import type { Effect, RoundEnd, RoundEvent, RoundRules, RoundState } from './round-state.ts'
import { beginRound, currentOf, step } from './step.ts'

/** A decision and what it rests on. */
export interface Decided<Status, Desired, Observed> {
  readonly facts: Facts
  readonly desired: Desired
  readonly observed: Observed
  readonly actions: readonly Action<Status>[]
}

/** Folds and decides. `desired`: what the kind's `validate` says of the resource, the same for every look of a round. */
export const decide = <Spec, Status, Desired, Observed>(
  kind: Pick<KindRules<Spec, Status, Desired, Facts, Observed>, 'observe' | 'reconcile'>,
  { meta, status }: Resource<Spec, Status>,
  desired: Desired,
  facts: Facts,
  env: Env,
): Decided<Status, Desired, Observed> => {
  const observed = kind.observe(desired, { meta, status }, facts, env)
  return { facts, desired, observed, actions: kind.reconcile(desired, observed, env) }
}

/** What a round asks of whoever drives it. */
export type Command<Status> =
  /** Answer these, the queries of one list at once, list after list; then `Seen` with the facts by name (`factOf`). */
  | { readonly _tag: 'Look'; readonly queries: readonly (readonly Query[])[]; readonly why: string }
  /** Do this; a write of the resource on `version`. Then `Done`, `Failed`, or `Late` where it was not begun in time. */
  | { readonly _tag: 'Perform'; readonly effect: Effect<Status>; readonly version: string }
  | { readonly _tag: 'Finish'; readonly end: RoundEnd<Status> }

/** One round of one resource, between two things that its driver does for it. A value: going on from it again is no harm. */
export interface RoundOf<Status, Desired, Observed> {
  readonly command: Command<Status>
  readonly decided: Decided<Status, Desired, Observed>
  /** An event that was not asked for changes nothing. */
  readonly after: (event: RoundEvent) => RoundOf<Status, Desired, Observed>
}

/**
 * A round of any kind, as the protocol has it (design.md, section 2): fold, decide, look and decide again (at most five looks), then do the
 * list in order. Pure: it asks, and is told; what is done with which client, in which time, is its driver's.
 *
 * `known`: facts that need no look, as watches have them. `env`: the same for the whole round.
 */
export const roundOf = <Spec, Status, Desired, Observed>(
  kind: KindRules<Spec, Status, Desired, Facts, Observed>,
  resource: Resource<Spec, Status>,
  env: Env,
  known: Facts = {},
): RoundOf<Status, Desired, Observed> => {
  const desired = kind.validate(resource, env)
  const decidedOn = (facts: Facts) => decide(kind, resource, desired, facts, env)
  const rulesOf = ({ observed, actions }: Decided<Status, Desired, Observed>): RoundRules<Status> => ({
    decide: () => actions,
    onFailure: (done, failed, error) => kind.onFailure(desired, observed, done, failed, error, env),
  })
  const at = (state: RoundState<Status>, decided: Decided<Status, Desired, Observed>): RoundOf<Status, Desired, Observed> => ({
    command: commandOf(state),
    decided,
    after: event => {
      const next = state._tag === 'Looking' && event._tag === 'Seen' ? decidedOn({ ...state.facts, ...event.facts }) : decided
      return at(step(rulesOf(next), state, event), next)
    },
  })
  const first = decidedOn(known)
  return at(beginRound(rulesOf(first), known, resource.meta.resourceVersion), first)
}

const commandOf = <Status>(state: RoundState<Status>): Command<Status> => {
  switch (state._tag) {
    case 'Looking':
      return { _tag: 'Look', queries: lookOrder(state.look.queries), why: state.look.why }
    case 'Doing':
      return { _tag: 'Perform', effect: currentOf(state), version: state.version }
    case 'Ended':
      return { _tag: 'Finish', end: state.end }
  }
}
