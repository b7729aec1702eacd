import * as E from 'fp-ts/lib/Either.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '../../contract/resource/json.ts'
import { autoscalerConfiguration } from '../autoscaler-configuration.ts'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import { cycle } from '../cycle.ts'
import { evaluatedMetric, scalingMetrics } from '../evaluated-metrics.ts'
import type { Arrivals } from './modelled-job.ts'
import { answersOf, type PlayedJob, playedOn, startedJob } from './played-job.ts'
import { type KnownVertex, recordedLoad } from './recorded-load.ts'
import { dataOf } from '../state/stored-state.ts'
import { readLoad } from './read-load.ts'
import { writtenLoad } from './written-load.ts'

const minute = 60_000
const monday = Date.parse('2026-01-05T00:00:00Z')

const written = {
  vertices: [
    { name: 'orders', recordsPerSecond: 1000, parallelism: 2, partitions: 12 },
    { name: 'join', recordsPerSecond: 300, parallelism: 4, inputs: [{ name: 'orders', strategy: 'HASH' }] },
    { name: 'sink', recordsPerSecond: 2000, ratio: 0.5, inputs: ['join'] },
  ],
  load: [{ at: '00:00', records: 600 }, { at: '01:00', records: 1200 }],
}

const right = <A>(read: E.Either<string, A>): A => {
  if (E.isLeft(read)) throw new Error(read.left)
  return read.right
}

describe('a job and a load that somebody wrote', () => {
  test('vertices by name, and a load that changes evenly between its points', () => {
    const { job, load } = right(writtenLoad(written))
    expect(job.vertices.map(({ name, parallelism, subtaskRate }) => [name, parallelism, subtaskRate])).toEqual([
      ['orders', 2, 1000],
      ['join', 4, 300],
      ['sink', 1, 2000],
    ])
    expect(job.vertices[2]?.inputs).toEqual([{ id: job.vertices[1]?.id, shipStrategy: 'REBALANCE', ratio: 0.5 }])
    expect(load.until).toBe(monday + 60 * minute)
    expect(load.arrivals).toHaveLength(61)
    const [orders] = job.vertices
    expect(load.arrivals[30]).toEqual({ at: monday + 30 * minute, rates: { [orders?.id ?? '']: 900 } })
  })

  test('several sources, and times with their date', () => {
    const vertices = [{ name: 'a', recordsPerSecond: 1 }, { name: 'b', recordsPerSecond: 1 }]
    const load = [{ at: '2026-02-01T00:00:00Z', records: { a: 1 } }, { at: '2026-02-01T00:01:00+00:00', records: { b: 2 } }]
    expect(right(writtenLoad({ vertices, load })).load.arrivals.map(({ rates }: Arrivals) => Object.values(rates))).toEqual([[1, 0], [
      0,
      2,
    ]])
  })

  const change = (path: readonly (string | number)[], value: Json | undefined): Json => {
    const copy = structuredClone(written) as unknown as Record<string, Json>
    const place = path.slice(0, -1).reduce<Record<string, Json>>((it, key) => it[String(key)] as Record<string, Json>, copy)
    place[String(path.at(-1))] = value as Json
    return copy
  }

  test.each<readonly [readonly (string | number)[], Json | undefined, string]>([
    [['vertices'], [], 'vertices is []: expected a list of 1 to 1000 vertices'],
    [['vertices', 0], 'orders', 'vertices[0] is "orders": expected an object with name and recordsPerSecond'],
    [['vertices', 0, 'name'], 7, 'vertices[0].name is 7: expected a name'],
    [['vertices', 1, 'name'], 'orders', 'vertices[1].name is "orders": expected a name that no other vertex has'],
    [['vertices', 0, 'recordsPerSecond'], undefined, 'vertices[0].recordsPerSecond is absent: expected a number from 0.001 on'],
    [['vertices', 0, 'recordsPerSecond'], '1000', 'vertices[0].recordsPerSecond is "1000": expected a number from 0.001 on'],
    [['vertices', 0, 'parallelism'], 1.5, 'vertices[0].parallelism is 1.5: expected a whole number from 1 to 32768'],
    [['vertices', 1, 'inputs'], ['nobody'], 'vertices[1].inputs is "nobody": expected one of orders, join, sink'],
    [['vertices', 1, 'inputs'], 'orders', 'vertices[1].inputs is "orders": expected a list of names of vertices'],
    [['vertices', 1, 'inputs', 0, 'strategy'], 'MAGIC', 'vertices[1].inputs[0].strategy is "MAGIC": expected HASH, REBALANCE'],
    [['vertices', 0, 'inputs'], ['sink'], 'the vertices read from each other in a circle'],
    [['load'], [], 'load is []: expected a list of at least two points {at, records}'],
    [['load', 1, 'at'], '00:00', 'load[1].at is "00:00": expected a later time than that of the point before it'],
    [['load', 1, 'at'], 'soon', 'load[1].at is "soon": expected a time such as'],
    [['load', 1, 'at'], '999:00', 'load is null: expected at most 50000 minutes'],
    [['load', 1, 'records'], -1, 'load[1].records is -1: expected a number from 0 on'],
    [['load', 1, 'records'], { other: 1 }, 'load[1].records is "other": expected records per second'],
  ])('%j is %j', (path, value, message) => {
    const read = writtenLoad(change(path, value) as never)
    expect(E.isLeft(read) ? read.left : 'read').toContain(message)
  })

  test('any JSON is read or refused', () => {
    fc.assert(fc.property(fc.jsonValue(), fc.jsonValue(), (vertices, load) => {
      expect(['Left', 'Right']).toContain(writtenLoad({ vertices: vertices as Json, load: load as Json })._tag)
    }))
  })
})

describe('a load that was recorded', () => {
  const { job } = right(writtenLoad(written))
  const [orders = '', join = '', sink = ''] = job.vertices.map(({ id }) => id)

  /** What the autoscaler of a played job stores in twenty minutes. */
  const recorded = (rate: number): AutoscalerState => {
    const { configuration } = autoscalerConfiguration(
      { 'job.autoscaler.enabled': 'true', 'job.autoscaler.scaling.enabled': 'false' },
      'main',
    )
    const { state } = Array.from({ length: 21 }).reduce<{ readonly played: PlayedJob; readonly state: AutoscalerState }>(before => {
      const played = playedOn(job, before.played, { [orders]: rate }, minute)
      const after = cycle({
        state: before.state,
        configuration,
        profile: 'main',
        flinkVersion: 'v1_20',
        job: { _tag: 'Known', answers: answersOf(job, played) },
        cluster: { _tag: 'Unchecked' },
        now: played.at,
      })
      return { played, state: after.state }
    }, { played: startedJob(job, monday, monday - 60 * minute), state: emptyState })
    return { ...state, parallelismOverrides: { [orders]: '2', [join]: '4', [sink]: '1' } }
  }

  const plan: readonly KnownVertex[] = job.vertices.map(({ id, name, parallelism, maxParallelism, slotSharingGroup, inputs }) => ({
    id,
    name,
    parallelism,
    maxParallelism,
    slotSharingGroup,
    inputs: inputs.map(input => ({ id: input.id, shipStrategy: input.shipStrategy })),
  }))

  test('the job that was recorded is found again: what a subtask processes, ratios, arrivals', () => {
    const found = right(recordedLoad(recorded(900), plan))
    expect(found.notes).toEqual([])
    expect(found.job.vertices.map(({ name }) => name)).toEqual(['orders', 'join', 'sink'])
    for (const [index, vertex] of found.job.vertices.entries()) {
      expect(vertex.subtaskRate).toBeCloseTo(job.vertices[index]?.subtaskRate ?? 0, 0)
      expect(vertex.inputs.map(({ ratio }) => Math.round(ratio * 1000))).toEqual(
        job.vertices[index]?.inputs.map(({ ratio }) => ratio * 1000),
      )
    }
    expect(found.load.arrivals.at(-1)?.rates[orders]).toBeCloseTo(900, 3)
  })

  test('what arrives counts, not what is processed', () => {
    const found = right(recordedLoad(recorded(1800), plan))
    // 4 subtasks of the join process 1200
    expect(found.load.arrivals.at(-1)?.rates[orders]).toBeCloseTo(1800, 3)
    expect(found.load.lag[orders]).toBeGreaterThan(0)
  })

  test('without the plan: edges are guessed, and that is said', () => {
    const found = right(recordedLoad(recorded(900), []))
    expect(found.notes).toEqual(['a recording has no edges between vertices: all are assumed to follow the sources'])
    expect(found.job.vertices.map(({ subtaskRate }) => Math.round(subtaskRate))).toEqual([1000, 300, 2000])
  })

  test('what is not recorded is said', () => {
    const state = { ...recorded(0), parallelismOverrides: {} }
    expect(right(recordedLoad(state, [])).notes).toContain('the parallelism of 00000000 is not recorded: 1 is assumed')
    expect(right(recordedLoad(state, [])).notes).toContain('00000000 was never busy: it is assumed to be without limit')
  })

  test('parallelism and limits come from the history of scalings', () => {
    const metrics = { MAX_PARALLELISM: evaluatedMetric(720, NaN), NUM_SOURCE_PARTITIONS: evaluatedMetric(24, NaN) }
    const history = { [orders]: [{ at: monday + 10 * minute, currentParallelism: 3, newParallelism: 6, metrics }] }
    const [vertex] = right(recordedLoad({ ...recorded(900), history }, [])).job.vertices
    expect(vertex).toMatchObject({ parallelism: 3, maxParallelism: 720, sourcePartitions: 24 })
  })

  test.each<readonly [string, AutoscalerState, readonly KnownVertex[], string]>([
    ['one sample', { ...recorded(900), samples: recorded(900).samples.slice(0, 1) }, [], 'has 1 samples'],
    [
      'no source',
      {
        ...emptyState,
        samples: [1, 2].map(at => ({ at, vertices: { [orders]: { LOAD: 1 } }, global: {} })),
      },
      [],
      'no vertex of the recording is a source',
    ],
    ['the plan of another job', recorded(900), plan.slice(0, 1), 'it is of another job'],
  ])('%s', (_title, state, known, message) => {
    const found = recordedLoad(state, known)
    expect(E.isLeft(found) ? found.left : '').toContain(message)
  })

  test('numbers that are none give a load or a reason', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 0, -1))
    const values = fc.dictionary(fc.constantFrom(...scalingMetrics), number)
    const sample = fc.record({ at: fc.integer(), vertices: fc.record({ [orders]: values, [join]: values }), global: values })
    fc.assert(fc.property(fc.array(sample, { maxLength: 5 }), samples => {
      const found = recordedLoad({ ...emptyState, samples: samples.toSorted((a, b) => a.at - b.at) }, [])
      if (E.isRight(found)) {
        for (const { rates } of found.right.load.arrivals) for (const rate of Object.values(rates)) expect(rate).toBeGreaterThanOrEqual(0)
      }
    }))
  })
})

describe('documents of a load', () => {
  const load = writtenLoad(written)
  const orders = E.isRight(load) ? load.right.job.vertices[0]?.id ?? '' : ''
  const samples = [1, 2, 3].map(n => ({
    at: monday + n * minute,
    vertices: { [orders]: { LAG: 0, LOAD: 0.5, NUM_RECORDS_IN: n * 30_000 } },
    global: {},
  }))
  const configMap = (of: readonly number[], name = 'autoscaler-app') => ({
    kind: 'ConfigMap',
    metadata: { name, namespace: 'ns' },
    data: dataOf({}, { ...emptyState, samples: samples.filter((_, n) => of.includes(n)), parallelismOverrides: { [orders]: '2' } }, 'main'),
  })
  const read = (...them: readonly unknown[]) => readLoad(them.map((json, n) => ({ place: `file ${n + 1}`, json: json as Json })))
  const reasonOf = (...them: readonly unknown[]): string => {
    const found = read(...them)
    return E.isLeft(found) ? found.left : 'read'
  }

  test('copies of one ConfigMap, one after the other or in a List, are one recording', () => {
    for (
      const found of [
        read(configMap([0, 1]), configMap([1, 2])),
        read({ kind: 'ConfigMapList', items: [configMap([0, 1]), configMap([2])] }),
      ]
    )
      expect(right(found).load.arrivals.map(({ rates }) => rates[orders])).toEqual([500, 500])
  })

  test("Flink's answer about the job has its edges and names", () => {
    const details = {
      vertices: [{ id: orders, name: 'Source: orders', maxParallelism: 64 }],
      plan: { nodes: [{ id: orders, parallelism: 2, inputs: [] }] },
    }
    const found = right(read(configMap([0, 1, 2]), details))
    expect(found.job.vertices[0]).toMatchObject({ name: 'Source: orders', maxParallelism: 64, subtaskRate: 500 })
    expect(found.notes).toEqual([])
  })

  test.each<readonly [string, readonly unknown[], string]>([
    ['another kind', [{ kind: 'FlinkDeployment' }], 'file 1 is of kind FlinkDeployment: expected the ConfigMap autoscaler-<name>'],
    ['a list', [[]], 'file 1 is a list'],
    ['nothing', [null], 'file 1 is empty'],
    ['another object', [{ a: 1 }], 'file 1 is an object with a'],
    ['no document', [], 'no recording found'],
    ['two jobs', [configMap([0, 1]), configMap([0, 1], 'autoscaler-b')], 'ConfigMaps of several jobs, ns/autoscaler-app, ns/autoscaler-b'],
    ['a plan alone', [{ plan: { nodes: [] } }], 'no recording found'],
    ['a written load and more', [written, configMap([0])], 'file 1 has vertices and load: nothing else goes with it'],
    ['a written load with a fault', [{ vertices: [], load: [] }], 'file 1: vertices is []'],
    ['metrics that can not be read', [{ ...configMap([0]), data: { collectedMetrics: '{' } }], "collectedMetrics can't be read"],
    ['no metrics', [{ kind: 'ConfigMap', metadata: { name: 'autoscaler-app' } }], 'has 0 samples'],
  ])('%s', (_title, them, message) => {
    expect(reasonOf(...them)).toContain(message)
  })

  test('any JSON is read or refused', () => {
    fc.assert(fc.property(fc.array(fc.jsonValue(), { maxLength: 3 }), them => {
      expect(reasonOf(...them)).not.toBe('read')
    }))
  })
})
