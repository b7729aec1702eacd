import { type KindName, kindNames, kindOf } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { closedSeries } from '../metrics/metric.ts'
import { statesOfKind } from '../metrics/kind-states.ts'
import { metricGroups } from '../metrics/metric-table.ts'
import { mostNamed } from '../metrics/named-resources.ts'
import type { RoundReport } from '../round.ts'
import { statesOf } from '../states.ts'
import { createMetrics, type MetricSwitches } from './operator-metrics.ts'

const switches: MetricSwitches = {
  jvmMetricsEnabled: false,
  josdkMetricsEnabled: true,
  resourceMetricsEnabled: true,
  resourceLifecycleMetricsEnabled: true,
  resourceLifecycleNamespaceHistogramsEnabled: true,
  kubernetesClientMetricsEnabled: true,
  kubernetesClientMetricsHttpResponseCodeGroupsEnabled: true,
  kubernetesClientMetricsSlowRequestThreshold: 5_000,
}
const metrics = (changed: Partial<MetricSwitches> = {}) =>
  createMetrics({
    lines: () => [],
    watches: () => [],
    leases: () => [],
    unhealthy: () => null,
    quarantined: () => [],
    switches: { ...switches, ...changed },
  })

/** A quiet round of a resource with this status. */
const report = (status: unknown): RoundReport => ({
  startedAt: 0,
  took: 1,
  source: 'cache',
  meta: null,
  looks: [],
  facts: {},
  decided: null,
  outcomes: [],
  recovery: [],
  waitingFor: null,
  written: null,
  end: { _tag: 'Settled', after: 0, atTheLatest: null },
  ...statesOf(kindNames.map(kindOf).find(({ states }) => states.of(status).lifecycleState !== null) ?? kindOf('FlinkDeployment'), status),
})
const attempt = { waited: 0, failures: 0 } as Parameters<ReturnType<ReturnType<typeof createMetrics>['of']>['round']>[2]
const key = (name: string) => ({ namespace: 'jobs', name })

const reported = async (all: ReturnType<typeof metrics>): Promise<readonly string[]> =>
  (await all.text()).split('\n').filter(line => /^flink_operator_(resources|jobs)\{/u.test(line)).sort()

describe('resources of every kind are counted by the state that it has', () => {
  test('E-49 blue/green at the first sight, by a round that writes nothing', async () => {
    const all = metrics()
    all.of('FlinkBlueGreenDeployment').round(
      key('shop'),
      report({ blueGreenState: 'ACTIVE_GREEN', jobStatus: { state: 'RUNNING' } }),
      attempt,
    )
    expect(await reported(all)).toEqual([
      'flink_operator_jobs{kind="FlinkBlueGreenDeployment",namespace="jobs",job_state="RUNNING"} 1',
      'flink_operator_resources{kind="FlinkBlueGreenDeployment",namespace="jobs",lifecycle_state="ACTIVE_GREEN"} 1',
    ])
  })

  test('session jobs, session clusters and snapshots: those without a job are not among the jobs', async () => {
    const all = metrics()
    all.of('FlinkSessionJob').round(key('a'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'RUNNING' } }), attempt)
    all.of('FlinkSessionJob').round(key('b'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'FINISHED' } }), attempt)
    all.of('FlinkDeployment').round(key('c'), report({ lifecycleState: 'STABLE', jobStatus: { state: null } }), attempt)
    all.of('FlinkStateSnapshot').round(key('s'), report({ state: 'COMPLETED' }), attempt)
    expect(await reported(all)).toEqual([
      'flink_operator_jobs{kind="FlinkSessionJob",namespace="jobs",job_state="FINISHED"} 1',
      'flink_operator_jobs{kind="FlinkSessionJob",namespace="jobs",job_state="RUNNING"} 1',
      'flink_operator_resources{kind="FlinkDeployment",namespace="jobs",lifecycle_state="STABLE"} 1',
      'flink_operator_resources{kind="FlinkSessionJob",namespace="jobs",lifecycle_state="STABLE"} 2',
      'flink_operator_resources{kind="FlinkStateSnapshot",namespace="jobs",lifecycle_state="COMPLETED"} 1',
    ])
  })

  test('of a FlinkApplication with two versions: the job of the one that is live', async () => {
    const all = metrics()
    const versions = [['old', 'FAILED'], ['new', 'RUNNING']].map(([versionHash, state]) => ({ versionHash, jobStatus: { state } }))
    const status = { phase: 'DualRunning', deployHash: 'new', jobStatus: { jobID: 'j', state: '' }, versionStatuses: versions }
    all.of('FlinkApplication').round(key('app'), report(status), attempt)
    expect(await reported(all)).toEqual([
      'flink_operator_jobs{kind="FlinkApplication",namespace="jobs",job_state="RUNNING"} 1',
      'flink_operator_resources{kind="FlinkApplication",namespace="jobs",lifecycle_state="DualRunning"} 1',
    ])
  })

  test('E-57 what is deleted is counted no more, and leaves no series', async () => {
    const all = metrics()
    const of = all.of('FlinkBlueGreenDeployment')
    of.round(key('shop'), report({ blueGreenState: 'ACTIVE_BLUE', jobStatus: { state: 'FAILING' } }), attempt)
    of.forget(key('shop'))
    expect(await reported(all)).toEqual([])
  })
})

const lines = async (all: ReturnType<typeof metrics>): Promise<readonly string[]> =>
  (await all.text()).split('\n').filter(line => line !== '' && !line.startsWith('#'))
const of = (found: readonly string[], name: string): readonly string[] => found.filter(line => line.startsWith(`${name}{`))
const rows = metricGroups.flatMap(group => group.metrics)

describe('what can be named beforehand is there from the start', () => {
  test('every counter and histogram whose labels are closed lists begins with 0', async () => {
    const found = await lines(metrics())
    const absent = rows.flatMap(row =>
      closedSeries(row).flatMap(series => {
        const name = row.type === 'histogram' ? `${row.name}_count` : row.name
        const labels = Object.entries(series).map(([label, value]) => `${label}="${value}"`).join(',')
        return row.type === 'gauge' || found.includes(`${name}{${labels}} 0`) ? [] : [`${name}{${labels}}`]
      })
    )
    expect(absent).toEqual([])
    // only what is counted by namespace begins with the first resource of it
    expect(rows.filter(row => row.type !== 'gauge' && closedSeries(row).length === 0).map(({ name }) => name)).toEqual([
      'flink_operator_job_failures_total',
      'flink_operator_autoscaler_cycles_total',
      'flink_operator_autoscaler_errors_total',
      'flink_operator_namespace_lifecycle_state_seconds',
      'flink_operator_namespace_lifecycle_transition_seconds',
      'flink_operator_plugin_failures_total',
    ])
  })

  test('the failures of jobs begin with 0 when their namespace has its first resource', async () => {
    const all = metrics()
    all.of('FlinkDeployment').round(key('a'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'RUNNING' } }), attempt)
    expect(of(await lines(all), 'flink_operator_job_failures_total')).toEqual([
      'flink_operator_job_failures_total{kind="FlinkDeployment",namespace="jobs"} 0',
    ])
    all.of('FlinkDeployment').round(key('a'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'FAILING' } }), attempt)
    all.of('FlinkDeployment').round(key('a'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'FAILED' } }), attempt)
    expect(of(await lines(all), 'flink_operator_job_failures_total')).toEqual([
      'flink_operator_job_failures_total{kind="FlinkDeployment",namespace="jobs"} 1',
    ])
  })

  test('only metrics of the table are served, each as the table says', async () => {
    const all = metrics()
    all.of('FlinkDeployment').round(key('a'), report({ lifecycleState: 'STABLE', jobStatus: { state: 'RUNNING' } }), attempt)
    const reported = [...(await all.text()).matchAll(/^# TYPE (\S+) (\S+)$/gmu)].map(([, name, type]) => `${name} ${type}`).sort()
    expect(reported).toEqual(rows.map(({ name, type }) => `${name} ${type}`).sort())
  })
})

/** In which field of its status a kind says how far it is, where that is not `lifecycleState`. */
const stateFields: { readonly [Kind in KindName]?: string } = {
  FlinkStateSnapshot: 'state',
  FlinkBlueGreenDeployment: 'blueGreenState',
  FlinkApplication: 'phase',
}

describe('P24 series are bounded by what lives now', () => {
  const stalled = {
    lifecycleState: 'UPGRADING',
    jobStatus: { state: 'RECONCILING' },
    conditions: [{ type: 'Stalled', status: 'True', reason: 'Error', lastTransitionTime: '2026-01-01T00:00:00Z' }],
    error: JSON.stringify({ type: 'org.apache.flink.kubernetes.operator.exception.UpgradeFailureException', message: 'x' }),
  }

  test.each(kindNames)('%s: 1,000 resources in 10 namespaces take as many series as 10 do, and 100 that are named', async kind => {
    const stateField = stateFields[kind] ?? 'lifecycleState'
    const withCount = async (count: number): Promise<readonly string[]> => {
      const all = metrics()
      for (let index = 0; index < count; index++) {
        const where = { namespace: `team-${index % 10}`, name: `job-${index}` }
        for (const state of statesOfKind(kind).slice(0, 4))
          all.of(kind).round(where, report({ [stateField]: state, jobStatus: { state: 'RUNNING' } }), attempt)
        all.of(kind).round(where, report({ ...stalled, lifecycleState: null, [stateField]: statesOfKind(kind)[3] }), attempt)
      }
      return lines(all)
    }
    const isNamed = (line: string): boolean => line.startsWith('flink_operator_stalled_since_timestamp_seconds{')
    const [few, many] = [await withCount(10), await withCount(1_000)]
    expect(many.filter(isNamed)).toHaveLength(mostNamed)
    expect(many.filter(line => !isNamed(line))).toHaveLength(few.filter(line => !isNamed(line)).length)
    expect(of(many, 'flink_operator_stalled_resources')).toContain(
      `flink_operator_stalled_resources{kind="${kind}",namespace="team-3",reason="UpgradeFailureException"} 100`,
    )
  })

  test('what came and went leaves nothing behind', async () => {
    const all = metrics()
    const before = await lines(all)
    for (const kind of kindNames)
      for (let index = 0; index < 20; index++) {
        const where = { namespace: `team-${index % 2}`, name: `job-${index}` }
        for (const state of ['CREATED', 'DEPLOYED', 'STABLE', 'a word of a person', 'STABLE', 'UPGRADING'])
          all.of(kind).round(where, report({ ...stalled, lifecycleState: state }), attempt)
      }
    expect((await lines(all)).length).toBeGreaterThan(before.length)
    for (const kind of kindNames)
      for (let index = 0; index < 20; index++) all.of(kind).forget({ namespace: `team-${index % 2}`, name: `job-${index}` })
    expect((await lines(all)).length).toBe(before.length)
  })

  test('S11: a tenant with more stalled resources than are named pushes no other tenant out of the metric', async () => {
    const all = metrics()
    const stalledAt = (namespace: string, index: number): void => {
      const since = new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString()
      const conditions = [{ type: 'Stalled', status: 'True', reason: 'InTheWay', lastTransitionTime: since }]
      all.of('FlinkDeployment').round({ namespace, name: `job-${index}` }, report({ lifecycleState: 'FAILED', conditions }), attempt)
    }
    for (let index = 0; index < 3 * mostNamed; index++) stalledAt('noisy', index)
    for (let tenant = 0; tenant < 20; tenant++) stalledAt(`tenant-${tenant}`, 4 * mostNamed)
    const named = of(await lines(all), 'flink_operator_stalled_since_timestamp_seconds')
    expect(named).toHaveLength(mostNamed)
    for (let tenant = 0; tenant < 20; tenant++) expect(named.filter(line => line.includes(`"tenant-${tenant}"`))).toHaveLength(1)
    expect(named.filter(line => line.includes('"noisy"'))).toHaveLength(mostNamed - 20)
  })

  test('those that wait the longest are named', async () => {
    const all = metrics()
    for (let index = 0; index < 2 * mostNamed; index++) {
      const since = new Date(Date.UTC(2026, 0, 1, 0, 0, 2 * mostNamed - index)).toISOString()
      const conditions = [{ type: 'Stalled', status: 'True', reason: 'InTheWay', lastTransitionTime: since }]
      all.of('FlinkBlueGreenDeployment').round(key(`job-${index}`), report({ blueGreenState: 'ACTIVE_BLUE', conditions }), attempt)
    }
    const named = of(await lines(all), 'flink_operator_stalled_since_timestamp_seconds')
    expect(named).toHaveLength(mostNamed)
    expect(named.every(line => Number(/job-(\d+)/.exec(line)?.[1]) >= mostNamed)).toBe(true)
  })
})

describe('options turn groups of metrics off', () => {
  const names = async (changed: Partial<MetricSwitches>): Promise<string> => (await metrics(changed).text())
  test.each(
    [
      ['josdkMetricsEnabled', 'flink_operator_rounds_total'],
      ['resourceMetricsEnabled', 'flink_operator_resources'],
      ['resourceMetricsEnabled', 'flink_operator_lifecycle_state_seconds'],
      ['resourceLifecycleMetricsEnabled', 'flink_operator_lifecycle_state_seconds'],
      ['resourceLifecycleMetricsEnabled', 'flink_operator_namespace_lifecycle_state_seconds'],
      ['resourceLifecycleNamespaceHistogramsEnabled', 'flink_operator_namespace_lifecycle_state_seconds'],
      ['kubernetesClientMetricsEnabled', 'flink_operator_kubernetes_requests_total'],
      ['kubernetesClientMetricsHttpResponseCodeGroupsEnabled', 'flink_operator_kubernetes_responses_total'],
    ] as const,
  )('%s: %s', async (option, name) => {
    expect(await names({})).toContain(`# TYPE ${name} `)
    const without = await names({ [option]: false })
    expect(without).not.toContain(name)
    expect(without).toContain('flink_operator_build_info')
  })
})

describe('calls are counted by what became of them', () => {
  test('of the Kubernetes API: method, result, group of the status, and the slow ones', async () => {
    const all = metrics({ kubernetesClientMetricsSlowRequestThreshold: 0 })
    const refused = { _tag: 'Forbidden', message: '', applied: 'No', httpStatus: 403, retryAfter: null } as const
    const http = all.kubernetes({
      send: ({ method }) => () => Promise.resolve(method === 'GET' ? E.right(null) : E.left(refused)),
      stream: () => () => Promise.resolve(E.left({ ...refused, _tag: 'Timeout', httpStatus: null })),
      close: () => Promise.resolve(),
    })
    await http.send({ method: 'GET', path: '/a' })()
    await http.send({ method: 'PATCH', path: '/a' })()
    await http.stream({ path: '/a' })()
    const found = await lines(all)
    for (
      const [labels, count] of [['GET",result="ok', 1], ['PATCH",result="Forbidden', 1], ['WATCH",result="Timeout', 1], [
        'PUT",result="ok',
        0,
      ]]
    )
      expect(found).toContain(`flink_operator_kubernetes_requests_total{method="${labels}"} ${count}`)
    for (const [group, count] of [['2xx', 1], ['4xx', 1], ['none', 1], ['5xx', 0]])
      expect(found).toContain(`flink_operator_kubernetes_responses_total{group="${group}"} ${count}`)
    expect(found).toContain('flink_operator_kubernetes_slow_requests_total{method="PATCH"} 1')
    expect(found).toContain('flink_operator_kubernetes_request_seconds_count{method="GET"} 1')
  })

  test('of Flink: without ids', async () => {
    const all = metrics()
    const http = all.flink({
      call: () => () => Promise.resolve(E.right({})),
      inTurn: task => task(),
      close: () => undefined,
    })
    const endpoint = { namespace: 'a', service: 'x-rest', port: 8081, tls: false }
    for (const id of ['1', '2']) await http.call(endpoint, { method: 'GET', path: `/v1/jobs/${id}/checkpoints` })()
    expect(await lines(all)).toContain('flink_operator_flink_requests_total{call="GET /jobs/:jobid/checkpoints",result="ok"} 2')
  })
})

describe('rounds', () => {
  test('are told apart by kind, result and whether the resource is being deleted; what is tried again is counted', async () => {
    const all = metrics()
    const meta = { deletionTimestamp: 1, creationTimestamp: 0 } as RoundReport['meta']
    all.of('FlinkSessionJob').round(key('a'), { ...report({ lifecycleState: 'DELETING' }), meta }, { ...attempt, failures: 2 })
    all.of('FlinkSessionJob').failed('unread')
    const found = await lines(all)
    expect(found).toContain('flink_operator_rounds_total{kind="FlinkSessionJob",phase="cleanup",result="ok"} 1')
    expect(found).toContain('flink_operator_rounds_total{kind="FlinkSessionJob",phase="reconcile",result="unread"} 1')
    expect(found).toContain('flink_operator_retries_total{kind="FlinkSessionJob"} 1')
  })

  test('events are counted by their reason; one that the code does not have is Other', async () => {
    const all = metrics()
    const event = (reason: string): RoundReport['outcomes'][number] => ({
      action: {
        _tag: 'EmitEvent',
        type: 'Warning',
        reason,
        message: '',
        component: 'Job',
        key: null,
        repeat: 'Count',
        annotations: {},
      },
      result: 'done',
      error: null,
      took: 1,
    })
    const outcomes = [event('SavepointError'), event('SavepointError'), event('words of a person')]
    all.of('FlinkDeployment').round(key('a'), { ...report({ lifecycleState: 'STABLE' }), outcomes }, attempt)
    const found = of(await lines(all), 'flink_operator_events_total').filter(line => !line.endsWith(' 0'))
    expect(found).toEqual([
      'flink_operator_events_total{reason="SavepointError"} 2',
      'flink_operator_events_total{reason="Other"} 1',
    ])
  })
})
