import { describe, expect, test } from 'vitest'
import { runningStatus } from '../../../fixtures/deployment-status.ts'
import type { LastState } from '../../contract/resource/last-state.ts'
import { withJob, withRecord } from '../../contract/round/status-change.ts'
import { withOwnLastState } from './own-last-state.ts'

const path: LastState = { _tag: 'Path', path: 's3://b/sp/1', seen: 'Checkpoints' }
const none: LastState = { _tag: 'None', reason: 'test' }
const at = (startTime: string | null) => withJob(runningStatus(), { startTime, state: 'CANCELED' })
const recordedAt = (startTime: string | null, lastState: LastState) => withRecord(at(startTime), { lastState })
/** The record of one moment in the status of another one. */
const putBack = (recorded: string | null, now: string | null, lastState: LastState) =>
  withJob(recordedAt(recorded, lastState), { startTime: now })

describe('W07 P01 P25 a last state counts for the run for which it was recorded', () => {
  test.each<readonly [string, string | null, string | null, LastState]>([
    ['a path of an earlier run', '1000', '2000', path],
    ['a path of an attempt whose job was not observed', null, '2000', path],
    ['"no state" of an earlier run', '1000', '2000', none],
  ])('%s: it is read again', (_title, recorded, now, lastState) => {
    expect(withOwnLastState(putBack(recorded, now, lastState)).operatorRecord.lastState).toMatchObject({
      _tag: 'Unknown',
      why: 'Contradicted',
    })
  })

  test.each<readonly [string, string | null, string | null, LastState]>([
    ['of this run', '1000', '1000', path],
    ['of the run before, while the next one was not observed', '1000', null, path],
    ['of no run, while none was observed', null, null, none],
  ])('%s: it counts', (_title, recorded, now, lastState) => {
    const status = putBack(recorded, now, lastState)
    expect(withOwnLastState(status)).toBe(status)
  })

  test('recorded by an older version, which names no run: it counts', () => {
    const before = at('2000')
    const status = { ...before, operatorRecord: { ...before.operatorRecord, lastState: path } }
    expect(withOwnLastState(status)).toBe(status)
  })

  test('a record that is written once more keeps its run', () => {
    const { operatorRecord: { lastState } } = recordedAt('1000', path)
    expect(withRecord(at('2000'), { lastState }).operatorRecord.lastState).toEqual({ ...path, run: '1000' })
  })
})
