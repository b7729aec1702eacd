import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { kinds } from '../../kinds.ts'
import { makeEnv } from '../env.ts'
import { aResource } from '../../../fixtures/flink-deployment-resource.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import { absent, known } from '../fact/fact.ts'
import type { Facts } from '../fact/facts.ts'
import { factOf } from '../query/fact-of.ts'
import { unanswered } from '../query/ask.ts'
import type { KindRules } from './kind.ts'
import type { RoundEvent } from './round-state.ts'
import { type RoundOf, roundOf } from './round-of.ts'

const env = makeEnv({ now: 1_700_000_000_000 })
const resource = aResource({})
const endpoint = { namespace: 'a', service: 'x-rest', port: 8081, tls: false }
const begun = () => roundOf(kinds.FlinkDeployment, resource, env)
const factOfName = (name: string): Facts => ({ [name]: name === 'deployment' ? absent(env.now) : known([], env.now) })

/** Nothing is there, and everything succeeds; `answer`: what becomes of an effect. */
const drive = <A, B, C>(start: RoundOf<A, B, C>, answer: (effect: string) => RoundEvent = () => ({ _tag: 'Done', version: '9' })) => {
  const reported: string[] = []
  let round = start
  for (;;) {
    const { command } = round
    if (command._tag === 'Finish') return { reported, end: command.end, decided: round.decided }
    reported.push(command._tag === 'Look' ? 'Look' : `${command.effect._tag} on ${command.version}`)
    round = command._tag === 'Perform' ? round.after(answer(command.effect._tag)) : round.after({
      _tag: 'Seen',
      facts: Object.assign({}, ...command.queries.flat().map(query => factOfName(factOf(query)))) as Facts,
    })
  }
}

describe('a round of a kind, driven from outside', () => {
  test('a first deployment: looks, then a write before anything that is created (P03), on the version that was read', () => {
    const { reported, end } = drive(begun())
    expect(reported.filter(it => it === 'Look').length).toBeGreaterThan(0)
    const effects = reported.filter(it => it !== 'Look')
    expect(effects[0]).toBe(`PersistStatus on ${resource.meta.resourceVersion}`)
    expect(effects[1]).toMatch(/ on 9$/)
    expect(end._tag).toBe('Settled')
  })

  test('the spec is validated, and its objects rendered, once, however often the round looks and decides', () => {
    const calls = { validate: 0, reconcile: 0 }
    const { validate, reconcile } = kinds.FlinkDeployment
    const counted = {
      ...kinds.FlinkDeployment,
      validate: (...of: Parameters<typeof validate>) => {
        calls.validate += 1
        return validate(...of)
      },
      reconcile: (...of: Parameters<typeof reconcile>) => {
        calls.reconcile += 1
        return reconcile(...of)
      },
    }
    drive(roundOf(counted, resource, env))
    expect(calls.reconcile).toBeGreaterThan(1)
    expect(calls.validate).toBe(1)
  })

  test('what was decided, and on which facts, can be read of it', () => {
    const { decided } = drive(begun())
    expect(Object.keys(decided.facts)).toContain('deployment')
    expect(decided.desired.meta).toEqual(resource.meta)
    expect(decided.actions.at(-1)?._tag).toBe('Requeue')
  })

  test('it is a value: from the same point it goes both ways', () => {
    const error: AdapterError = { _tag: 'Conflict', message: 'no', applied: 'No', httpStatus: 409, retryAfter: null }
    const round = begun()
    expect(drive(round, () => ({ _tag: 'Failed', error })).end).toEqual({ _tag: 'RestartRound', error })
    expect(drive(round).end._tag).toBe('Settled')
  })

  test('an event that was not asked for changes nothing', () => {
    const round = begun()
    expect(round.after({ _tag: 'Done', version: '9' }).command).toEqual(round.command)
  })

  test('the answer about one job is never taken for that about another: it is asked for', () => {
    const checkpoints = (jobId: string) => ({ _tag: 'GetCheckpoints', endpoint, jobId }) as const
    const kind: KindRules<unknown, unknown, null, Facts, Facts> = {
      decode: () => E.left({ path: '', expected: '', found: '' }),
      validate: () => null,
      observe: (_desired, _recorded, facts) => facts,
      reconcile: (_desired, facts) => {
        const first = unanswered(facts, [checkpoints('a')])
        const queries = first.length > 0 && facts.checkpoints === undefined ? first : unanswered(facts, [checkpoints('b')])
        return queries.length === 0 ? [] : [{ _tag: 'Look', queries, why: 'checkpoints' }]
      },
      onFailure: () => [],
    }
    const seen = { _tag: 'Seen', facts: { checkpoints: absent(env.now) } } as const
    const first = roundOf(kind, { ...resource, spec: {}, status: {} }, env)
    expect(first.command).toMatchObject({ queries: [[checkpoints('a')]] })
    const second = first.after(seen)
    expect(second.command).toMatchObject({ queries: [[checkpoints('b')]] })
    expect(second.after(seen)).toMatchObject({
      command: { _tag: 'Finish' },
      decided: { facts: { checkpoints: { answers: checkpoints('b') } } },
    })
  })

  test('what is decided later is decided by the clock of then, and by all else as it was', () => {
    const times: number[] = []
    const kind: KindRules<unknown, unknown, null, Facts, Facts> = {
      decode: () => E.left({ path: '', expected: '', found: '' }),
      validate: () => null,
      observe: (_desired, _recorded, facts) => facts,
      reconcile: (_desired, facts, { now }) => {
        times.push(now)
        return facts.jobs === undefined ? [{ _tag: 'Look', queries: [{ _tag: 'GetJobsOverview', endpoint }], why: 'jobs' }]
          : [{ _tag: 'AddFinalizer', finalizer: 'x' }]
      },
      onFailure: (_desired, _observed, _done, _failed, _error, { now, steadySince }) => {
        times.push(now, steadySince ?? -1)
        return []
      },
    }
    const error: AdapterError = { _tag: 'Forbidden', message: 'no', applied: 'No', httpStatus: 403, retryAfter: null }
    roundOf(kind, { ...resource, spec: {}, status: {} }, { ...env, steadySince: 1 })
      .after({ _tag: 'Seen', facts: { jobs: known([], 0) } }, { now: env.now + 1, steadySince: 2 })
      .after({ _tag: 'Failed', error }, { now: env.now + 2, steadySince: 3 })
    expect(times).toEqual([env.now, env.now + 1, env.now + 2, 3])
  })
})
