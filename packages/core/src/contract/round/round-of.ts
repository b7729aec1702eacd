import type { AdapterError } from '../action/adapter-error.ts'
import type { Env } from '../env.ts'
import type { Facts } from '../fact/facts.ts'
import { lookOrder, type Query } from '../query/query.ts'
import type { Resource } from '../resource/resource.ts'
import { decide, decideAfterFailure, type Decided, type Reconcile, reconcileOf, secretsBy } from './decide.ts'
import type { KindRules } from './kind.ts'
import type { Effect, RoundEnd, RoundEvent, RoundRules, RoundState } from './round-state.ts'
import { beginRound, currentOf, seenFacts, step } from './step.ts'
import { errorWithoutSecrets } from './without-secrets.ts'

/** What a round asks its driver to do. */
export type Command<Status> =
  /** Answer the queries, each inner list concurrently and the lists in order. Then pass `Seen` with the facts by name (`factOf`). */
  | { readonly _tag: 'Look'; readonly queries: readonly (readonly Query[])[]; readonly why: string }
  /**
   * Perform the effect; a write of the resource uses `version`. Then pass `Done` or `Failed`, or `Late` if the time was over before it
   * began. `isRecovery`: the effect belongs to the kind's reaction to a failed effect.
   */
  | { readonly _tag: 'Perform'; readonly effect: Effect<Status>; readonly version: string; readonly isRecovery: boolean }
  | { readonly _tag: 'Finish'; readonly end: RoundEnd<Status> }

/** The part of `Env` that changes during a round: the driver's clock. */
export type RoundClock = Pick<Env, 'now' | 'steadySince'>

/** One round of one resource, between two steps of its driver. It is a value: continuing twice from the same one is harmless. */
export interface RoundOf<Status, Desired, Observed> {
  readonly command: Command<Status>
  readonly decided: Decided<Status, Desired, Observed>
  readonly of: Reconcile<unknown, Status, Desired, Observed>
  /**
   * Continues after an event. An event that the round did not ask for changes nothing. `clock`: the time of the event; absent: no time has
   * passed.
   */
  readonly after: (event: RoundEvent, clock?: RoundClock) => RoundOf<Status, Desired, Observed>
  /** The error without secrets, as the driver may display it: servers repeat the values that they reject (P23). */
  readonly shownError: (error: AdapterError) => AdapterError
}

/**
 * A round of any kind, following the protocol (design.md, section 2): fold the facts, decide, query and decide again (at most five times),
 * then perform the list in order. Pure: it emits commands and takes results. The driver chooses clients and time limits.
 *
 * `known`: facts that watches already provide. `env`: the same for the whole round except for the clock, which each event updates.
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

/** A clock without `steadySince` removes the earlier value. */
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
