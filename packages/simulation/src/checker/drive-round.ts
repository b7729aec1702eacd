import type { Action, AdapterError } from '@flink-operator/core/action'
import type { Fact, Facts } from '@flink-operator/core/fact'
import { factOf, type Query } from '@flink-operator/core/query'
import type { Millis } from '@flink-operator/core/resource'
import {
  isWriteOfResource,
  type Doing,
  type Ended,
  type RoundEnd,
  type RoundRules,
  beginRound,
  currentOf,
  step,
  stepOfList,
} from '@flink-operator/core/round'

/** Runs the queries of a round of any kind until it has decided. False: it asked for more queries than a round allows. */
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

/** The result of an effect in the world, and the resource's version after it. */
export interface Performed {
  readonly error: AdapterError | null
  readonly version: string | null
}

/** Skips events: they need no step of their own, since they don't change the world. */
export const pastEvents = <Status>(doing: Doing<Status> | Ended<Status>): Doing<Status> | Ended<Status> => {
  let round = doing
  while (round._tag === 'Doing' && currentOf(round)._tag === 'EmitEvent')
    round = stepOfList({ onFailure: () => [] }, round, { _tag: 'Done', version: null })
  return round
}

/**
 * Continues after the current effect was done or failed. The kind's follow-up actions after a failure are done together with it, and
 * don't fail separately.
 */
export const afterEffect = <Status>(
  rules: Pick<RoundRules<Status>, 'onFailure'>,
  doing: Doing<Status>,
  first: Performed,
  perform: (action: Action<Status>, version: string) => Performed,
): Doing<Status> | Ended<Status> => {
  const reported = (at: Doing<Status>, { error, version }: Performed): Doing<Status> | Ended<Status> =>
    stepOfList(
      rules,
      at,
      error === null ? { _tag: 'Done', version: isWriteOfResource(currentOf(at)) ? version : null } : { _tag: 'Failed', error },
    )
  let round = pastEvents(reported(doing, first))
  while (round._tag === 'Doing' && round.failure !== null) round = pastEvents(reported(round, perform(currentOf(round), round.version)))
  return round
}

/** How long until the next round, and how often rounds have failed in a row by then. A failed round waits for at least one tick. */
export const pauseAfter = (
  end: RoundEnd<unknown>,
  failures: number,
  tick: Millis,
): { readonly after: Millis; readonly failures: number } => {
  switch (end._tag) {
    case 'Settled':
      return { after: end.requeue?.after ?? 0, failures: 0 }
    case 'RestartRound':
      return { after: 0, failures }
    case 'Failed':
      return { after: Math.max(tick, end.after ?? 0), failures: failures + 1 }
  }
}
