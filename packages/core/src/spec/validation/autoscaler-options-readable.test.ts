import { describe, expect, test } from 'vitest'
import { conf, foundBy, highAvailability } from '../../../fixtures/validated-spec.ts'
import { autoscalerOptions } from '../../options/autoscaler-options.ts'

const found = (id: string, over: Readonly<Record<string, string>>, isOn = 'true'): readonly string[] => {
  const prefixed = Object.fromEntries(Object.entries(over).map(([name, value]) => [`job.autoscaler.${name}`, value]))
  return foundBy(id, conf({ ...highAvailability, 'job.autoscaler.enabled': isOn, ...prefixed }))
}

describe('options of the autoscaler: field, found, allowed', () => {
  test.each<readonly [string, string, string]>([
    ['time-zone', 'Mars/Olympus', "is 'Mars/Olympus': expected the name of a time zone"],
    ['vertex.min-parallelism.schedule', '08:00-18:00', "is '08:00-18:00': expected a period, =, and a parallelism from 1 to 32768"],
    ['vertex.min-parallelism.schedule', '08:00-09:00 && 10:00-11:00 = 2', 'expected a period, =, and a parallelism'],
    ['restart-budget.count', '0', 'is 0: expected a whole number from 1 on'],
    ['restart-budget.count', 'many', "is 'many': expected a whole number of at most 32 bits"],
    ['restart-budget.period', '0', 'is 0 ms: expected a duration above 0'],
    ['stabilization.interval', 'soon', "is 'soon': expected digits and one unit of d, h, min, s, ms, µs, ns"],
    ['vertex.max-parallelism', '1.5', "is '1.5': expected a whole number of at most 32 bits"],
    ['metrics.busy-time.aggregator', 'MEDIAN', "is 'MEDIAN': expected AVG, MAX, MIN"],
    ['bottleneck.limits-others', 'perhaps', "is 'perhaps': expected true or false"],
  ])('%s: %s', (name, value, words) => {
    const [message = '', ...others] = found('autoscaler', { [name]: value })
    expect(message.startsWith(`flinkConfiguration.job.autoscaler.${name}: job.autoscaler.${name} is `)).toBe(true)
    expect(message).toContain(words)
    expect(others).toEqual([])
    expect(found('autoscaler', { [name]: value }, 'false')).toEqual([])
  })

  test('each option that does not parse is found once, whoever finds it', () => {
    for (const { key, type } of Object.values(autoscalerOptions)) {
      const name = key.slice('job.autoscaler.'.length)
      if (type.parse('\u0000 = x') === null && name !== 'enabled')
        expect([...found('autoscaler', { [name]: '\u0000 = x' }), ...found('11', { [name]: '\u0000 = x' })].length, key).toBeGreaterThan(0)
    }
  })

  test('what is right is not found', () => {
    const over = {
      'time-zone': 'Europe/Berlin',
      'vertex.min-parallelism.schedule': "08:00-18:00 = 10;'* * 18-22 ? * FRI = 20'",
      'restart-budget.count': '6',
      'restart-budget.period': '12 h',
      'scale-down.payback-period': '1 h',
    }
    expect(found('autoscaler', over)).toEqual([])
    expect(found('autoscaler advice', over)).toEqual([])
  })

  test.each<readonly [Readonly<Record<string, string>>, string]>([
    [{ 'utilization.target': 'NaN' }, 'it is not a number'],
    [{ 'utilization.target': '0', 'utilization.min': '0' }, 'with a target utilization of 0 every vertex'],
    [{ 'vertex.min-parallelism': '0' }, '0 counts as 1'],
    [{ 'vertex.min-parallelism': '5', 'vertex.max-parallelism': '4' }, 'no vertex is ever scaled up'],
    [{ 'scale-up.max-factor': '0' }, 'no vertex is ever scaled up'],
    [{ 'scale-down.max-factor': '0' }, 'no vertex is ever scaled down'],
    [{ 'restart.time-tracking.enabled': 'true', 'restart.time-tracking.limit': '1 min' }, 'it is below job.autoscaler.restart.time'],
    [
      { 'observed-scalability.enabled': 'true', 'observed-scalability.min-observations': '5' },
      'are never reached: job.autoscaler.history.max.count keeps only 3',
    ],
    [
      { 'history.max.count': '0', 'scaling.effectiveness.detection.enabled': 'true' },
      'the autoscaler never detects an ineffective scaling',
    ],
    [{ 'vertex.exclude.ids': 'source' }, "'source' is not a vertex id"],
    [{ 'quota.cpu': '0' }, 'no job is ever scaled up'],
    [{ 'quota.memory': '0' }, 'no job is ever scaled up'],
    [{ 'restart-budget.count': '1' }, 'no vertex is ever scaled down'],
    [{ 'vertex.min-parallelism.schedule': '08:00-18:00 = 300' }, '300 is more than job.autoscaler.vertex.max-parallelism, 200'],
    [{ 'scaling.parallelism-alignment.mode': 'mine' }, "'mine' counts as BALANCED"],
    [{ 'metrics.window': '2 min' }, 'holds fewer than three samples'],
  ])('advice: %j', (over, words) => {
    const [message = '', ...others] = found('autoscaler advice', over)
    expect(message).toContain(words)
    expect(others).toEqual([])
    expect(found('autoscaler advice', over, 'false')).toEqual([])
  })

  test.each(
    [
      ['v1_20', {}, false],
      ['v2_0', {}, true],
      ['v2_3', {}, true],
      ['v2_3', { 'job.autoscaler.scaling.enabled': 'false' }, false],
      ['v2_3', { 'jobmanager.scheduler': 'adaptive' }, false],
      ['v2_4', {}, false],
    ] as const,
  )('W44 an upgrade of %s sets no parallelism of a vertex, %j: advice %s', (flinkVersion, over, isGiven) => {
    const spec = { ...conf({ ...highAvailability, 'job.autoscaler.enabled': 'true', ...over }), flinkVersion }
    expect(foundBy('autoscaler advice', spec).some(it => it.includes('FLINK-38770'))).toBe(isGiven)
  })
})
