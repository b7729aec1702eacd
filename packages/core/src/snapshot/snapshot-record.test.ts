import { describe, expect, test } from 'vitest'
import type { CheckpointInfo, SavepointInfo } from '../resource/flink-deployment-status.ts'
import {
  checkpointCompleted, checkpointTriggered, isGivenUp, isSnapshotPending, notTriggered, savepointCompleted, savepointTriggered, snapshotErrorText,
} from './snapshot-record.ts'

const savepoints: SavepointInfo = {
  lastSavepoint: null, triggerId: null, triggerTimestamp: null, triggerType: null, formatType: null, savepointHistory: [], lastPeriodicSavepointTimestamp: 0,
}
const checkpoints: CheckpointInfo = { lastCheckpoint: null, triggerId: null, triggerTimestamp: null, triggerType: null, formatType: null, lastPeriodicCheckpointTimestamp: 0 }
const pending = (triggerType: 'MANUAL' | 'PERIODIC', info = savepoints) => savepointTriggered(info, { triggerId: 'id', triggerType, formatType: 'CANONICAL', now: 5 })

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
      ...checkpoints, lastCheckpoint: { timeStamp: 5, triggerType: 'PERIODIC', formatType: 'FULL', triggerNonce: null }, lastPeriodicCheckpointTimestamp: 5,
    })
    expect(notTriggered(asked)).toEqual(checkpoints)
  })
  test('D-31 a periodic snapshot that failed names no nonce', () => {
    expect(snapshotErrorText('savepoint', 'PERIODIC', 7)).toBe('Periodic savepoint failed')
    expect(snapshotErrorText('checkpoint', 'MANUAL', 7)).toBe('Checkpoint failed for checkpointTriggerNonce: 7')
  })
  test('a failure is tried again within the grace period', () => {
    expect(isGivenUp(5, 10, 15)).toBe(false)
    expect(isGivenUp(5, 10, 16)).toBe(true)
  })
})
