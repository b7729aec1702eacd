import { describe, expect, test } from 'vitest'
import { envFindings, makeEnv } from './env.ts'

const now = 1_700_000_000_000

describe('makeEnv: an environment is whole without anything being said', () => {
  test('as an operator without configuration has it', () => {
    const { flinkDefaults, options, ...rest } = makeEnv({ now })
    expect(rest).toEqual({ now, hasSnapshotController: true, consecutiveFailures: 0 })
    expect(flinkDefaults.configuration['parallelism.default']).toBe('1')
    expect(flinkDefaults.logConfiguration['log4j-console.properties']).toContain('rootLogger')
    expect(options.reconcileInterval).toBe(60_000)
  })

  test('what is said is laid over it key by key, nested or flat', () => {
    const { flinkDefaults, options } = makeEnv({
      now,
      configuration: { parallelism: { default: 3 }, 'kubernetes.operator.reconcile.interval': '5 s' },
      logConfiguration: { 'logback-console.xml': '<configuration/>' },
    })
    expect(flinkDefaults.configuration['parallelism.default']).toBe('3')
    expect(flinkDefaults.configuration['taskmanager.numberOfTaskSlots']).toBe('1')
    expect(Object.keys(flinkDefaults.logConfiguration).sort()).toEqual(['log4j-console.properties', 'logback-console.xml'])
    expect(options.reconcileInterval).toBe(5_000)
  })

  test('an option that can not be read has its default, and is told by its key', () => {
    const configuration = { 'kubernetes.operator.reconcile.interval': 'soon' }
    expect(makeEnv({ now, configuration }).options.reconcileInterval).toBe(60_000)
    expect(envFindings({ configuration }).map(({ field }) => field)).toEqual(['flinkConfiguration.kubernetes.operator.reconcile.interval'])
  })
})
