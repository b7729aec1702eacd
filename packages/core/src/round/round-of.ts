import type { AdapterError } from '../action/adapter-error.ts'
import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import { lookOrder } from '../query/look-order.ts'
import type { Query } from '../query/query.ts'
import type { Resource } from '../resource/resource.ts'
import { decide, decideAfterFailure, type Decided, type Reconcile, reconcileOf, secretsBy } from './decide.ts'
import type { KindRules } from './kind.ts'
import type { Effect, RoundEnd, RoundEvent, RoundRules, RoundState } from './round-state.ts'
import { beginRound, currentOf, seenFacts, step } from './step.ts'
import { errorWithoutSecrets } from './without-secrets.ts'

/** What a round asks of whoever drives it. */
export type Command<Status> =
  /** Answer these, the queries of one list at once, list after list; then `Seen` with the facts by name (`factOf`). */
  | { readonly _tag: 'Look'; readonly queries: readonly (readonly Query[])[]; readonly why: string }
  /**
   * Do this; a write of the resource on `version`. Then `Done`, `Failed`, or `Late` where it was not begun in time. `isRecovery`: it
   * belongs to what the kind does because an effect failed.
   */
  | { readonly _tag: 'Perform'; readonly effect: Effect<Status>; readonly version: string; readonly isRecovery: boolean }
  | { readonly _tag: 'Finish'; readonly end: RoundEnd<Status> }

/** The part of `Env` that goes on while a round does: what the clock of its driver says. */
export type RoundClock = Pick<Env, 'now' | 'steadySince'>

/** One round of one resource, between two things that its driver does for it. A value: going on from it again is no harm. */
export interface RoundOf<Status, Desired, Observed> {
  readonly command: Command<Status>
  readonly decided: Decided<Status, Desired, Observed>
  readonly of: Reconcile<unknown, Status, Desired, Observed>
  /** An event that was not asked for changes nothing. `clock`: when it happened; absent: no time has passed. */
  readonly after: (event: RoundEvent, clock?: RoundClock) => RoundOf<Status, Desired, Observed>
  /** An error as the driver may show it: servers repeat what they refuse (P23). */
  readonly shownError: (error: AdapterError) => AdapterError
}

/**
 * A round of any kind, as the protocol has it (design.md, section 2): fold, decide, look and decide again (at most five looks), then do the
 * list in order. Pure: it asks, and is told; what is done with which client, in which time, is its driver's.
 *
 * `known`: facts that need no look, as watches have them. `env`: the same for the whole round, but for the clock, which each event brings.
 */
export const roundOf = <Spec, Status, Desired, Observed>(
  kind: KindRules<Spec, Status, Desired, Facts, Observed>,
  resource: Resource<Spec, Status>,
  env: Env,
  known: Facts = {},
): RoundOf<Status, Desired, Observed> => {
  const of = reconcileOf(kind, resource, env)
  const roundIn = (state: RoundState<Status>, decided: Decided<Status, Desired, Observed>): RoundOf<Status, Desired, Observed> => {
    const shownError = (error: AdapterError): AdapterError => errorWithoutSecrets(error, secretsBy(of, decided.facts, env))
    return {
      command: commandOf(state),
      decided,
      of,
      shownError,
      after: (event, clock = decided.env) => {
        const at = envAt(env, clock)
        const next = state._tag === 'Looking' && event._tag === 'Seen' ? decide(of, seenFacts(state, event.facts), at) : decided
        const rules: RoundRules<Status> = {
          decide: () => next.actions,
          onFailure: (done, failed, error) => decideAfterFailure(of, decided, done, failed, error, at),
        }
        return roundIn(step(rules, state, event._tag === 'Failed' ? { ...event, error: shownError(event.error) } : event), next)
      },
    }
  }
  const first = decide(of, known)
  return roundIn(beginRound({ decide: () => first.actions, onFailure: () => [] }, known, resource.meta.resourceVersion), first)
}

/** A clock that does not say since when it is steady says so by leaving that out. */
const envAt = ({ steadySince: _before, ...env }: Env, { now, steadySince }: RoundClock): Env => ({
  ...env,
  now,
  ...(steadySince === undefined ? {} : { steadySince }),
})

const commandOf = <Status>(state: RoundState<Status>): Command<Status> => {
  switch (state._tag) {
    case 'Looking':
      return { _tag: 'Look', queries: lookOrder(state.look.queries), why: state.look.why }
    case 'Doing':
      return { _tag: 'Perform', effect: currentOf(state), version: state.version, isRecovery: state.failure !== null }
    case 'Ended':
      return { _tag: 'Finish', end: state.end }
  }
}
