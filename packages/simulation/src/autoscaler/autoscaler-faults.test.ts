import { describe, expect, test } from 'vitest'
import {
  minute,
  sink,
  constant,
  application,
  operator,
  ran,
  widthOf,
  count,
  reported,
  restarts,
  statusOf,
} from '../../fixtures/autoscaled-jobs.ts'
import { name } from '../../../core/fixtures/flink-deployment-resource.ts'
import { versionOf } from '../world/world.ts'
import { playFor, type Playing } from './played-operator.ts'

describe('A-13 A-18 A-19 what goes wrong', () => {
  test.each(['Missing', 'Incomplete', 'NaN'] as const)('metrics that are %s scale nothing, and fail no round', broken => {
    const it = ran(application(constant(500, { broken })), 35)
    expect(restarts(it)).toBe(0)
    expect(statusOf(it).error).toBe(null)
    // once in half an hour, not once a minute
    expect(
      new Set(it.done.flatMap(({ action }) => (action._tag === 'EmitEvent' && action.reason === 'AutoscalerError' ? [action.key] : [])))
        .size,
    )
      .toBeLessThanOrEqual(broken === 'Missing' ? 3 : 0)
    if (broken === 'Missing') expect(reported(it, 'AutoscalerError')[0]).toContain('SOURCE_TASK_NUM_RECORDS_IN')
  })

  const tampered = (before: Playing, data: Readonly<Record<string, string>>): Playing => ({
    ...before,
    world: {
      ...before.world,
      serial: before.world.serial + 1,
      autoscaled: {
        ...before.world.autoscaled!,
        states: before.world.autoscaled!.states.map(it => ({
          ...it,
          version: versionOf(before.world.serial),
          data: { ...it.data, ...data },
        })),
      },
    },
  })

  test.each(['collectedMetrics', 'scalingHistory', 'scalingTracking', 'delayedScaleDown', 'parallelismOverrides', 'configOverrides'])(
    'A-18 a text of %s that can not be read restarts nothing, is told, and the autoscaler goes on',
    key => {
      const up = ran(application(constant(500)), 15)
      const spoilt = playFor([operator()], tampered(up, { [key]: '\u0000: [' }), 16 * minute)
      expect(widthOf(spoilt)[sink]).toBeGreaterThanOrEqual(5)
      expect(restarts(spoilt) - restarts(up)).toBeLessThanOrEqual(1)
      expect(reported(spoilt, 'AutoscalerError')[0]).toContain(key)
      expect(statusOf(spoilt).error).toBe(null)
    },
  )

  test('a ConfigMap of another resource is left alone, and the job is not scaled', () => {
    const world = application(constant(500))
    const foreign = { name: `autoscaler-${name}`, uid: 'u', version: 'v', ownerUid: 'somebody', data: { a: 'b' } }
    const it = ran({ ...world, autoscaled: { ...world.autoscaled!, states: [foreign] } }, 30)
    expect(restarts(it)).toBe(0)
    expect(count(it, 'WriteAutoscalerState')).toBe(0)
    expect(reported(it, 'AutoscalerError')[0]).toContain('belongs to another resource')
  })
})
