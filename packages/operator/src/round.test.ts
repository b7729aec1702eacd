import { makeEnv, type AdapterError, type Env, type Fact, type Query, type Resource } from '@flink-operator/core'
import type { FlinkDeploymentAction } from '@flink-operator/core/kind/flink-deployment'
import type { FlinkDeploymentFacts } from '@flink-operator/core/fact'
import type { FlinkDeploymentStatus } from '@flink-operator/core/resource'
import { type CarriedOutKind, flinkDeploymentKind } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { createCrashSwitch } from './effect/crash-switch.ts'
import type { Effect, EffectContext } from './port/cluster-port.ts'
import { type RoundOptions, runRound } from './round.ts'

const read = { resource: { metadata: { name: 'x' } }, source: 'cache' } as const
const resource = {
  meta: { namespace: 'a', name: 'x', resourceVersion: '7' },
  spec: {},
  status: { lifecycleState: 'CREATED' },
} as unknown as Resource<unknown, unknown>
const endpoint = { namespace: 'a', service: 'x-rest', port: 8081, tls: false }
const jobs: Query = { _tag: 'GetJobsOverview', endpoint }
const deployment: Query = { _tag: 'ReadDeployment', namespace: 'a', name: 'x' }
const stop: Query = { _tag: 'GetSavepointOperation', endpoint, jobId: 'j', triggerId: 't', for: 'stopOperation' }
const look = (...queries: Query[]): FlinkDeploymentAction => ({ _tag: 'Look', queries, why: 'to know' })
const requeue = (after: number): FlinkDeploymentAction => ({ _tag: 'Requeue', after, waitingFor: 'time' })
const persist = (lifecycleState: string): FlinkDeploymentAction => ({
  _tag: 'PersistStatus',
  status: { lifecycleState } as FlinkDeploymentStatus,
  reason: 'r',
})
const cancel: FlinkDeploymentAction = { _tag: 'CancelJob', endpoint, jobId: 'j', why: 'w' }
const fails = (tag: AdapterError['_tag'], applied: 'No' | 'Maybe' = 'No', retryAfter: number | null = null): AdapterError => ({
  _tag: tag,
  message: tag,
  applied,
  httpStatus: null,
  retryAfter,
})

/** A kind whose observed is its facts, and whose decision is `decide`. */
const kindOf = (
  decide: (facts: FlinkDeploymentFacts, env: Env) => readonly FlinkDeploymentAction[],
  onFailure: () => readonly FlinkDeploymentAction[] = () => [requeue(1)],
): CarriedOutKind => ({
  decode: () => E.right(resource),
  validate: () => ({}),
  observe: (_desired, _recorded, facts) => facts,
  reconcile: (_desired, observed, env) => decide(observed as FlinkDeploymentFacts, env),
  onFailure,
  states: flinkDeploymentKind.states,
  reconciledWith: () => null,
})

interface Bench {
  readonly options: RoundOptions
  readonly asked: string[]
  readonly done: string[]
}

const bench = (
  kind: CarriedOutKind,
  overrides: Partial<RoundOptions> & { readonly failing?: Readonly<Record<string, AdapterError>> } = {},
): Bench => {
  const asked: string[] = []
  const done: string[] = []
  const perform = async (effect: Effect, _context: EffectContext) => {
    done.push(effect._tag === 'PersistStatus' ? `PersistStatus ${(effect.status as FlinkDeploymentStatus).lifecycleState}` : effect._tag)
    const error = overrides.failing?.[effect._tag]
    return error === undefined ? E.right({ written: effect._tag === 'PersistStatus' ? { resourceVersion: '8', resource: { v: 8 } } : null })
      : E.left(error)
  }
  return {
    asked,
    done,
    options: {
      kind,
      now: () => 0,
      answer: async query => {
        asked.push(query._tag)
        return { source: 'live', asOf: 0, _tag: 'Known', value: query._tag }
      },
      executor: { now: () => 0, perform, render: () => E.right({}), crashSwitch: createCrashSwitch(null), timeoutOf: () => 1_000 },
      envAt: (now, consecutiveFailures) => ({ ...makeEnv({ now }), consecutiveFailures }),
      initialFacts: () => ({ deployment: { source: 'cache', asOf: 0, _tag: 'Absent' } }),
      queryTimeout: () => 1_000,
      limit: 60_000,
      ...overrides,
    },
  }
}

describe('round', () => {
  test('P01 what a JobManager left is asked for once it was answered that its pods are gone', async () => {
    const answered: string[] = []
    const pods: Query = { _tag: 'ListJobManagerPods', namespace: 'a', selector: {}, withMountEvents: false }
    const configMaps: Query = { _tag: 'ListConfigMaps', namespace: 'a', clusterId: 'x' }
    const { options } = bench(kindOf(facts => (facts.configMaps === undefined ? [look(configMaps, pods)] : [requeue(1)])), {
      answer: async query => {
        answered.push(`${query._tag}?`)
        await Promise.resolve()
        answered.push(query._tag)
        return { source: 'live', asOf: 0, _tag: 'Known', value: [] }
      },
    })
    const report = await runRound(options, read, 0)
    expect(answered).toEqual(['ListJobManagerPods?', 'ListJobManagerPods', 'ListConfigMaps?', 'ListConfigMaps'])
    expect(report.looks.map(({ answers }) => answers.map(({ query }) => query))).toEqual([['ListJobManagerPods', 'ListConfigMaps']])
  })

  test('decides on what the watches know; without a look nothing is asked', async () => {
    const seen: FlinkDeploymentFacts[] = []
    const { options, asked } = bench(kindOf(facts => {
      seen.push(facts)
      return [requeue(60_000)]
    }))
    const report = await runRound(options, read, 0)
    expect(seen).toEqual([{ deployment: { source: 'cache', asOf: 0, _tag: 'Absent' } }])
    expect(asked).toEqual([])
    expect(report.end).toEqual({ _tag: 'Settled', after: 60_000, atTheLatest: null })
    expect(report.waitingFor).toBe('time')
  })

  test('looks, and decides again with more facts: each answer fills the field of its query; the spec is validated once', async () => {
    let validated = 0
    const kind = kindOf(facts =>
      facts.deployment?.source === 'cache' ? [look(deployment, jobs)] : facts.stopOperation === undefined ? [look(stop)] : [requeue(1)]
    )
    const validate = () => {
      validated += 1
      return {}
    }
    const { options, asked } = bench({ ...kind, validate })
    const report = await runRound(options, read, 0)
    expect(asked).toEqual(['ReadDeployment', 'GetJobsOverview', 'GetSavepointOperation'])
    expect(report.looks).toHaveLength(2)
    expect(validated).toBe(1)
    expect(Object.keys(report.facts).sort()).toEqual(['deployment', 'jobs', 'stopOperation'])
    expect(report.facts.deployment).toMatchObject({ source: 'live', _tag: 'Known' })
  })

  test('the queries of one look are asked side by side', async () => {
    let waiting = 0
    const both = new Promise<void>(resolve => {
      const check = setInterval(() => {
        if (waiting === 2) {
          clearInterval(check)
          resolve()
        }
      }, 1)
    })
    const { options } = bench(kindOf(facts => (facts.jobs === undefined ? [look(deployment, jobs)] : [requeue(1)])), {
      answer: async () => {
        waiting++
        await both
        return { source: 'live', asOf: 0, _tag: 'Absent' }
      },
    })
    expect((await runRound(options, read, 0)).end._tag).toBe('Settled')
  })

  test('five looks are allowed, the sixth is an error and does nothing', async () => {
    const { options, asked, done } = bench(kindOf(() => [look(jobs)]))
    const report = await runRound(options, read, 0)
    expect(asked).toHaveLength(5)
    expect(done).toEqual([])
    expect(report.end).toMatchObject({ _tag: 'Failed', after: null })
  })

  test.each([
    ['no answer in time', () => new Promise<Fact<unknown>>(() => undefined), 'Timeout'],
    ['an adapter that throws', () => Promise.reject(new Error('socket')), 'Unreachable'],
  ])('P14 %s is Unknown, never Absent (L8)', async (_title, answer, reason) => {
    const { options } = bench(kindOf(facts => (facts.jobs === undefined ? [look(jobs)] : [requeue(1)])), { answer, queryTimeout: () => 5 })
    expect((await runRound(options, read, 0)).facts.jobs).toMatchObject({ _tag: 'Unknown', reason })
  })

  test('tells the version and the lifecycle state that the write left', async () => {
    const { options } = bench(kindOf(() => [persist('DEPLOYED'), cancel, requeue(0)]))
    const report = await runRound(options, read, 0)
    expect(report.written).toMatchObject({ resourceVersion: '8', wrote: 'whole' })
    expect(report.lifecycleState).toBe('DEPLOYED')
  })

  test('the failures so far are part of the environment', async () => {
    const seen: number[] = []
    const { options } = bench(kindOf((_facts, env) => {
      seen.push(env.consecutiveFailures)
      return [requeue(1)]
    }))
    await runRound(options, read, 3)
    expect(seen).toEqual([3])
  })

  test('after a failure the kind says what to record; only telling and waiting is done', async () => {
    const { options, done } = bench(
      kindOf(() => [persist('UPGRADING'), cancel, requeue(0)], () => [persist('FAILED'), cancel, requeue(7_000)]),
      { failing: { CancelJob: fails('Unavailable') } },
    )
    const report = await runRound(options, read, 0)
    expect(done).toEqual(['PersistStatus UPGRADING', 'CancelJob', 'PersistStatus FAILED'])
    expect(report.end).toMatchObject({ _tag: 'Failed', after: 7_000, error: { _tag: 'Unavailable' } })
    expect(report.lifecycleState).toBe('FAILED')
  })

  test.each([
    // title                                                             error                               end
    ['P15 B65 E-16 a conflict: start anew, the kind is not asked', fails('Conflict'), { _tag: 'RestartRound' }],
    ['B66 D-18 the resource is gone: start anew finds that out, the kind is not asked', fails('NotFound'), { _tag: 'RestartRound' }],
    ['P15 a lost answer: a live read decides', fails('Timeout', 'Maybe'), { _tag: 'Failed', readLive: true }],
  ])('%s', async (_title, error, end) => {
    const { options, done } = bench(kindOf(() => [persist('UPGRADING'), cancel, requeue(0)], () => [persist('FAILED'), requeue(1)]), {
      failing: { PersistStatus: error },
    })
    expect((await runRound(options, read, 0)).end).toMatchObject(end)
    expect(done).toEqual(['PersistStatus UPGRADING'])
  })

  test('B97 rounds that interleave at every await decide and do what each does alone', async () => {
    const run = async (names: readonly string[], pause: () => Promise<void>): Promise<readonly string[]> => {
      const kind = kindOf((
        facts,
        env,
      ) => (facts.jobs === undefined ? [look(jobs)]
        : facts.stopOperation === undefined ? [look(stop)]
        : [persist(JSON.stringify([facts.jobs, env.consecutiveFailures])), cancel, requeue(5)])
      )
      const reports = names.map(async (name, index) => {
        await pause()
        const { options, done } = bench(kind, {
          answer: async query => {
            await pause()
            return { source: 'live', asOf: 0, _tag: 'Known', value: `${name} ${query._tag}` }
          },
        })
        const { end } = await runRound(options, read, index)
        return JSON.stringify([name, done, end])
      })
      return Promise.all(reports)
    }
    const alone = [
      ...await run(['a'], () => Promise.resolve()),
      ...(await run(['', 'b'], () => Promise.resolve())).slice(1),
      ...(await run(['', '', 'c'], () => Promise.resolve())).slice(2),
    ]
    let turn = 0
    const together = await run(['a', 'b', 'c'], () =>
      new Promise(resolve => {
        turn = (turn + 1) % 3
        setTimeout(resolve, turn)
      }))
    expect(together).toEqual(alone)
  })

  test('B94 rounds leave nothing behind in the process: no listener for its end, no timer', async () => {
    const left = () => [
      process.listenerCount('exit'),
      process.listenerCount('beforeExit'),
      process.listenerCount('SIGTERM'),
      process.getActiveResourcesInfo().filter(it => it === 'Timeout').length,
    ]
    const kind = kindOf(facts => (facts.jobs === undefined ? [look(jobs)] : [persist('STABLE'), cancel, requeue(5)]))
    const before = left()
    for (let i = 0; i < 200; i += 1) await runRound(bench(kind).options, read, 0)
    expect(left()).toEqual(before)
  })

  test('waits at least as long as the server asks', async () => {
    const { options } = bench(kindOf(() => [cancel, requeue(0)]), { failing: { CancelJob: fails('TooManyRequests', 'No', 30_000) } })
    expect((await runRound(options, read, 0)).end).toMatchObject({ _tag: 'Failed', after: 30_000 })
  })

  test('a resource that cannot be decoded says where', async () => {
    const kind = { ...kindOf(() => []), decode: () => E.left({ path: 'spec.job.parallelism', found: '"x"', expected: 'integer' }) }
    const { options } = bench(kind)
    expect((await runRound(options, read, 0)).end).toEqual({
      _tag: 'Undecodable',
      path: 'spec.job.parallelism',
      message: 'spec.job.parallelism: expected integer, found "x"',
    })
  })
})
