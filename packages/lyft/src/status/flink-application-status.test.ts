import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { nothingRecorded, type Json, type JsonObject } from '@flink-operator/core/resource'
import type { FlinkApplicationStatus } from './flink-application-status.ts'
import { flinkApplicationStatus, initialApplicationStatus } from './flink-application-status-fields.ts'

const decoded = (json: Json): FlinkApplicationStatus => {
  const result = flinkApplicationStatus.codec.decode(json)
  return E.isRight(result) ? result.right : expect.fail('it does not decode')
}

/** As Lyft's operator writes it, with every field of section 1.4. */
const lyfts: JsonObject = {
  phase: 'Savepointing',
  startedAt: '2026-01-01T00:00:00Z',
  lastUpdatedAt: '2026-01-01T00:10:00Z',
  reason: 'none',
  deploymentMode: 'BlueGreen',
  deployHash: '2845d780',
  deployVersion: 'green',
  updatingHash: '9dc7d91b',
  updatingVersion: 'blue',
  failedDeployHash: 'aaaaaaaa',
  rollbackHash: '2845d780',
  teardownHash: 'bbbbbbbb',
  inPlaceUpdatedFromHash: 'cccccccc',
  savepointTriggerId: 'trigger',
  savepointPath: 's3://bucket/sp',
  retryCount: 2,
  lastSeenError: {
    appError: 'it failed',
    method: 'SubmitJob',
    errorCode: '500',
    isRetryable: true,
    isFailFast: false,
    maxRetries: 20,
    lastErrorUpdateTime: '2026-01-01T00:09:00Z',
  },
  clusterStatus: { clusterOverviewURL: 'http://x/#/overview', health: 'Green', numberOfTaskManagers: 2, availableTaskSlots: 0 },
  jobStatus: {
    jobID: 'j1',
    health: 'Yellow',
    state: 'RUNNING',
    jarName: 'test.jar',
    parallelism: 3,
    entryClass: 'com.test.Main',
    programArgs: '--test',
    allowNonRestoredState: true,
    startTime: '2026-01-01T00:01:00Z',
    jobRestartCount: 1,
    lastFailingTime: null,
    lastCheckpoint: 's3://bucket/chk-7',
    lastCheckpointTime: '2026-01-01T00:08:00Z',
    runningTasks: 1,
    totalTasks: 2,
  },
  versionStatuses: [
    {
      appVersion: 'green',
      versionHash: '2845d780',
      clusterStatus: { availableTaskSlots: 1, futureField: 1 },
      jobStatus: { jobID: 'j1', jarName: 'test.jar', parallelism: 3 },
    },
    { clusterStatus: { availableTaskSlots: 0 }, jobStatus: { jarName: '', parallelism: 0 } },
  ],
  futureField: { of: 'a newer operator' },
}

describe('the status of a FlinkApplication', () => {
  test("P11 1.4 every field of Lyft's operator is read", () => {
    const status = decoded(lyfts)
    expect(status).toMatchObject({
      phase: 'Savepointing',
      lastUpdatedAt: Date.parse('2026-01-01T00:10:00Z'),
      deployHash: '2845d780',
      retryCount: 2,
      lastSeenError: { method: 'SubmitJob', lastErrorUpdateTime: Date.parse('2026-01-01T00:09:00Z') },
      jobStatus: { jobID: 'j1', parallelism: 3, lastFailingTime: null, lastCheckpoint: 's3://bucket/chk-7', completedCheckpointCount: 0 },
      operation: null,
      operatorRecord: { attempts: 0, lastState: nothingRecorded },
    })
    expect(status.versionStatuses.map(({ versionHash }) => versionHash)).toEqual(['2845d780', ''])
  })

  test("P11 P08 read and written again, Lyft's fields are the same, and what is not known stays", () => {
    const { observedGeneration, conditions, operation, operatorRecord, ...written } = flinkApplicationStatus.encodeOver(
      decoded(lyfts),
      lyfts,
    ) as JsonObject
    const { lastFailingTime, ...job } = lyfts['jobStatus'] as JsonObject
    expect(written).toEqual({ ...lyfts, jobStatus: job })
    expect({ observedGeneration, conditions, operation, lastFailingTime }).toEqual({
      observedGeneration: undefined,
      conditions: [],
      operation: null,
      lastFailingTime: null,
    })
    expect(operatorRecord).toMatchObject({ attempts: 0 })
  })

  test('1.4 phase and deployHash are always written, empty texts and zeros are not', () => {
    const written = flinkApplicationStatus.encodeOver(initialApplicationStatus, {}) as JsonObject
    expect(Object.keys(written)).toEqual([
      'phase',
      'deployHash',
      'clusterStatus',
      'jobStatus',
      'versionStatuses',
      'conditions',
      'operation',
      'operatorRecord',
    ])
    expect(written['clusterStatus']).toEqual({ availableTaskSlots: 0 })
    expect(written['jobStatus']).toEqual({ jarName: '', parallelism: 0 })
  })

  test("P14 F14 a record that can't be read is none that permits anything, and is written back as it was", () => {
    const broken = { operatorRecord: { attempts: 3, lastState: 'gone' }, operation: { id: 7 }, phase: ['Running'] }
    const status = decoded(broken)
    expect(status.operatorRecord.lastState).toMatchObject({ _tag: 'Unknown', why: 'Contradicted' })
    expect(status.phase).toBe('unreadable')
    expect(flinkApplicationStatus.unreadIn?.(broken, 'status').map(({ path }) => path).toSorted()).toEqual([
      'status.operation.attempt',
      'status.operatorRecord.lastState',
      'status.phase',
    ])
    expect(flinkApplicationStatus.encodeOver(status, broken)).toMatchObject(broken)
  })
})
