import { describe, expect, test } from 'vitest'
import type { DeploymentView } from '../../contract/fact/object-view.ts'
import { absent, known, unknown } from '../../contract/fact/fact.ts'
import type { VertexBounds } from '../../contract/fact/flink-rest.ts'
import { inPlaceScaling, scalingObstacle } from './in-place-scaling.ts'
import type { NativeScaling, StandaloneScaling } from './in-place-scaling-answer.ts'

const bounds = (entries: Readonly<Record<string, readonly [number, number]>>): VertexBounds =>
  Object.fromEntries(Object.entries(entries).map(([vertex, [lower, upper]]) => [vertex, { lower, upper }]))

const seen = (entries: Readonly<Record<string, readonly [number, number]>>) => known(bounds(entries), 5)

const native = (over: Partial<NativeScaling>): NativeScaling => ({
  _tag: 'Native',
  enabled: true,
  flinkVersion: 'v1_20',
  scheduler: 'Adaptive',
  job: 'RUNNING',
  wantedOverrides: { a: 4 },
  deployedOverrides: { a: 2 },
  parallelism: null,
  requirements: seen({ a: [1, 3], b: [1, 3] }),
  ...over,
})

describe('control-flow.md, section 4.5, native: guards', () => {
  test.each(
    [
      ['row 1: turned off', { enabled: false }, 'in-place/disabled'],
      ['row 2: Flink 1.17', { flinkVersion: 'v1_17' }, 'in-place/old-flink'],
      ['row 2: version not known', { flinkVersion: null }, 'in-place/old-flink'],
      ['row 3: the default scheduler', { scheduler: 'Default' }, 'in-place/scheduler'],
      ['row 4: job ended', { job: 'FAILED' }, 'in-place/not-running'],
      ['row 4: job not seen', { job: 'RECONCILING' }, 'in-place/not-running'],
      ['row 4: job never seen', { job: null }, 'in-place/not-running'],
      ['row 5: no override before or after', { wantedOverrides: {}, deployedOverrides: {} }, 'in-place/no-override'],
      ["row 5: overrides can't be read", { wantedOverrides: null }, 'in-place/no-override'],
      ['row 6: no requirements (another scheduler, or an unknown job)', { requirements: absent(5) }, 'in-place/requirements'],
      ['row 7: an override was taken away', { wantedOverrides: { b: 5 } }, 'in-place/vertex-refused'],
      ['row 7: all overrides were taken away', { wantedOverrides: {} }, 'in-place/vertex-refused'],
      ['P14 unknown requirements, but an override was taken away: an upgrade all the same', {
        wantedOverrides: {},
        requirements: unknown('Timeout', 'late', 5),
      }, 'in-place/requirements'],
    ] as const satisfies readonly (readonly [string, Partial<NativeScaling>, string])[],
  )('%s: an upgrade', (_title, over, row) => {
    expect(inPlaceScaling(native(over))).toMatchObject({ _tag: 'NotPossible', row })
  })

  test('row 6: requirements are asked for only when rows 1 to 5 hold', () => {
    expect(inPlaceScaling(native({ requirements: undefined }))).toMatchObject({ _tag: 'LookFirst', at: 'ResourceRequirements' })
    expect(inPlaceScaling(native({ requirements: undefined, enabled: false }))._tag).toBe('NotPossible')
  })

  test.each(['Unreachable', 'Timeout', 'NotReady', 'Forbidden', 'NotSynced', 'Undecodable'] as const)(
    'P14 unknown requirements (%s): the edit waits, nothing is restarted',
    reason => {
      expect(inPlaceScaling(native({ requirements: unknown(reason, 'not seen', 5) }))).toMatchObject({ _tag: 'Wait' })
    },
  )
})

describe('control-flow.md, section 4.5, native: bounds', () => {
  test.each(
    [
      // title                                                  over                                                          seen
      // want
      ['up: the upper bound', {}, { a: [1, 3], b: [1, 3] }, { a: [1, 4], b: [1, 3] }],
      ['B101 down: the lower bound falls with it', { wantedOverrides: { a: 1 } }, { a: [2, 3] }, { a: [1, 1] }],
      ['B101 up: the lower bound is never raised', { wantedOverrides: { a: 9 } }, { a: [2, 3] }, { a: [2, 9] }],
      ['one more vertex', { wantedOverrides: { a: 2, b: 5 } }, { a: [1, 2], b: [1, 3] }, { a: [1, 2], b: [1, 5] }],
      ['first override', { deployedOverrides: {} }, { a: [1, 3], b: [1, 3] }, { a: [1, 4], b: [1, 3] }],
      ['a vertex that the job does not have is left out', { wantedOverrides: { a: 4, c: 2 } }, { a: [1, 3] }, { a: [1, 4] }],
      ['parallelism: all vertices that follow it', { wantedOverrides: {}, deployedOverrides: {}, parallelism: { from: 2, to: 4 } }, {
        a: [1, 2],
        b: [1, 2],
      }, { a: [1, 4], b: [1, 4] }],
      [
        'parallelism: not those with an override',
        { wantedOverrides: { a: 3 }, deployedOverrides: { a: 3 }, parallelism: { from: 2, to: 4 } },
        { a: [1, 3], b: [1, 2] },
        { a: [1, 3], b: [1, 4] },
      ],
    ] as const,
  )('%s', (_title, over, from, want) => {
    expect(inPlaceScaling(native({ ...over, requirements: seen(from) }))).toMatchObject({ _tag: 'ScaleVertices', bounds: bounds(want) })
  })

  test('row 8: as it is to be: nothing is sent; a rescale under way counts as done', () => {
    expect(inPlaceScaling(native({ requirements: seen({ a: [1, 4], b: [1, 3] }) }))).toMatchObject({ _tag: 'Done' })
  })

  test('putting the answer twice changes nothing: after it the edit is done', () => {
    const first = inPlaceScaling(native({ wantedOverrides: { a: 7 }, parallelism: { from: 3, to: 2 } }))
    expect(first._tag).toBe('ScaleVertices')
    if (first._tag === 'ScaleVertices')
      expect(
        inPlaceScaling(native({ wantedOverrides: { a: 7 }, parallelism: { from: 3, to: 2 }, requirements: known(first.bounds, 6) }))._tag,
      ).toBe('Done')
  })

  test.each(
    [
      ['a vertex has a parallelism of its own', { from: 2, to: 4 }, { a: [1, 2], b: [1, 1] }],
      ["from 1: a single writer can't be told from a vertex that follows", { from: 1, to: 4 }, { a: [1, 1] }],
    ] as const,
  )('parallelism: %s: an upgrade', (_title, parallelism, from) => {
    expect(inPlaceScaling(native({ wantedOverrides: {}, deployedOverrides: {}, parallelism, requirements: seen(from) }))).toMatchObject({
      _tag: 'NotPossible',
      row: 'in-place/vertex-refused',
    })
  })
})

const taskManagers = (wantedReplicas: number, deleting = false): DeploymentView => ({
  name: 'app-taskmanager',
  uid: 'tm-1',
  resourceVersion: '1',
  creationTimestamp: 0,
  deleting,
  labels: {},
  annotations: {},
  ownerUids: [],
  wantedReplicas,
  replicas: wantedReplicas,
  availableReplicas: wantedReplicas,
  conditions: [],
})

describe('control-flow.md, section 4.5, standalone (M-D07)', () => {
  const base: StandaloneScaling = { _tag: 'Standalone', schedulerMode: 'REACTIVE', replicas: 3, taskManagers: known(taskManagers(1), 5) }
  test.each(
    [
      ['s1: not reactive', { schedulerMode: null }, 'NotPossible'],
      ['s2: not looked at', { taskManagers: undefined }, 'LookFirst'],
      ['s2: only the cache knows', { taskManagers: known(taskManagers(1), 5, 'cache') }, 'LookFirst'],
      ['s2: gone', { taskManagers: absent(5) }, 'NotPossible'],
      ['s2: being deleted', { taskManagers: known(taskManagers(1, true), 5) }, 'NotPossible'],
      ['P14 s2: not seen', { taskManagers: unknown('Timeout', 'late', 5) }, 'Wait'],
      ['s3: another number', {}, 'ScaleTaskManagers'],
      ['M-D07 s3: the same number is not sent again', { replicas: 1 }, 'Done'],
      ['s3: no number', { replicas: null }, 'NotPossible'],
    ] as const,
  )('%s', (_title, over, want) => {
    expect(inPlaceScaling({ ...base, ...over })._tag).toBe(want)
  })

  test('s3: by the uid that was seen', () => {
    expect(inPlaceScaling(base)).toMatchObject({ name: 'app-taskmanager', uid: 'tm-1', replicas: 3 })
  })
})

describe('W44 what keeps a scaling from setting a parallelism, where a start ignores the overrides', () => {
  const inPlaceOff = { option: 'kubernetes.operator.job.upgrade.inplace-scaling.enabled', value: 'false' }
  const standalone: StandaloneScaling = { _tag: 'Standalone', schedulerMode: 'reactive', replicas: 1, taskManagers: undefined }
  test.each(
    [
      ['the default scheduler', 'v2_0', native({ scheduler: 'Default' }), { option: 'jobmanager.scheduler', value: 'Default' }],
      ['in-place scaling is off', 'v2_3', native({ enabled: false }), inPlaceOff],
      ['standalone mode', 'v2_3', standalone, { option: 'mode', value: 'standalone' }],
      ['the adaptive scheduler', 'v2_3', native({}), undefined],
      ['Flink 1.20', 'v1_20', native({ scheduler: 'Default' }), undefined],
      ['Flink 2.4', 'v2_4', native({ scheduler: 'Default' }), undefined],
      ['an unknown version', null, native({ scheduler: 'Default' }), undefined],
    ] as const,
  )('%s', (_title, version, inputs, obstacle) => {
    expect(scalingObstacle(version, inputs)).toEqual(obstacle)
  })
})
