import type { Action } from '../../src/action/action.ts'
import type { AdapterError } from '../../src/action/adapter-error.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { Facts } from '../../src/fact/facts.ts'
import { factOf } from '../../src/query/fact-of.ts'
import type { Query } from '../../src/query/query.ts'
import type { Millis } from '../../src/resource/time.ts'
import { isWriteOfResource } from '../../src/round/after-failure.ts'
import type { Doing, Ended, RoundEnd, RoundRules } from '../../src/round/round-state.ts'
import { beginRound, currentOf, step, stepOfList } from '../../src/round/step.ts'

/** Drives a round of any kind until it has decided. False: it asked for more looks than a round has. */
export const lookUntilDecided = <Status>(
  decide: RoundRules<Status>['decide'],
  facts: Facts,
  version: string,
  answer: (query: Query) => Fact<unknown>,
): boolean => {
  const rules: RoundRules<Status> = { decide, onFailure: () => [] }
  let round = beginRound(rules, facts, version)
  while (round._tag === 'Looking')
    round = step(rules, round, { _tag: 'Seen', facts: Object.fromEntries(round.look.queries.map(query => [factOf(query), answer(query)])) })
  return !(round._tag === 'Ended' && round.end._tag === 'Failed')
}

/** What became of an effect in the world, and the version that the resource has then. */
export interface Performed {
  readonly error: AdapterError | null
  readonly version: string | null
}

/** Events need no step of their own: the world does not change. */
export const pastEvents = <Status>(doing: Doing<Status> | Ended<Status>): Doing<Status> | Ended<Status> => {
  let round = doing
  while (round._tag === 'Doing' && currentOf(round)._tag === 'EmitEvent')
    round = stepOfList({ onFailure: () => [] }, round, { _tag: 'Done', version: null })
  return round
}

/**
 * The effect that the list is at was done or failed. What the kind records after a failure is done with it, and does not fail by an outcome
 * of its own.
 */
export const afterEffect = <Status>(
  rules: Pick<RoundRules<Status>, 'onFailure'>,
  doing: Doing<Status>,
  first: Performed,
  perform: (action: Action<Status>, version: string) => Performed,
): Doing<Status> | Ended<Status> => {
  const told = (at: Doing<Status>, { error, version }: Performed): Doing<Status> | Ended<Status> =>
    stepOfList(
      rules,
      at,
      error === null ? { _tag: 'Done', version: isWriteOfResource(currentOf(at)) ? version : null } : { _tag: 'Failed', error },
    )
  let round = pastEvents(told(doing, first))
  while (round._tag === 'Doing' && round.failure !== null) round = pastEvents(told(round, perform(currentOf(round), round.version)))
  return round
}

/** How long until the next round, and how often it failed in a row by then. A failed round waits for a tick at least. */
export const pauseAfter = (
  end: RoundEnd<unknown>,
  failures: number,
  tick: Millis,
): { readonly after: Millis; readonly failures: number } => {
  switch (end._tag) {
    case 'Settled':
      return { after: end.requeue?.after ?? 0, failures: 0 }
    case 'StartAnew':
      return { after: 0, failures }
    case 'Failed':
      return { after: Math.max(tick, end.after ?? 0), failures: failures + 1 }
  }
}
