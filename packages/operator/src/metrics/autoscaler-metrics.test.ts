import { unknown } from '@flink-operator/core'
import type { CycleReport, WriteAutoscalerState } from '@flink-operator/core/action'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { RoundReport } from '../round.ts'
import { autoscalerMetrics, mostVertices, mostVerticesOfOne } from './autoscaler-metrics.ts'
import { making } from './metric.ts'
import { mostNamed } from './named-resources.ts'

const vertexOf = (n: number): string => n.toString(16).padStart(32, '0')
const source = vertexOf(10)

const metrics = () => {
  const registry = new Registry()
  const all = autoscalerMetrics(making(registry))
  const lines = async (name = ''): Promise<readonly string[]> =>
    (await registry.metrics()).split('\n').filter(line => line.startsWith(`flink_operator_autoscaler_${name}`)).sort()
  return { all, lines }
}

const stores = (report: CycleReport | null, result: 'done' | 'failed' = 'done'): RoundReport['outcomes'][number] => {
  const action: WriteAutoscalerState = {
    _tag: 'WriteAutoscalerState',
    namespace: 'jobs',
    name: 'autoscaler-app',
    owner: { apiVersion: 'v1', kind: 'FlinkDeployment', namespace: 'jobs', name: 'app', uid: 'u' },
    seen: null,
    data: {},
    report,
    why: '',
  }
  return { action, result, error: null, took: 1 }
}
const reports = (reason: string): RoundReport['outcomes'][number] => ({
  action: { _tag: 'EmitEvent', type: 'Warning', reason, message: '', component: 'Operator', key: null, repeat: 'Once', annotations: {} },
  result: 'done',
  error: null,
  took: 1,
})

const round = (of: Partial<RoundReport> = {}): RoundReport => ({
  startedAt: 0,
  took: 1,
  source: 'cache',
  meta: null,
  looks: [],
  facts: { autoscalerState: unknown('Timeout', 'as if it had been asked', 0) },
  decided: null,
  outcomes: [],
  recovery: [],
  waitingFor: null,
  written: null,
  end: { _tag: 'Settled', after: 0, atTheLatest: null },
  lifecycleState: 'STABLE',
  jobState: 'RUNNING',
  status: null,
  ...of,
})
const cycled = (report: CycleReport | null, result: 'done' | 'failed' = 'done'): RoundReport =>
  round({
    looks: [{ why: '', answers: [{ query: 'GetVertexMetrics', fact: unknown('Timeout', '', 0), took: 1 }] }],
    outcomes: report === null ? [] : [stores(report, result)],
  })
const scaled: CycleReport = {
  row: 'scaled',
  vertices: { [source]: { PARALLELISM: 2, RECOMMENDED_PARALLELISM: 5, LOAD: 0.9, LAG: 1_200, TRUE_PROCESSING_RATE: 1_000.5 } },
}
const app = { namespace: 'jobs', name: 'app' }
const labels = `kind="FlinkDeployment",namespace="jobs",name="app",vertex="${source}"`
const gauges = [
  `flink_operator_autoscaler_vertex_lag_records{${labels}} 1200`,
  `flink_operator_autoscaler_vertex_load_ratio{${labels}} 0.9`,
  `flink_operator_autoscaler_vertex_parallelism{${labels}} 2`,
  `flink_operator_autoscaler_vertex_recommended_parallelism{${labels}} 5`,
  `flink_operator_autoscaler_vertex_true_processing_rate{${labels}} 1000.5`,
]

test('what the last cycle evaluated is there until the next one, under its own names', async () => {
  const { all, lines } = metrics()
  all.round('FlinkDeployment', app, cycled(scaled))
  expect(await lines('vertex')).toEqual(gauges)
  all.round('FlinkDeployment', app, round())
  expect(await lines('vertex')).toEqual(gauges)
  expect(await lines('cycles')).toEqual([
    'flink_operator_autoscaler_cycles_total{kind="FlinkDeployment",namespace="jobs",verdict="scaled"} 1',
  ])
})

test.each<readonly [string, RoundReport]>([
  ['the job does not run', round({ jobState: 'RESTARTING' })],
  ['what the job measures could not be read', cycled(null)],
  ['nothing could be evaluated', cycled({ row: 'not-evaluated', vertices: {} })],
  ['the cycle could not be stored', cycled(scaled, 'failed')],
])('old numbers are not shown as those of now: %s', async (_what, next) => {
  const { all, lines } = metrics()
  all.round('FlinkDeployment', app, cycled(scaled))
  all.round('FlinkDeployment', app, next)
  expect(await lines('vertex')).toEqual([])
  all.round('FlinkDeployment', app, cycled(scaled))
  expect(await lines('vertex')).toEqual(gauges)
})

test.each<readonly [string, (all: ReturnType<typeof metrics>['all']) => void]>([
  ['is gone', all => all.forget('FlinkDeployment', app)],
  ['is not scaled any more', all => all.round('FlinkDeployment', app, round({ facts: {} }))],
  ['has its autoscaler cleared', all => all.round('FlinkDeployment', app, round({ outcomes: [stores(null)] }))],
])('P24 a resource that %s leaves no series', async (_what, ends) => {
  const { all, lines } = metrics()
  all.round('FlinkDeployment', { namespace: 'others', name: 'app' }, round({ facts: {} }))
  all.round('FlinkDeployment', app, cycled(scaled))
  all.round('FlinkDeployment', app, round({ outcomes: [reports('AutoscalerError')] }))
  expect(await lines('errors')).toEqual(['flink_operator_autoscaler_errors_total{kind="FlinkDeployment",namespace="jobs"} 1'])
  ends(all)
  expect(await lines()).toEqual([])
})

test('P24 S11 at most so many jobs are named, each namespace with one at least; of a large job some vertices', async () => {
  const { all, lines } = metrics()
  for (let index = 0; index < 2 * mostNamed; index++)
    all.round('FlinkDeployment', { namespace: 'noisy', name: `job-${index}` }, { ...cycled(scaled), startedAt: index })
  all.round('FlinkSessionJob', { namespace: 'quiet', name: 'late' }, { ...cycled(scaled), startedAt: 9_999 })
  const named = await lines('vertex_parallelism')
  expect(named).toHaveLength(mostNamed)
  expect(named.filter(line => line.includes('"quiet"'))).toHaveLength(1)

  const large = metrics()
  const vertices = Object.fromEntries(Array.from({ length: 3 * mostVerticesOfOne }, (_, n) => [vertexOf(n), { PARALLELISM: 1 }]))
  large.all.round('FlinkDeployment', app, cycled({ row: 'scaled', vertices }))
  expect(await large.lines('vertex')).toHaveLength(mostVerticesOfOne)
  for (let index = 0; index < 20; index++)
    large.all.round('FlinkDeployment', { namespace: 'jobs', name: `job-${index}` }, cycled({ row: 'scaled', vertices }))
  expect(await large.lines('vertex')).toHaveLength(mostVertices)
})

test('a vertex whose id is a text of somebody else makes no series', async () => {
  const { all, lines } = metrics()
  all.round('FlinkDeployment', app, cycled({ row: 'scaled', vertices: { 'a"} 1\nb': { PARALLELISM: 1 } } }))
  expect(await lines('vertex')).toEqual([])
})
