import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { operatorOptions, resourceOptions } from '@flink-operator/core/operator-options'
import { canonicalHash } from './canonical-hash.ts'
import { checkerConfiguration } from './checker-env.ts'
import type { Horizons } from './hashed-fields.ts'
import { horizonsOfOptions, notLookedAt, type OptionsInForce, timesOfOptions, timesToLookAt } from './horizons-of-options.ts'
import { rowWorlds } from './row-worlds.ts'

const key = (name: string): string => `kubernetes.operator.${name}`
const inForce = (set: Readonly<Record<string, string>>): OptionsInForce => {
  const configuration = { ...checkerConfiguration, ...set }
  return { ...resourceOptions(configuration).options, ...operatorOptions(configuration).options }
}

const rollback = { [key('deployment.rollback.enabled')]: 'true', [key('deployment.readiness.timeout')]: '2 min' }
const health = {
  [key('cluster.health-check.enabled')]: 'true',
  [key('cluster.health-check.restarts.window')]: '10 s',
  'execution.checkpointing.interval': '10 s',
}

describe('how far decisions look with these options', () => {
  test.each<readonly [string, Readonly<Record<string, string>>, Horizons]>([
    ['those of all worlds: no further', {}, {}],
    ['the default by name is no other time', { [key('jm-deployment.shutdown-ttl')]: '24 h' }, {}],
    ['rollback', rollback, { reconciliationTimestamp: 121_000 }],
    ['a readiness timeout without rollback is not read', { [key('deployment.readiness.timeout')]: '2 min' }, {}],
    ['stability window (D-17)', { [key('deployment.stability.window')]: '90 s' }, { runningSince: 91_000 }],
    ['how long a JobManager may be down or not answer (V05)', { [key('observer.rest-unreachable.timeout')]: '10 s' }, {
      jobManagerDownSince: 11_000,
      restMissedSince: 11_000,
    }],
    ['time to live (D-27)', { [key('jm-deployment.shutdown-ttl')]: '10 s' }, { terminalSince: 11_000 }],
    ['time to live, shorter than what else is read of the moment', { [key('jm-deployment.shutdown-ttl')]: '1 s' }, {
      terminalSince: 8_000,
    }],
    ['age of the last checkpoint (B16)', { [key('job.upgrade.last-state.max.allowed.checkpoint.age')]: '1 min' }, {
      startTime: 61_000,
      time: 61_000,
      triggerTimestamp: 61_000,
      inProgressSince: 61_000,
    }],
    ['both grace periods', { [key('savepoint.trigger.grace-period')]: '5 s', [key('checkpoint.trigger.grace-period')]: '5 s' }, {
      askedAt: 6_000,
      triggerTimestamp: 16_000,
    }],
    ['one grace period: the other one still counts', { [key('savepoint.trigger.grace-period')]: '5 s' }, {
      askedAt: 61_000,
      triggerTimestamp: 16_000,
    }],
    ['checkpointing timeout', { 'execution.checkpointing.timeout': '5 min' }, { giveUpAt: 301_000, triggerTimestamp: 361_000 }],
    ['restarts, one too many', {
      ...health,
      [key('cluster.health-check.restarts.threshold')]: '0',
      [key('cluster.health-check.checkpoint-progress.enabled')]: 'false',
    }, { numRestartsEvaluationTimeStamp: 11_000, restarts: 0 }],
    ["checkpoints that don't come (B61)", health, { numCompletedCheckpointsIncreasedTimeStamp: 21_000 }],
    ['periodic savepoints (D-30)', { [key('periodic.savepoint.interval')]: '30 s' }, {
      lastPeriodicSavepointTrigger: 31_000,
      lastPeriodicSavepointTimestamp: 31_000,
      creationTimestamp: 31_000,
    }],
    ['periodic checkpoints (D-30)', { [key('periodic.checkpoint.interval')]: '30 s' }, {
      lastPeriodicCheckpointTrigger: 31_000,
      lastPeriodicCheckpointTimestamp: 31_000,
      creationTimestamp: 31_000,
    }],
    ['age of savepoints', { [key('savepoint.history.max.age')]: '1 min' }, { timeStamp: 61_000 }],
    ['cleanup timeout', { [key('resource.cleanup.timeout')]: '5 min' }, { giveUpAt: 301_000 }],
    ['cleanup timeout, and a savepoint before the deletion (D-13)', {
      [key('resource.cleanup.timeout')]: '5 min',
      [key('job.savepoint-on-deletion')]: 'true',
    }, { giveUpAt: 301_000, deletionTimestamp: 301_000 }],
    ['cancel timeout', { [key('flink.client.cancel.timeout')]: '2 min' }, { giveUpAt: 121_000 }],
    ['pause between attempts', { [key('observer.progress-check.interval')]: '2 min' }, { retryAt: 121_000 }],
  ])('%s', (_title, set, horizons) => {
    expect(horizonsOfOptions(inForce(set))).toEqual(horizons)
  })

  // a world with a tick of its own looks further than any option says
  test.each(
    rowWorlds.filter(({ configuration, horizons, tick }) => configuration !== undefined && horizons !== undefined && tick === undefined)
      .map(it => [it.name, it] as const),
  )('as far as %s of the published matrix', (_name, { configuration, horizons }) => {
    expect(horizonsOfOptions(inForce({ 'execution.checkpointing.interval': '10 s', ...configuration }))).toMatchObject(horizons ?? {})
  })

  test('what is out of reach is left out', () => {
    const options = inForce({ ...rollback, [key('deployment.stability.window')]: '10 s' })
    expect(timesToLookAt(options)).toEqual([121_000, 11_000])
    expect(horizonsOfOptions(options, 20_000)).toEqual({ runningSince: 11_000 })
  })

  test.each([...new Set(timesOfOptions.map(({ source }) => source))])('%s is there', source => {
    expect(existsSync(join(import.meta.dirname, '..', '..', '..', 'core', 'src', source))).toBe(true)
  })
})

describe('what no world looks at is told', () => {
  const reported = (set: Readonly<Record<string, string>>) => notLookedAt(inForce(set)).map(({ what }) => what)

  test('of the defaults: those that are longer than the built-in limits', () => {
    expect(notLookedAt(inForce({})).map(({ what, millis }) => [what, millis])).toEqual([
      [key('observer.rest-unreachable.timeout'), 300_000],
      [key('observer.rest-unreachable.timeout'), 300_000],
      [key('jm-deployment.shutdown-ttl'), 86_400_000],
      [`${key('savepoint.trigger.grace-period')} and execution.checkpointing.timeout`, 70_000],
      [`${key('checkpoint.trigger.grace-period')} and execution.checkpointing.timeout`, 70_000],
      [key('savepoint.history.max.age'), 86_400_000],
      ['the time after which a job that never started is reported as missed', 300_000],
    ])
  })

  test('a time that is looked as far as is not told', () => {
    expect(reported({ [key('jm-deployment.shutdown-ttl')]: '1 h' })).not.toContain(key('jm-deployment.shutdown-ttl'))
  })

  test.each<readonly [string, Readonly<Record<string, string>>]>([
    [key('cluster.health-check.restarts.threshold'), health],
    [key('periodic.savepoint.interval'), { [key('periodic.savepoint.interval')]: '0 0 12 * * ?' }],
    [key('periodic.checkpoint.interval'), { [key('periodic.checkpoint.interval')]: '0 0 12 * * ?' }],
    ['the time after which scaling in place continues without an observation', { 'jobmanager.scheduler': 'Adaptive' }],
  ])('%s', (what, set) => {
    expect(reported({})).not.toContain(what)
    expect(reported(set)).toContain(what)
  })
})

describe('a moment to come, with a horizon', () => {
  const now = 1_700_000_000_000
  const hashed = (horizons: Horizons, giveUpAt: number): number => {
    const hash = canonicalHash(horizons)
    hash.begin({ now, attempts: 0, progress: [] })
    hash.value({ giveUpAt })
    return hash.first()
  }

  test('is told apart that far ahead, and no further', () => {
    expect(hashed({}, now + 100_000)).toBe(hashed({}, now + 200_000))
    expect(hashed({ giveUpAt: 301_000 }, now + 100_000)).not.toBe(hashed({ giveUpAt: 301_000 }, now + 200_000))
    expect(hashed({ giveUpAt: 301_000 }, now + 400_000)).toBe(hashed({ giveUpAt: 301_000 }, now + 500_000))
  })
})
