import { makeEnv, operatorOptions } from '@flink-operator/core'
import { describe, expect, onTestFinished, test } from 'vitest'
import { manualClock } from '../manual-clock.ts'
import { plannerBeside } from './planner-beside.ts'
import type { PlannerBeside } from './served-planner.ts'

const beside = async (configuration: Readonly<Record<string, string>>): Promise<{ planner: PlannerBeside; warned: readonly string[] }> => {
  const warned: string[] = []
  const planner = await plannerBeside(
    operatorOptions({ 'kubernetes.operator.planner.port': '0', ...configuration }).options,
    {
      keys: () => [],
      read: () => Promise.reject(new Error('nothing is read')),
      settings: () => makeEnv({ now: 0 }),
      observed: () => null,
      now: () => 0,
      fleet: null,
    },
    { credentials: null as never, clock: manualClock() },
    { warn: (...reported: readonly unknown[]) => void warned.push(reported.join(' ')), info: () => undefined } as never,
  )
  onTestFinished(planner.stop)
  return { planner, warned }
}

const on = { 'kubernetes.operator.planner.enabled': 'true' }

describe('S12 where the planner page is served', () => {
  test('nowhere by default', async () => {
    expect((await beside({})).planner.port()).toBeNull()
  })

  test.each(['localhost', 'planner.example.com', '127.1', '', '127.0.0.1:8086'])('not at "%s", which is no address', async address => {
    const { planner } = await beside({ ...on, 'kubernetes.operator.planner.address': address })
    expect(planner.port()).toBeNull()
    expect(planner.remarks()).toEqual([expect.stringContaining('expected an IP address')])
  })
})
