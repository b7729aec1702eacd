import { describe, expect, test } from 'vitest'
import type { CheckpointInfo, SavepointInfo } from '../../contract/resource/job-status.ts'
import {
  checkpointCompleted,
  checkpointTriggered,
  isGivenUp,
  isSnapshotPending,
  notTriggered,
  savepointCompleted,
  savepointTriggered,
  snapshotErrorText,
} from './snapshot-record.ts'

const savepoints: SavepointInfo = {
  lastSavepoint: null,
  triggerId: null,
  triggerTimestamp: null,
  triggerType: null,
  formatType: null,
  savepointHistory: [],
  lastPeriodicSavepointTimestamp: 0,
}
const checkpoints: CheckpointInfo = {
  lastCheckpoint: null,
  triggerId: null,
  triggerTimestamp: null,
  triggerType: null,
  formatType: null,
  lastPeriodicCheckpointTimestamp: 0,
}
const pending = (triggerType: 'MANUAL' | 'PERIODIC', info = savepoints) =>
  savepointTriggered(info, { triggerId: 'id', triggerType, formatType: 'CANONICAL', now: 5 })

describe('records of snapshots (control-flow.md, sections 6.4 and 6.5)', () => {
  test('a savepoint that was asked for is pending', () => {
    expect(isSnapshotPending(savepoints)).toBe(false)
    expect(isSnapshotPending({ ...savepoints, triggerId: '' })).toBe(false)
    expect(isSnapshotPending(pending('MANUAL'))).toBe(true)
  })
  test('a manual savepoint keeps the nonce and ends the history', () => {
    const done = savepointCompleted(pending('MANUAL'), 's3://a', 7)
    const record = { timeStamp: 5, location: 's3://a', triggerType: 'MANUAL', formatType: 'CANONICAL', triggerNonce: 7 }
    expect(done).toEqual({ ...savepoints, lastSavepoint: record, savepointHistory: [record] })
  })
  test('what is asked for is kept with its kind and time', () => {
    const pendingFields = { triggerId: 'id', triggerTimestamp: 5, triggerType: 'MANUAL' }
    expect(pending('MANUAL')).toEqual({ ...savepoints, ...pendingFields, formatType: 'CANONICAL' })
    expect(checkpointTriggered(checkpoints, { triggerId: 'id', triggerType: 'MANUAL', formatType: 'FULL', now: 5 })).toEqual({
      ...checkpoints,
      ...pendingFields,
      formatType: 'FULL',
    })
  })
  test('another location goes behind the history', () => {
    const once = savepointCompleted(pending('PERIODIC'), 's3://a', 1)
    const twice = savepointCompleted(pending('MANUAL', once), 's3://b', 2)
    expect(twice.savepointHistory.map(({ location }) => location)).toEqual(['s3://a', 's3://b'])
    expect(twice.lastSavepoint?.location).toBe('s3://b')
    expect(twice.lastPeriodicSavepointTimestamp).toBe(5)
  })
  test('a manual checkpoint keeps the nonce, and the time of the periodic ones', () => {
    const asked = checkpointTriggered({ ...checkpoints, lastPeriodicCheckpointTimestamp: 3 }, {
      triggerId: 'id',
      triggerType: 'MANUAL',
      formatType: 'FULL',
      now: 5,
    })
    expect(checkpointCompleted(asked, 7)).toMatchObject({ lastCheckpoint: { triggerNonce: 7 }, lastPeriodicCheckpointTimestamp: 3 })
  })
  test('an old record without a time', () => {
    expect(savepointCompleted({ ...savepoints, triggerId: 'id', triggerType: 'PERIODIC' }, null, null)).toMatchObject({
      lastSavepoint: { timeStamp: 0, location: null },
      lastPeriodicSavepointTimestamp: 0,
    })
    expect(checkpointCompleted({ ...checkpoints, triggerId: 'id', triggerType: 'PERIODIC' }, null)).toMatchObject({
      lastCheckpoint: { timeStamp: 0 },
      lastPeriodicCheckpointTimestamp: 0,
    })
    expect(isGivenUp(null, 10, 11)).toBe(true)
    expect(isGivenUp(null, 10, 10)).toBe(false)
  })
  test('a periodic one keeps its time and no nonce', () => {
    const done = savepointCompleted(pending('PERIODIC'), 's3://a', 7)
    expect(done.lastSavepoint?.triggerNonce).toBeNull()
    expect(done.lastPeriodicSavepointTimestamp).toBe(5)
  })
  test('the same location twice is one entry', () => {
    const once = savepointCompleted(pending('MANUAL'), 's3://a', 1)
    expect(savepointCompleted(pending('PERIODIC', once), 's3://a', 2)).toEqual(once)
  })
  test('checkpoints likewise, without location and history', () => {
    const asked = checkpointTriggered(checkpoints, { triggerId: 'id', triggerType: 'PERIODIC', formatType: 'FULL', now: 5 })
    expect(checkpointCompleted(asked, 7)).toEqual({
      ...checkpoints,
      lastCheckpoint: { timeStamp: 5, triggerType: 'PERIODIC', formatType: 'FULL', triggerNonce: null },
      lastPeriodicCheckpointTimestamp: 5,
    })
    expect(notTriggered(asked)).toEqual(checkpoints)
  })
  test('D-31 a periodic snapshot that failed names no nonce', () => {
    expect(snapshotErrorText('savepoint', 'PERIODIC', 7)).toBe('Periodic savepoint failed')
    expect(snapshotErrorText('checkpoint', 'MANUAL', 7)).toBe('Checkpoint failed for checkpointTriggerNonce: 7')
    expect(snapshotErrorText('savepoint', 'MANUAL', null)).toBe('Savepoint failed for savepointTriggerNonce: null')
  })
  test('a failure is tried again within the grace period', () => {
    expect(isGivenUp(5, 10, 15)).toBe(false)
    expect(isGivenUp(5, 10, 16)).toBe(true)
  })
})
