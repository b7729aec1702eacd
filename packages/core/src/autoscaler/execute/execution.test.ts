import { fc } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { autoscalerConfiguration } from '../autoscaler-configuration.ts'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import type { MetricsOf } from '../evaluated-metrics.ts'
import { jobTopology } from '../topology.ts'
import { execution, type ExecutionInput } from './execution.ts'

const [a, b] = ['25d902c242833b8cbbac54dfa101ad31', 'f6e041176f8c32998f9465ede0dfeeb1'] as const
const now = Date.parse('2026-01-01T12:00:00Z')

const slots = (current: number): MetricsOf => ({ NUM_TASK_SLOTS_USED: { current, average: NaN } })

const given = (configuration: Readonly<Record<string, string>>, more: Partial<ExecutionInput> = {}): ExecutionInput => ({
  configuration: autoscalerConfiguration({
    'kubernetes.taskmanager.cpu.amount': '1',
    'taskmanager.memory.process.size': '2g',
    'taskmanager.numberOfTaskSlots': '4',
    ...configuration,
  }, more.profile ?? 'main').configuration,
  flinkVersion: 'v1_20',
  topology: jobTopology([a, b].map((id, n) => ({
    id,
    parallelism: 4,
    maxParallelism: 128,
    inputs: n === 0 ? [] : [{ id: a, shipStrategy: 'HASH' as const }],
    sourcePartitions: null,
    slotSharingGroup: id,
    isFinished: false,
  }))),
  globalMetrics: slots(8),
  decisions: {
    [a]: { row: 'scale-up', reason: '', newParallelism: 5, isOutsideBounds: true, metrics: {}, delayed: null, events: [] },
  },
  state: emptyState,
  cluster: { _tag: 'Unchecked' },
  now,
  profile: 'main',
  ...more,
})

const scaledBefore = (...minutes: readonly number[]): AutoscalerState => ({
  ...emptyState,
  tracking: minutes.map(it => ({ at: now - it * 60_000, restartDuration: null })),
})

const down = (newParallelism: number): ExecutionInput['decisions'] => ({
  [a]: { row: 'scale-down', reason: '', newParallelism, isOutsideBounds: true, metrics: {}, delayed: null, events: [] },
})

const up = (newParallelism: number): ExecutionInput['decisions'] => ({
  [a]: { row: 'scale-up', reason: '', newParallelism, isOutsideBounds: true, metrics: {}, delayed: null, events: [] },
})

/** Another parallelism that no bound asks for. */
const inside: ExecutionInput['decisions'] = { [a]: { ...up(5)[a]!, isOutsideBounds: false } }

const reasons = (input: ExecutionInput): readonly string[] => execution(input).events.map(({ reason }) => reason)

describe('scale the job, or why not (autoscaler.md, section 5.1)', () => {
  test.each(
    [
      ['memory-pressure', given({}, { globalMetrics: { GC_PRESSURE: { current: 1.5, average: NaN } } })],
      ['within-bounds', given({}, { decisions: {} })],
      ['scaling-disabled', given({ 'job.autoscaler.scaling.enabled': 'false' })],
      ['overrides-ignored', given({}, { obstacle: { option: 'mode', value: 'standalone' } })],
      ['excluded-period', given({ 'job.autoscaler.excluded.periods': '11:00-13:00' })],
      ['unreadable-period', given({ 'job.autoscaler.excluded.periods': 'x' })],
      ['restart-budget', given({ 'job.autoscaler.restart-budget.count': '1' }, { state: scaledBefore(1) })],
      ['not-earned', given({ 'job.autoscaler.scale-down.payback-period': '10 min' }, { decisions: down(3) })],
      ['slots-unknown', given({}, { globalMetrics: {}, cluster: { _tag: 'Known', nodes: [] } })],
      ['cluster-unknown', given({}, { cluster: { _tag: 'Unknown', reason: 'HTTP 500' }, profile: '1.15.0' })],
      ['cluster-full', given({}, { cluster: { _tag: 'Known', nodes: [] } })],
      ['quota', given({ 'job.autoscaler.quota.cpu': '2' })],
      ['scaled', given({})],
    ] as const,
  )('%s', (row, input) => {
    const found = execution(input)
    expect(found.row).toBe(row)
    expect(found.reason).not.toBe('')
    if (row === 'scaled') expect(found.reason).toBe(`${a}: 4 -> 5`)
    expect(Object.keys(found.state.parallelismOverrides).length).toBe(row === 'scaled' ? 2 : 0)
  })

  test.each<readonly [string, readonly number[], ExecutionInput['decisions'] | null, Readonly<Record<string, string>>, string]>([
    ['no bound', [1, 2, 3], null, {}, 'scaled'],
    ['one is left', [1], null, { 'restart-budget.count': '2' }, 'scaled'],
    ['none is left', [1, 2], null, { 'restart-budget.count': '2' }, 'restart-budget'],
    ['older ones do not count', [24 * 60, 30 * 60], null, { 'restart-budget.count': '1' }, 'scaled'],
    ['by another clock it lies ahead', [-1], null, { 'restart-budget.count': '1' }, 'restart-budget'],
    ['a year that never was', [-1e9], null, { 'restart-budget.count': '1' }, 'scaled'],
    ['a shorter period', [61], null, { 'restart-budget.count': '1', 'restart-budget.period': '1 h' }, 'scaled'],
    ['a scale-down keeps one for a scale-up', [1], down(2), { 'restart-budget.count': '2' }, 'restart-budget'],
    ['a scale-down with two left', [1], down(2), { 'restart-budget.count': '3' }, 'scaled'],
  ])('restart budget: %s', (_title, minutes, decisions, options, row) => {
    const prefixed = Object.fromEntries(Object.entries(options).map(([key, value]) => [`job.autoscaler.${key}`, value]))
    const input = given(prefixed, { state: scaledBefore(...minutes) })
    const found = execution({ ...input, decisions: decisions ?? input.decisions })
    expect(found.row).toBe(row)
    if (row === 'restart-budget') expect(found.events.map(it => it.reason)).toEqual(['ScalingLimited'])
  })

  test.each([
    // 8 slots stand still for 5 min; one slot less saves 1 slot in the period
    ['too short a period', '39 min', 3, 'not-earned'],
    ['as much as it costs', '40 min', 3, 'scaled'],
    ['a larger step earns it sooner', '20 min', 2, 'scaled'],
    ['need not', '0', 3, 'scaled'],
  ])('a scale-down must earn its restart: %s', (_title, period, newParallelism, row) => {
    expect(execution(given({ 'job.autoscaler.scale-down.payback-period': period }, { decisions: down(newParallelism) })).row).toBe(row)
  })

  const period = 'job.autoscaler.excluded.periods'
  const report = { type: 'Normal', reason: 'ScalingReport', key: 'ScalingExecutor' }
  const quotaReached = { type: 'Warning', reason: 'ResourceQuotaReached', key: null }
  test.each<readonly [string, ExecutionInput, string, readonly object[]]>([
    ['memory-pressure', given({}, { globalMetrics: { GC_PRESSURE: { current: 1.5, average: NaN } } }), 'GC', [{
      reason: 'MemoryPressure',
    }]],
    ['no vertex wants it', given({}, { decisions: {} }), 'no vertex wants another parallelism', []],
    ['all want it, and none has to', given({}, { decisions: inside }), 'all vertices are within their bounds', []],
    ['scaling-disabled', given({ 'job.autoscaler.scaling.enabled': 'false' }), 'job.autoscaler.scaling.enabled', [
      { ...report, message: expect.stringContaining('disabled by config job.autoscaler.scaling.enabled:false') as string },
    ]],
    ['scaling-disabled, as the reference', given({ 'job.autoscaler.scaling.enabled': 'false' }, { profile: '1.15.0' }), 'enabled', [
      report,
    ]],
    ['W44 overrides-ignored', given({}, { obstacle: { option: 'mode', value: 'standalone' } }), 'FLINK-38770', [
      { ...report, message: expect.stringContaining('disabled by config mode:standalone, recommended') as string },
    ]],
    ['excluded-period, in UTC', given({ [period]: '11:00-13:00;00:00-01:00' }), 'excluded period 11:00-13:00', [
      { ...report, message: expect.stringContaining(`disabled by config ${period}:[11:00-13:00, 00:00-01:00],`) as string },
    ]],
    ['A-3 excluded-period, in another zone', given({ [period]: '13:00-14:00', 'job.autoscaler.time-zone': 'Europe/Berlin' }), 'excluded', [
      { ...report, message: expect.stringContaining('[13:00-14:00] (Europe/Berlin)') as string },
    ]],
    ['unreadable-period', given({ [period]: 'x' }), "the excluded period x can't be read", [
      { type: 'Warning', reason: 'AutoscalerError', key: 'excludedPeriods', message: "The excluded period x can't be read" },
    ]],
    ['restart-budget', given({ 'job.autoscaler.restart-budget.count': '1' }, { state: scaledBefore(1) }), '1 ', [
      {
        type: 'Warning',
        reason: 'ScalingLimited',
        key: 'restartBudget',
        message: expect.stringMatching(/^Scaling limited: .+/u) as string,
      },
    ]],
    ['not-earned', given({ 'job.autoscaler.scale-down.payback-period': '10 min' }, { decisions: down(3) }), 'it saves ', []],
    ['slots-unknown', given({}, { globalMetrics: {}, cluster: { _tag: 'Known', nodes: [] } }), 'the number of used slots is unknown', [
      { ...quotaReached, key: 'clusterCapacity', message: expect.stringContaining('The number of used slots is unknown') as string },
    ]],
    ['cluster-unknown', given({}, { cluster: { _tag: 'Unknown', reason: 'HTTP 500' }, profile: '1.15.0' }), 'HTTP 500', [
      { reason: 'ScalingReport' },
    ]],
    ['cluster-full', given({}, { cluster: { _tag: 'Known', nodes: [] } }), `Vertices: ${a}: 4 -> 5`, [
      { ...quotaReached, key: 'clusterCapacity', message: expect.stringMatching(/^Scaling blocked: /u) as string },
    ]],
    ['cluster-full, as the reference', given({}, { cluster: { _tag: 'Known', nodes: [] }, profile: '1.15.0' }), `${a}: 4 -> 5`, [
      { reason: 'ScalingReport' },
    ]],
    ['quota', given({ 'job.autoscaler.quota.cpu': '2' }), 'CPU', [
      { ...quotaReached, message: expect.stringMatching(/^Resource usage is above the allowed limit .* manually\. .*CPU/u) as string },
    ]],
    ['quota, as the reference', given({ 'job.autoscaler.quota.cpu': '1' }, { profile: '1.15.0', decisions: up(40) }), 'CPU', [
      { reason: 'ScalingReport' },
      { ...quotaReached, message: expect.stringMatching(/manually\.$/u) as string },
    ]],
    ['scaled', given({}, { decisions: { ...up(5), [b]: { ...up(6)[a]!, newParallelism: 6 } } }), `${a}: 4 -> 5, ${b}: 4 -> 6`, [
      { reason: 'ScalingReport' },
    ]],
  ])('what is told: %s', (_title, input, reason, events) => {
    const found = execution(input)
    expect(found.reason).toContain(reason)
    // the reports of memory tuning: recommendation.ts
    expect(found.events.filter(({ key }) => key !== 'MemoryTuning')).toMatchObject(events)
  })

  test('a blocked scaling is still recommended, and one that nobody wants is not', () => {
    expect(execution(given({ 'job.autoscaler.scaling.enabled': 'false' })).recommended).toEqual({ [a]: 5 })
    expect(execution(given({}, { decisions: inside })).recommended).toEqual({})
    expect(execution(given({}, { decisions: up(4) })).recommended).toEqual({})
  })

  test('resources are asked for from the check of the cluster on; a TaskManager of unknown size asks for none', () => {
    expect(execution(given({ 'job.autoscaler.scaling.enabled': 'false' })).request).toBe(null)
    expect(execution(given({}, { cluster: { _tag: 'Known', nodes: [] } })).request).toMatchObject({ taskManagersNow: 2, cpu: 1 })
    for (const key of ['kubernetes.taskmanager.cpu.amount', 'taskmanager.memory.process.size']) {
      const unknown = execution(given({ [key]: '0' }, { globalMetrics: {}, cluster: { _tag: 'Known', nodes: [] } }))
      expect([unknown.row, unknown.request]).toEqual(['scaled', null])
    }
  })

  test('slots that are not known block nothing where nodes are not checked', () => {
    expect(execution(given({}, { globalMetrics: {} })).row).toBe('scaled')
  })

  test('under memory pressure delayed scale-downs and the events of vertices wait', () => {
    const event = { type: 'Normal', reason: 'IneffectiveScaling', message: 'x', key: null, interval: null, unlessSame: null } as const
    const delayed = { firstTrigger: { at: now }, recommended: [] }
    const decisions = { [a]: { ...up(5)[a]!, delayed, events: [event] } }
    const pressed = execution(given({}, { decisions, globalMetrics: { GC_PRESSURE: { current: 1.5, average: NaN } } }))
    expect([pressed.state.delayedScaleDown, pressed.events.map(({ reason }) => reason)]).toEqual([{}, ['MemoryPressure']])
    const calm = execution(given({ 'job.autoscaler.scaling.enabled': 'false' }, { decisions }))
    expect([calm.state.delayedScaleDown, calm.events[0]?.reason]).toEqual([{ [a]: delayed }, 'IneffectiveScaling'])
  })

  test('a scale-up need not earn its restart', () => {
    expect(execution(given({ 'job.autoscaler.scale-down.payback-period': '1 min' })).row).toBe('scaled')
  })

  test('a scaling is in the history and in the tracking at once, and its overrides name every vertex', () => {
    const { state } = execution(given({}))
    expect(state.parallelismOverrides).toStrictEqual({ [a]: '5', [b]: '4' })
    expect(state.history[a]?.[0]).toMatchObject({ at: now, currentParallelism: 4, newParallelism: 5 })
    expect(state.tracking).toStrictEqual([{ at: now, restartDuration: null }])
  })

  test('A-5 a recommendation is told again only where it differs', () => {
    const [event] = execution(given({})).events
    expect(event).toMatchObject({ reason: 'MemoryRecommendation', interval: Number.MAX_SAFE_INTEGER })
    expect(event?.unlessSame).toContain('taskmanager.memory.process.size')
  })

  test('A-6 that the cluster is full, or that slots are not known, is told with numbers', () => {
    expect(reasons(given({}, { cluster: { _tag: 'Known', nodes: [] } }))).toContain('ResourceQuotaReached')
    expect(reasons(given({}, { globalMetrics: {}, cluster: { _tag: 'Known', nodes: [] } }))).toContain('ResourceQuotaReached')
  })

  test('A-6 the event says which vertex needs how much, and what is free', () => {
    const nodes = [{ allocatable: { cpu: 2.5, memory: 8 * 1024 ** 3 }, used: { cpu: 2, memory: 4 * 1024 ** 3 } }]
    const { events } = execution(given({}, { cluster: { _tag: 'Known', nodes } }))
    expect(events.find(({ reason }) => reason === 'ResourceQuotaReached')).toMatchObject({
      message: 'Scaling blocked: the job needs 3 TaskManagers instead of 2, each with CPU 1 and 2048 MiB, and the cluster has room for 2'
        + ` of them: CPU 0.5 and 4096 MiB are free (nodes: 1). Vertices: ${a}: 4 -> 5`,
      key: 'clusterCapacity',
    })
  })

  test('P14 nodes that can not be read permit the scaling, and that is told once', () => {
    const found = execution(given({}, { cluster: { _tag: 'Unknown', reason: 'Timeout: no answer' } }))
    expect(found.row).toBe('scaled')
    expect(found.reason).toContain('Timeout: no answer')
    expect(found.events.find(({ reason }) => reason === 'ClusterCapacityUnknown')).toMatchObject({
      key: 'clusterCapacityUnknown',
      interval: Number.MAX_SAFE_INTEGER,
      message: expect.stringContaining('Timeout: no answer') as string,
    })
  })

  test('P14 without the right to list nodes the job is scaled, too, and the event of the missing right is enough', () => {
    const found = execution(given({}, { cluster: { _tag: 'Unknown', reason: 'Forbidden: nodes', isReported: true } }))
    expect([found.row, found.reason]).toEqual(['scaled', expect.stringContaining('Forbidden: nodes')])
    expect(found.events.map(({ reason }) => reason)).not.toContain('ClusterCapacityUnknown')
  })

  test('A-7 a quota counts every vertex, and a TaskManager that is used in part', () => {
    // 5 and 4 slots are three TaskManagers of four slots
    expect(execution(given({ 'job.autoscaler.quota.cpu': '2' })).row).toBe('quota')
    expect(execution(given({ 'job.autoscaler.quota.cpu': '2' }, { profile: '1.15.0' })).row).toBe('scaled')
    expect(execution(given({ 'job.autoscaler.quota.cpu': '3' })).row).toBe('scaled')
  })

  test('A-20 a scaling that is blocked is not reported as begun', () => {
    expect(reasons(given({ 'job.autoscaler.quota.cpu': '2' }))).not.toContain('ScalingReport')
    expect(reasons(given({}))).toContain('ScalingReport')
  })

  test('numbers that are none, or huge, throw nowhere', () => {
    const number = fc.oneof(fc.double(), fc.constantFrom(NaN, Infinity, -Infinity, 1e308, -1, 0))
    const metric = fc.record({ current: number, average: number })
    const metrics = fc.dictionary(
      fc.constantFrom(
        'GC_PRESSURE',
        'HEAP_MEMORY_USED',
        'MANAGED_MEMORY_USED',
        'METASPACE_MEMORY_USED',
        'NUM_TASK_SLOTS_USED',
        'TARGET_DATA_RATE',
      ),
      metric,
    ) as fc.Arbitrary<MetricsOf>
    fc.assert(fc.property(metrics, fc.integer(), fc.boolean(), fc.array(metric), (global, newParallelism, isOutsideBounds, nodes) => {
      const input = given({ 'job.autoscaler.memory.tuning.enabled': 'true', 'job.autoscaler.quota.memory': '1t' })
      const cluster = {
        _tag: 'Known',
        nodes: nodes.map(({ current, average }) => ({
          allocatable: { cpu: current, memory: average },
          used: { cpu: average, memory: current },
        })),
      } as const
      const decisions = {
        [a]: { row: 'scale-up', reason: '', newParallelism, isOutsideBounds, metrics: global, delayed: null, events: [] },
      } as const
      expect(execution({ ...input, globalMetrics: global, cluster, decisions }).reason).toEqual(expect.any(String))
    }))
  })
})
