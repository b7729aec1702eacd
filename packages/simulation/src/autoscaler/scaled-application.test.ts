import { describe, expect, test } from 'vitest'
import {
  minute,
  source,
  sink,
  overridesKey,
  load,
  constant,
  on,
  adaptive,
  application,
  operator,
  ran,
  jobsOf,
  widthOf,
  lagOf,
  count,
  reported,
  restarts,
  dataOf,
  edited,
  statusOf,
} from '../../fixtures/autoscaled-jobs.ts'
import { t0 } from '../../../core/fixtures/flink-deployment-resource.ts'
import { playFor, type Playing, playing } from './played-operator.ts'

describe('P01 P02 P03 an application that Flink can scale in place', () => {
  test('scales up once under a load that is constant, its lag falls, and then it stays as it is', () => {
    const up = ran(application(constant(500)), 15)
    expect(restarts(up)).toBe(1)
    expect(reported(up, 'ScalingReport')).toHaveLength(1)
    const after = playFor([operator()], up, 25 * minute)
    expect(widthOf(after)[sink]).toBeGreaterThanOrEqual(5)
    expect(lagOf(after)).toBe(0)
    expect(restarts(after)).toBeLessThanOrEqual(2)
    const calm = playFor([operator()], after, 60 * minute)
    expect(restarts(calm)).toBe(restarts(after))
    expect(count(calm, 'StopWithSavepoint', 'CancelJob', 'DeleteObject')).toBe(0)
    expect(calm.world.breaches).toEqual([])
  })

  test('scales down, after its time, when less arrives', () => {
    const wave = load([{ from: t0, perSecond: 500 }, { from: t0 + 40 * minute, perSecond: 90 }])
    const up = ran(application(wave), 39)
    const down = playFor([operator()], up, 60 * minute)
    expect(widthOf(down)[sink]).toBeLessThan(widthOf(up)[sink]!)
    expect(lagOf(down)).toBe(0)
  })

  test('the state is stored before an override takes effect, and each decision is carried out once', () => {
    const it = ran(application(constant(500)), 15)
    const effects = it.done.map(({ action }) => action._tag).filter(tag =>
      tag === 'WriteAutoscalerState' || tag === 'UpdateResourceRequirements'
    )
    expect(effects.indexOf('UpdateResourceRequirements')).toBe(
      effects.findLastIndex((tag, n) => tag === 'WriteAutoscalerState' && n < effects.indexOf('UpdateResourceRequirements')) + 1,
    )
    expect(dataOf(it)['parallelismOverrides']).toContain(`${sink}:`)
    expect(statusOf(it).reconciliationStatus.lastReconciledSpec).toContain(overridesKey)
  })

  test('a steady cycle asks Flink for the list of jobs and two round trips of what it measures, once a minute', () => {
    const before = ran(application(constant(100)), 10)
    const after = playFor([operator()], before, 5 * minute)
    const asked = after.asked.slice(before.asked.length).map(({ _tag }) => _tag)
    expect(asked.filter(tag => tag === 'GetVertexMetrics')).toHaveLength(5)
    expect(asked.filter(tag => tag === 'GetJobDetails')).toHaveLength(5)
    const details = after.asked.findLast(({ _tag }) => _tag === 'GetJobDetails')
    expect(details).toMatchObject({ namesOf: [source] })
    const values = after.asked.findLast(({ _tag }) => _tag === 'GetVertexMetrics')
    expect(values).toMatchObject({
      vertices: [{ id: source, get: expect.arrayContaining(['busyTimeMsPerSecond']) as string[] }, { id: sink }],
    })
  })
})

describe('P01 P02 P03 an application of the default scheduler', () => {
  test.each(['savepoint', 'last-state', 'stateless'])('is scaled by an upgrade in the mode of its spec: %s', upgradeMode => {
    const it = ran(application(constant(500), on, { upgradeMode }), 15)
    expect(widthOf(it)[sink]).toBeGreaterThanOrEqual(5)
    expect(count(it, 'UpdateResourceRequirements')).toBe(0)
    expect(reported(it, 'ScalingReport')).toHaveLength(1)
    expect(
      it.done.filter(({ action }) =>
        action._tag === 'CreateObject' && action.manifest._tag === 'ClusterManifest' && action.manifest.part === 'JobManagerDeployment'
      ),
    ).toHaveLength(2)
    expect(it.world.breaches).toEqual([])
  })
})

describe('W44 Flink 2.0 to 2.3 starts a job without the overrides (FLINK-38770)', () => {
  const on23 = (configuration: Readonly<Record<string, string>>) =>
    edited(playing(application(constant(500), configuration)), ({ spec }) => ({ ...spec, flinkVersion: 'v2_3', image: 'flink:2.3' }))
  const played = (before: Playing, minutes: number) => playFor([operator()], before, minutes * minute)

  test.each([
    ['the default scheduler', on, 'jobmanager.scheduler:Default'],
    [
      'in-place scaling is off',
      { ...adaptive, 'kubernetes.operator.job.upgrade.inplace-scaling.enabled': 'false' },
      'kubernetes.operator.job.upgrade.inplace-scaling.enabled:false',
    ],
  ])('%s: the decision is reported, and the job is not restarted for it', (_title, configuration, option) => {
    const it = played(on23(configuration), 60)
    expect(restarts(it)).toBe(0)
    expect(reported(it, 'ScalingReport')[0]).toContain(`Scaling execution disabled by config ${option}`)
    expect(dataOf(it)['parallelismOverrides'] ?? '').toBe('')
    expect(it.world.breaches).toEqual([])
  })

  test('the adaptive scheduler: a job that an upgrade started narrow is scaled in place again, without a new decision', () => {
    const wide = played(on23(adaptive), 20)
    expect(widthOf(wide)[sink]).toBeGreaterThanOrEqual(5)
    const upgraded = played(edited(wide, ({ spec }) => ({ ...spec, image: 'flink:2.3.1' })), 5)
    expect(widthOf(upgraded)).toEqual(widthOf(wide))
    expect(count(upgraded, 'StopWithSavepoint')).toBe(1)
    expect(dataOf(upgraded)['parallelismOverrides']).toBe(dataOf(wide)['parallelismOverrides'])
    const calm = played(upgraded, 10)
    const decided = (it: Playing): number => reported(it, 'ScalingReport').length
    expect(restarts(calm) - restarts(upgraded)).toBe(decided(calm) - decided(upgraded))
    expect(widthOf(calm)[sink]).toBeGreaterThanOrEqual(5)
    expect(statusOf(calm).operatorRecord.requestedScaling).toBeNull()
    expect(calm.world.breaches).toEqual([])
  })
})

/** Who dies after the write of the status that comes before each effect gets no further (crash-after-k-effects.test.ts): from two on. */
describe.each([2, 3, 4, 5, 6])('P01 P02 P03 P05 the operator dies after each %i effects', diesAfter => {
  test.each([['in place', adaptive], ['by upgrade', on]])(
    'the job is scaled all the same, once for a decision: %s',
    (_how, configuration) => {
      const before = ran(application(constant(500), configuration), 6)
      const after = playFor([operator({ diesAfter })], before, 12 * minute)
      expect(widthOf(after)[sink]).toBeGreaterThanOrEqual(8)
      expect(after.done.filter(({ action }) => action._tag === 'StopWithSavepoint').length).toBeLessThanOrEqual(1)
      expect(new Set(jobsOf(after).flatMap(job => (job.state === 'RUNNING' ? [job.jobId] : []))).size).toBe(1)
      expect(after.world.breaches).toEqual([])
    },
  )
})
