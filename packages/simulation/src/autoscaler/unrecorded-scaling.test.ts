import { describe, expect, test } from 'vitest'
import {
  adaptive,
  application,
  constant,
  count,
  minute,
  operator,
  overridesKey,
  ran,
  sink,
  source,
  statusOf,
  widthOf,
  withConfiguration,
} from '../../fixtures/autoscaled-jobs.ts'
import { name } from '../../../core/fixtures/flink-deployment-resource.ts'
import { tamperState } from './disturbances.ts'
import { playFor, type Playing } from './played-operator.ts'

/** The rounds up to the first one in which this holds. */
const until = (before: Playing, holds: (playing: Playing) => boolean): Playing => {
  let now = before
  for (let round = 0; round < 200 && !holds(now); round += 1) now = playFor([operator()], now, 1_000)
  return now
}
const isSent = (it: Playing): boolean => count(it, 'UpdateResourceRequirements') > 0
const isDecided = (it: Playing): boolean => it.world.autoscaled?.states[0]?.data['parallelismOverrides'] !== undefined
const isRecorded = (it: Playing): boolean => statusOf(it).reconciliationStatus.lastReconciledSpec?.includes(overridesKey) === true

const removed = (it: Playing): Playing => ({ ...it, world: tamperState(it.world, name, 'Removed') })
const off = (it: Playing): Playing => withConfiguration(it, { 'job.autoscaler.enabled': 'false' })
const users = { [source]: 2, [sink]: 2 }

describe('P29 the ConfigMap of the autoscaler is lost in the middle of a scaling in place', () => {
  const begun = ran(application(constant(500), adaptive), 5)
  const moments = [
    ['once it is decided', until(begun, isDecided)],
    ['once it is sent, and not yet recorded', until(begun, isSent)],
    ['once it is recorded', until(begun, isRecorded)],
  ] as const

  test('the moments differ', () => {
    expect(moments.map(([, it]) => [isDecided(it), isSent(it), isRecorded(it)])).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ])
  })

  test.each(moments)('%s, and the autoscaler is turned off: the job has the parallelism of its user', (_title, it) => {
    const after = playFor([operator()], off(removed(it)), 10 * minute)
    expect(widthOf(after)).toEqual(users)
    expect(statusOf(after).operatorRecord.requestedScaling).toBe(null)
    expect(isRecorded(after)).toBe(false)
    expect(after.world.breaches).toEqual([])
  })

  test.each(moments)('%s: the record says what the job runs with', (_title, it) => {
    const after = playFor([operator()], removed(it), 2 * minute)
    expect(isRecorded(after)).toBe(false)
    expect(widthOf(after)).toEqual(users)
    expect(after.world.breaches).toEqual([])
  })

  test.each([2, 3, 4, 5])('the operator dies after each %i effects as well', diesAfter => {
    const dying = operator({ diesAfter })
    const sent = until(begun, isSent)
    const after = playFor([dying], off(removed(sent)), 15 * minute)
    expect(widthOf(after)).toEqual(users)
    expect(after.world.breaches).toEqual([])
  })
})

describe('the status of a moment before comes back in the middle of a scaling in place', () => {
  test('the ConfigMap still says what is asked for, and it is recorded', () => {
    const decided = until(ran(application(constant(500), adaptive), 5), isDecided)
    const sent = until(decided, isSent)
    const { status } = decided.world.resources['FlinkDeployment'][0]!
    const back: Playing = {
      ...sent,
      world: {
        ...sent.world,
        resources: {
          ...sent.world.resources,
          FlinkDeployment: sent.world.resources['FlinkDeployment'].map(it => ({ ...it, status })),
        },
      },
    }
    const after = playFor([operator()], back, minute)
    expect(isRecorded(after)).toBe(true)
    expect(widthOf(after)[sink]).toBeGreaterThan(2)
  })
})
