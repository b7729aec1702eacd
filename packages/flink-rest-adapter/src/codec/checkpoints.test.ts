import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { recorded, releases } from '../../test/recorded-answers.ts'
import { decodeCheckpoints, noCheckpoints } from './checkpoints.ts'

const decoded = (json: unknown) => {
  const result = decodeCheckpoints(json)
  if (E.isLeft(result)) throw new Error(result.left)
  return result.right
}
const completed = { id: 7, is_savepoint: false, trigger_timestamp: 70, state_size: 5, external_path: 'file:/chk-7', discarded: false }
const answer = (latest: object) => ({
  counts: { completed: 1, in_progress: 0 },
  latest: { completed: null, savepoint: null, restored: null, ...latest },
  history: [],
})

describe.each(releases)('checkpoints of Flink %s', release => {
  const of = (name: string) => decoded(recorded(release, name).response.body)

  test('none yet', () => expect(of('checkpoints-none')).toEqual(noCheckpoints))

  test('restored from a savepoint', () =>
    expect(of('checkpoints-restored').restored).toEqual({
      id: 3,
      externalPath: 'file:/flink-state/savepoints/savepoint-0000a1-000000000001',
      addressable: true,
      discarded: false,
      isSavepoint: true,
      isStop: false,
      triggerTimestamp: expect.any(Number),
    }))

  test('a stopped job: its savepoint, and an older checkpoint that is discarded', () => {
    const { completed: checkpoint, savepoint, completedCount } = of('stop-checkpoints-after')
    expect(savepoint).toMatchObject({
      isSavepoint: true,
      isStop: true,
      discarded: false,
      externalPath: expect.stringContaining('/savepoints/'),
    })
    expect(checkpoint).toMatchObject({ isSavepoint: false, isStop: false, discarded: true })
    expect(savepoint?.id).toBeGreaterThan(checkpoint?.id ?? Infinity)
    expect(completedCount).toBeGreaterThan(1)
  })

  test('a cancelled job whose checkpoints are retained', () =>
    expect(of('checkpoints-CANCELED-retained').completed).toMatchObject({ discarded: false }))

  test('B13 stopping failed after the savepoint: it is there', () =>
    expect(of('stop-late-failure-checkpoints').savepoint?.externalPath).toBe('file:/flink-state/savepoints/savepoint-0000a6-000000000011'))

  test('a savepoint in progress', () => {
    const { inProgress, inProgressCount } = of('checkpoints-savepoint-in-progress')
    expect(inProgress?.id).toBe(3)
    expect(inProgressCount).toBe(1)
  })
})

describe('paths', () => {
  test('B25 state that no path could name', () =>
    expect(decoded(answer({ completed: { ...completed, external_path: '<checkpoint-not-externally-addressable>' } })).completed)
      .toMatchObject({ externalPath: null, addressable: false }))

  test('no path is not the same as not addressable', () => {
    const { external_path: _, discarded: __, ...bare } = completed
    expect(decoded(answer({ completed: bare })).completed).toMatchObject({ externalPath: null, addressable: true, discarded: false })
  })

  test('the size is that of the newest of both kinds', () =>
    expect(decoded(answer({ completed, savepoint: { ...completed, id: 8, is_savepoint: true, state_size: 9 } })).stateSize).toBe(9))

  test('a size that is not a number yet', () =>
    expect(decoded(answer({ completed: { ...completed, state_size: 'NaN' } })).stateSize).toBeNull())
})
