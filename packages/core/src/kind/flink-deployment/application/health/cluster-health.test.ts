import { describe, expect, test } from 'vitest'
import {
  type ClusterHealth,
  firstHealth,
  type HealthLimits,
  isSameHealth,
  nextHealth,
  readClusterHealth,
  withClusterHealth,
  withoutClusterHealth,
} from './cluster-health.ts'

const t = 1_700_000_000_000
const minute = 60_000
const limits: HealthLimits = { restartsWindow: 2 * minute, restartsThreshold: 3, checkpointWindow: 5 * minute }
const first = firstHealth({ time: t, restarts: 10, completedCheckpoints: 20 })
const after = (
  millis: number,
  restarts: number,
  completedCheckpoints: number | null,
  given: HealthLimits = limits,
  last: ClusterHealth = first,
) => nextHealth(last, { time: t + millis, restarts, completedCheckpoints }, given)

describe('cluster health (control-flow.md, section 3.9)', () => {
  test('the first look has nothing to compare with', () => {
    expect(nextHealth(null, { time: t, restarts: 99, completedCheckpoints: null }, limits)).toMatchObject({
      numRestarts: 99,
      numCompletedCheckpoints: 0,
      healthResult: { healthy: true, error: null },
    })
  })

  test.each<readonly [string, ClusterHealth, string | null, Partial<ClusterHealth>]>([
    ['health/other-run fewer restarts: another run', after(minute, 0, 21), null, {
      numRestarts: 0,
      numRestartsEvaluationTimeStamp: t + minute,
    }],
    ['health/in-window as many as are allowed', after(minute, 13, 21), null, { numRestarts: 10, numRestartsEvaluationTimeStamp: t }],
    ['health/in-window one more', after(minute, 14, 21), 'Restart count hit threshold: 3', { numRestarts: 10 }],
    ['health/window-over a longer time: scaled to the window', after(4 * minute, 17, 21), null, {
      numRestarts: 17,
      numRestartsEvaluationTimeStamp: t + 4 * minute,
    }],
    ['health/window-over a longer time, over the threshold', after(4 * minute, 18, 21), 'Restart count hit threshold: 3', {
      numRestarts: 18,
    }],
    ['health/count-changed the count rose', after(6 * minute, 10, 21), null, {
      numCompletedCheckpoints: 21,
      numCompletedCheckpointsIncreasedTimeStamp: t + 6 * minute,
    }],
    ['health/count-changed the count fell: another run', after(6 * minute, 10, 0), null, {
      numCompletedCheckpoints: 0,
      numCompletedCheckpointsIncreasedTimeStamp: t + 6 * minute,
    }],
    ['health/count-unchanged the same count within the window', after(5 * minute, 10, 20), null, {
      numCompletedCheckpointsIncreasedTimeStamp: t,
    }],
    [
      'health/count-unchanged the same count, and the window is over',
      after(5 * minute + 1, 10, 20),
      'Cluster is not able to complete checkpoints',
      {
        numCompletedCheckpointsIncreasedTimeStamp: t,
      },
    ],
    ['health/count-unknown B61 P14 the window is not known', after(60 * minute, 10, 20, { ...limits, checkpointWindow: null }), null, {}],
    ['health/count-unknown B61 P14 the count is not known', after(60 * minute, 10, null), null, { numCompletedCheckpoints: 20 }],
    ['both', after(6 * minute, 90, 20), 'Restart count hit threshold: 3|Cluster is not able to complete checkpoints', {}],
    ['a look that is older than the last', after(-1, 90, 0), null, first],
  ])('%s', (_title, got, error, rest) => {
    expect(got).toMatchObject({ ...rest, healthResult: { healthy: error === null, error } })
  })

  test('a look at which nothing but time went on is not worth a write', () => {
    expect(isSameHealth(first, after(minute, 10, 20))).toBe(true)
    expect(isSameHealth(first, after(minute, 10, 21))).toBe(false)
  })
  test('P08 nor is one at which only the window of restarts went by without any', () => {
    expect(isSameHealth(first, after(3 * minute, 10, 20))).toBe(true)
    expect(isSameHealth(first, after(3 * minute, 11, 20))).toBe(false)
  })
})

describe('the record in clusterInfo', () => {
  test("is the reference operator's text", () => {
    const info = withClusterHealth({ 'flink-version': '1.20' }, first)
    expect(info['ClusterHealthInfo']).toBe(
      `{"timeStamp":${String(t)},"numRestarts":10,"numRestartsEvaluationTimeStamp":${
        String(t)
      },"numCompletedCheckpoints":20,"numCompletedCheckpointsIncreasedTimeStamp":${
        String(t)
      },"healthResult":{"healthy":true,"error":null}}`,
    )
    expect(readClusterHealth(info)).toEqual(first)
    expect(withoutClusterHealth(info)).toEqual({ 'flink-version': '1.20' })
  })
  test.each(['', '{', 'null', '[]', '{"timeStamp":"x"}', '{"timeStamp":1}'])(
    "P14 %j can't be read: the next look is the first, and nobody is unhealthy",
    text => {
      expect(readClusterHealth({ ClusterHealthInfo: text })).toBeNull()
    },
  )
})
