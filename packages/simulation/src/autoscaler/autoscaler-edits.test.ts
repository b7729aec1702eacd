import { describe, expect, test } from 'vitest'
import {
  minute,
  source,
  sink,
  overridesKey,
  constant,
  on,
  adaptive,
  application,
  operator,
  ran,
  widthOf,
  count,
  reported,
  restarts,
  dataOf,
  statusOf,
  edited,
  withConfiguration,
} from '../../fixtures/autoscaled-jobs.ts'
import { playFor, playing } from './played-operator.ts'

describe('what people do', () => {
  test("B104 turned off, the job has the user's parallelism again, and nothing is remembered", () => {
    const up = ran(application(constant(500)), 15)
    const off = playFor([operator()], withConfiguration(up, { 'job.autoscaler.enabled': 'false' }), 10 * minute)
    expect(dataOf(off)).toEqual({})
    expect(widthOf(off)).toEqual({ [source]: 2, [sink]: 2 })
    expect(statusOf(off).reconciliationStatus.lastReconciledSpec).not.toContain(overridesKey)
    const more = playFor([operator()], off, 30 * minute)
    expect(restarts(more)).toBe(restarts(off))
    expect(count(more, 'WriteAutoscalerState')).toBe(count(off, 'WriteAutoscalerState'))
    const again = playFor([operator()], withConfiguration(more, { 'job.autoscaler.enabled': 'true' }), 3 * minute)
    expect(widthOf(again)).toEqual({ [source]: 2, [sink]: 2 })
  })

  test('a new autoscalerResetNonce forgets everything, once', () => {
    const up = ran(application(constant(500)), 15)
    const asked = edited(up, ({ spec }) => ({ ...spec, job: { ...spec.job!, autoscalerResetNonce: 1 } }))
    const reset = playFor([operator()], asked, 5 * minute)
    const cleared = reset.done.slice(up.done.length).filter(({ action }) =>
      action._tag === 'WriteAutoscalerState' && action.data['scalingHistory'] === null
    )
    expect(cleared).toHaveLength(1)
    expect(widthOf(reset)).toEqual({ [source]: 2, [sink]: 2 })
    const again = playFor([operator()], reset, 15 * minute)
    expect(widthOf(again)[sink]).toBeGreaterThanOrEqual(5)
  })

  test('B44 an edit and an override are one restart, and the edit leaves the override in force', () => {
    const before = ran(application(constant(500), on), 6)
    const decidedAt = playFor([operator()], before, minute)
    const both = playFor([operator()], withConfiguration(decidedAt, { 'taskmanager.numberOfTaskSlots': '2' }), 15 * minute)
    expect(widthOf(both)[sink]).toBeGreaterThanOrEqual(5)
    expect(count(both, 'StopWithSavepoint')).toBeLessThanOrEqual(2)
    expect(both.world.breaches).toEqual([])
  })

  test('scaling.enabled false reports and never scales', () => {
    const it = ran(application(constant(500), { ...adaptive, 'job.autoscaler.scaling.enabled': 'false' }), 20)
    expect(restarts(it)).toBe(0)
    expect(reported(it, 'ScalingReport')[0]).toContain('Scaling execution disabled by config job.autoscaler.scaling.enabled:false')
    expect(dataOf(it)['parallelismOverrides']).toBeUndefined()
  })

  test('limits hold in each state', () => {
    const widest: number[] = []
    playFor(
      [operator()],
      playing(application(constant(2_000), { ...adaptive, 'job.autoscaler.vertex.max-parallelism': '4' })),
      30 * minute,
      it => {
        widest.push(widthOf(it)[sink] ?? 0)
      },
    )
    expect(Math.max(...widest)).toBe(4)
  })

  test('off, nothing of it is asked or stored', () => {
    const it = ran(application(constant(500), { 'jobmanager.scheduler': 'Adaptive' }), 30)
    expect(it.asked.map(({ _tag }) => _tag)).not.toContain('ReadAutoscalerState')
    expect(it.asked.map(({ _tag }) => _tag)).not.toContain('GetJobDetails')
    expect(count(it, 'WriteAutoscalerState')).toBe(0)
  })
})
