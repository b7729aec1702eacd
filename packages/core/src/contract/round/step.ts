import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { Look } from '../action/look.ts'
import type { Requeue } from '../action/requeue.ts'
import type { Fact } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import { factOf } from '../query/fact-of.ts'
import { afterFailure, isRecovery } from './after-failure.ts'
import type { Doing, Effect, Ended, Failure, Looking, RoundEvent, RoundRules, RoundState } from './round-state.ts'

/** A sixth look in one round is an error (contract/action/look.ts). */
export const maxLooks = 5

const lookOf = (actions: readonly Action<unknown>[]): Look | undefined => actions.find(action => action._tag === 'Look')

/** The requeue that a list asks for. Null: it has none. */
export const requeueOf = (actions: readonly Action<unknown>[]): Requeue | null =>
  actions.findLast(action => action._tag === 'Requeue') ?? null

const isEffect = <Status>(action: Action<Status> | undefined): action is Effect<Status> =>
  action !== undefined && action._tag !== 'Look' && action._tag !== 'Requeue'

/** The current effect of a list. */
export const currentOf = <Status>({ actions, next }: Pick<Doing<Status>, 'actions' | 'next'>): Effect<Status> =>
  actions[next] as Effect<Status>

/** Begins a round with the facts that need no query. `version`: the resourceVersion of the resource as read. */
export const beginRound = <Status>(rules: RoundRules<Status>, facts: Facts, version: string): RoundState<Status> =>
  decided(rules, facts, 0, version)

/** Decides with the facts so far. The result is a look, an action list, or the end of the round. */
const decided = <Status>(rules: RoundRules<Status>, facts: Facts, looks: number, version: string): RoundState<Status> => {
  const actions = rules.decide(facts)
  const look = lookOf(actions)
  if (look === undefined) return beginList(actions, version)
  return looks < maxLooks ? { _tag: 'Looking', look, facts, looks, version } : failedWith(tooManyLooks(look.why))
}

/** Begins an action list that has no look. */
export const beginList = <Status>(actions: readonly Action<Status>[], version: string): Doing<Status> | Ended<Status> =>
  nextOf({ _tag: 'Doing', actions, next: 0, version, notDone: [], failure: null })

/** Moves to the next effect at or after `next`, or ends the list. */
const nextOf = <Status>(doing: Doing<Status>): Doing<Status> | Ended<Status> => {
  const { actions, failure } = doing
  if (isEffect(actions[doing.next])) return doing
  const next = actions.findIndex((action, index) => index > doing.next && isEffect(action))
  if (next >= 0) return { ...doing, next }
  return failure === null ? { _tag: 'Ended', end: { _tag: 'Settled', requeue: requeueOf(actions) } } : recovered(failure, actions, false)
}

/**
 * One step of the protocol (design.md, section 2): takes the result of the last request and returns the next request. Total and pure. The
 * driver does what the state says and has no rules of its own. An event that the state did not ask for changes nothing.
 */
export const step = <Status>(rules: RoundRules<Status>, state: RoundState<Status>, event: RoundEvent): RoundState<Status> => {
  switch (state._tag) {
    case 'Looking':
      return event._tag === 'Seen' ? decided(rules, seenFacts(state, event.facts), state.looks + 1, state.version) : state
    case 'Doing':
      return event._tag === 'Seen' ? state : stepOfList(rules, state, event)
    case 'Ended':
      return state
  }
}

/** Merges the answers of a look. Each fact carries the query that it answers, so that it is never taken for the answer to another query. */
export const seenFacts = ({ look, facts }: Looking, seen: Facts): Facts => {
  const asked = new Map(look.queries.map(query => [factOf(query), query]))
  const reported = Object.entries(seen).map(([field, fact]: readonly [string, Fact<unknown> | undefined]) => {
    const answers = asked.get(field as keyof Facts)
    return [field, answers === undefined || fact === undefined ? fact : { ...fact, answers }] as const
  })
  return { ...facts, ...Object.fromEntries(reported) }
}

/** One step of an action list. A list never queries again. */
export const stepOfList = <Status>(
  rules: Pick<RoundRules<Status>, 'onFailure'>,
  doing: Doing<Status>,
  event: Exclude<RoundEvent, { _tag: 'Seen' }>,
): Doing<Status> | Ended<Status> => {
  switch (event._tag) {
    case 'Done':
      return nextOf({ ...doing, next: doing.next + 1, version: event.version ?? doing.version })
    case 'Late':
      return doing.failure === null ? failedWith(tooLate(currentOf(doing)), currentOf(doing))
        : recovered(doing.failure, doing.actions, false)
    case 'Failed':
      return failed(rules, doing, event.error)
  }
}

const failed = <Status>(
  rules: Pick<RoundRules<Status>, 'onFailure'>,
  doing: Doing<Status>,
  error: AdapterError,
): Doing<Status> | Ended<Status> => {
  const action = currentOf(doing)
  const { actions, next, version, notDone, failure } = doing
  const after = afterFailure(action, error)
  if (after === 'GoOn') return nextOf({ ...doing, next: next + 1, notDone: [...notDone, action] })
  // the first failure is the one to report; the next read shows that its record was not written
  if (failure !== null) return recovered(failure, actions, true)
  if (after === 'RestartRound') return { _tag: 'Ended', end: { _tag: 'RestartRound', error } }
  if (after === 'RereadResource')
    return { _tag: 'Ended', end: { _tag: 'Failed', error, failed: action, requeue: null, after: error.retryAfter, readLive: true } }
  const done = actions.slice(0, next).filter(it => !notDone.includes(it))
  return nextOf({
    _tag: 'Doing',
    actions: rules.onFailure(done, action, error).filter(isRecovery),
    next: 0,
    version,
    notDone: [],
    failure: { failed: action, error },
  })
}

/** Ends the round after the kind's reaction. A server that asks for a longer delay gets it. */
const recovered = <Status>(
  { failed: action, error }: Failure<Status>,
  recovery: readonly Action<Status>[],
  readLive: boolean,
): Ended<Status> => {
  const requeue = requeueOf(recovery)
  return {
    _tag: 'Ended',
    end: {
      _tag: 'Failed',
      error,
      failed: action,
      requeue,
      after: requeue === null ? error.retryAfter : Math.max(requeue.after, error.retryAfter ?? 0),
      readLive,
    },
  }
}

const failedWith = <Status>(error: AdapterError, failed: Effect<Status> | null = null): Ended<Status> => ({
  _tag: 'Ended',
  end: { _tag: 'Failed', error, failed, requeue: null, after: null, readLive: false },
})

const tooManyLooks = (why: string): AdapterError => ({
  _tag: 'Other',
  message: `the decision asked for more than ${maxLooks} looks in one round: ${why}`,
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
})

const tooLate = (next: Effect<unknown>): AdapterError => ({
  _tag: 'Timeout',
  message: `the round's time was over before ${next._tag}`,
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
})
