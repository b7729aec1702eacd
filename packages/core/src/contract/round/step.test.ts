import { absent } from '../fact/fact.ts'
import { describe, expect, test } from 'vitest'
import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { Facts } from '../fact/facts.ts'
import { afterFailure } from './after-failure.ts'
import type { RoundEvent, RoundRules, RoundState } from './round-state.ts'
import { beginList, beginRound, currentOf, step } from './step.ts'

type Status = { readonly phase: string }

const look: Action<Status> = { _tag: 'Look', queries: [], why: 'who is there?' }
const persist = (phase: string): Action<Status> => ({ _tag: 'PersistStatus', status: { phase }, reason: phase })
const cancel: Action<Status> = {
  _tag: 'CancelJob',
  endpoint: { namespace: 'a', service: 's-rest', port: 8081, tls: false },
  jobId: '0'.repeat(32),
  why: 'test',
}
const patch = { _tag: 'PatchObject', target: { kind: 'FlinkStateSnapshot', name: 's' } } as unknown as Action<Status>
const finalizer: Action<Status> = { _tag: 'RemoveFinalizer', finalizer: 'f' }
const event: Action<Status> = {
  _tag: 'EmitEvent',
  type: 'Normal',
  reason: 'Submit',
  message: 'm',
  component: 'Job',
  key: null,
  repeat: 'Count',
  annotations: {},
}
const requeue = (after: number): Action<Status> => ({ _tag: 'Requeue', after, waitingFor: 'something' })

const error = (_tag: AdapterError['_tag'], applied: 'No' | 'Maybe' = 'No', retryAfter: number | null = null): AdapterError => ({
  _tag,
  message: 'no',
  applied,
  httpStatus: null,
  retryAfter,
})
const failedWith = (it: AdapterError): RoundEvent => ({ _tag: 'Failed', error: it })
const done: RoundEvent = { _tag: 'Done', version: null }
const wrote = (version: string): RoundEvent => ({ _tag: 'Done', version })

const deaf: RoundRules<Status> = { decide: () => [], onFailure: () => [] }
const driven = (rules: RoundRules<Status>, start: RoundState<Status>, events: readonly RoundEvent[]): RoundState<Status> =>
  events.reduce((state, it) => step(rules, state, it), start)
const listed = (actions: readonly Action<Status>[], events: readonly RoundEvent[], rules = deaf): RoundState<Status> =>
  driven(rules, beginList(actions, '7'), events)

describe('the protocol of a round (design.md, section 2)', () => {
  test('facts only grow, and each answer is decided on anew', () => {
    const asked: Facts[] = []
    const rules: RoundRules<Status> = {
      ...deaf,
      decide: facts => (asked.push(facts), asked.length < 3 ? [look] : [persist('a'), requeue(5)]),
    }
    const facts = (name: 'jobs' | 'deployment'): RoundEvent => ({ _tag: 'Seen', facts: { [name]: absent(1) } })
    const state = driven(rules, beginRound(rules, {}, '7'), [facts('jobs'), facts('deployment')])
    expect(asked.map(it => Object.keys(it))).toEqual([[], ['jobs'], ['jobs', 'deployment']])
    expect(state).toMatchObject({ _tag: 'Doing', version: '7', next: 0 })
  })

  test('five looks are allowed; the sixth ends the round, and nothing was begun', () => {
    const rules: RoundRules<Status> = { ...deaf, decide: () => [look] }
    const seen: RoundEvent = { _tag: 'Seen', facts: {} }
    expect(driven(rules, beginRound(rules, {}, '7'), [seen, seen, seen, seen])).toMatchObject({ _tag: 'Looking', looks: 4 })
    expect(driven(rules, beginRound(rules, {}, '7'), [seen, seen, seen, seen, seen])).toMatchObject({
      _tag: 'Ended',
      end: { _tag: 'Failed', failed: null, error: { message: expect.stringContaining('who is there?') } },
    })
  })

  test('in order, each write on the version that the last one returned, and then it waits as the list says', () => {
    const list = [persist('a'), event, cancel, persist('b'), requeue(5)]
    const states = [0, 1, 2, 3].map(count => listed(list, [wrote('8'), done, done, wrote('9')].slice(0, count)))
    expect(states.map(it => (it._tag === 'Doing' ? [currentOf(it)._tag, it.version] : null))).toEqual([
      ['PersistStatus', '7'],
      ['EmitEvent', '8'],
      ['CancelJob', '8'],
      ['PersistStatus', '8'],
    ])
    expect(listed(list, [wrote('8'), done, done, wrote('9')])).toEqual({ _tag: 'Ended', end: { _tag: 'Settled', requeue: requeue(5) } })
  })

  test.each(
    [
      // action, error, after it
      [event, error('Forbidden'), 'GoOn'],
      [event, error('Conflict'), 'GoOn'],
      [cancel, error('Conflict'), 'RestartRound'],
      [persist('a'), error('Conflict'), 'RestartRound'],
      [persist('a'), error('NotFound'), 'RestartRound'],
      [finalizer, error('NotFound'), 'RestartRound'],
      [persist('a'), error('Timeout', 'Maybe'), 'RereadResource'],
      [persist('a'), error('Forbidden'), 'AskTheKind'],
      [cancel, error('NotFound'), 'AskTheKind'],
      [cancel, error('Timeout', 'Maybe'), 'AskTheKind'],
      // of the snapshot's own labels: the checker had taken it for a write of the resource, the operator had not
      [patch, error('Timeout', 'Maybe'), 'AskTheKind'],
      [patch, error('NotFound'), 'AskTheKind'],
    ] as const,
  )('%j that fails with %j: %s', (action, it, after) => expect(afterFailure(action, it)).toBe(after))

  test('P18 a sink that fails holds nothing up, and is not among what was done', () => {
    const reported: unknown[] = []
    const rules: RoundRules<Status> = { ...deaf, onFailure: (...args) => (reported.push(args), []) }
    listed([persist('a'), event, cancel, requeue(5)], [wrote('8'), failedWith(error('Forbidden')), failedWith(error('Unavailable'))], rules)
    expect(reported).toEqual([[[persist('a')], cancel, error('Unavailable')]])
  })

  test('after a failure only telling and waiting is done, on the version that the round has, and the server gets the time that it asks for', () => {
    const rules: RoundRules<Status> = { ...deaf, onFailure: () => [cancel, persist('failed'), event, requeue(10)] }
    const recovering = listed([persist('a'), cancel, requeue(5)], [wrote('8'), failedWith(error('Unavailable', 'No', 30))], rules)
    expect(recovering).toMatchObject({ _tag: 'Doing', actions: [persist('failed'), event, requeue(10)], version: '8', next: 0 })
    expect(driven(rules, recovering, [wrote('9'), done])).toMatchObject({
      _tag: 'Ended',
      end: { _tag: 'Failed', failed: cancel, after: 30, readLive: false, requeue: requeue(10) },
    })
  })

  test('a failure that could not be recorded is read anew; it is not recovered from twice', () => {
    const rules: RoundRules<Status> = { ...deaf, onFailure: () => [persist('failed'), requeue(10)] }
    const end = listed([cancel, requeue(5)], [failedWith(error('Unavailable')), failedWith(error('Conflict'))], rules)
    expect(end).toMatchObject({
      _tag: 'Ended',
      end: { _tag: 'Failed', failed: cancel, error: { _tag: 'Unavailable' }, after: 10, readLive: true },
    })
  })

  test('after the deadline nothing is begun', () => {
    expect(listed([persist('a'), cancel, requeue(5)], [wrote('8'), { _tag: 'Late' }])).toMatchObject({
      _tag: 'Ended',
      end: { _tag: 'Failed', failed: cancel, after: null, readLive: false, error: { _tag: 'Timeout', applied: 'No' } },
    })
  })

  test('total: what the state did not ask for changes nothing', () => {
    const ended = listed([], [])
    expect(driven(deaf, ended, [done, failedWith(error('Conflict')), { _tag: 'Seen', facts: {} }, { _tag: 'Late' }])).toBe(ended)
    const doing = listed([cancel], [])
    expect(step(deaf, doing, { _tag: 'Seen', facts: {} })).toBe(doing)
  })
})
