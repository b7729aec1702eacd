import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { recorded, releases } from '../../test/recorded-answers.ts'
import { decodeOperation, decodeSavepointOperation } from './asynchronous-operation.ts'

describe.each(releases)('operations of Flink %s', release => {
  const savepoint = (name: string) => decodeSavepointOperation(recorded(release, name).response.body)
  const checkpoint = (name: string) => decodeOperation(recorded(release, name).response.body)

  test('in progress', () => {
    expect(savepoint('savepoint-in-progress')).toEqual(E.right({ _tag: 'InProgress' }))
    expect(checkpoint('checkpoint-in-progress')).toEqual(E.right({ _tag: 'InProgress' }))
  })

  test('complete', () => {
    expect(savepoint('stop-completed')).toMatchObject(
      E.right({ _tag: 'Completed', location: expect.stringContaining('/savepoints/'), checkpointId: null }),
    )
    expect(checkpoint('checkpoint-completed-full')).toMatchObject(
      E.right({ _tag: 'Completed', location: null, checkpointId: expect.any(Number) }),
    )
  })

  test('trap 9 COMPLETED is not success', () => {
    expect(savepoint('savepoint-failed-bad-target')).toEqual(E.right({
      _tag: 'Failed',
      causes: [
        { type: 'java.util.concurrent.CompletionException', message: expect.stringContaining('IO-problem detected.') },
        {
          type: 'org.apache.flink.runtime.checkpoint.CheckpointException',
          message: 'An Exception occurred while triggering the checkpoint. IO-problem detected.',
        },
        { type: 'java.io.IOException', message: 'Failed to create savepoint directory at file:/proc/nowhere' },
      ],
      savepointPath: null,
    }))
  })

  test('trap 9 the key of a failed checkpoint is spelled otherwise', () =>
    expect(checkpoint('checkpoint-unknown-job-result')).toMatchObject(
      E.right({ _tag: 'Failed', causes: [{}, { type: 'org.apache.flink.runtime.messages.FlinkJobNotFoundException' }] }),
    ))

  test('B13 stopping failed after the savepoint: the path stands in the words', () =>
    expect(savepoint('stop-late-failure-result')).toMatchObject(
      E.right({ _tag: 'Failed', savepointPath: 'file:/flink-state/savepoints/savepoint-0000a6-000000000011' }),
    ))
})

describe('odd operations', () => {
  const failed = (trace: string | null, type: string | null = null) =>
    decodeSavepointOperation({ status: { id: 'COMPLETED' }, operation: { 'failure-cause': { class: type, 'stack-trace': trace } } })
  const stopping = 'org.apache.flink.runtime.scheduler.stopwithsavepoint.StopWithSavepointStoppingException'

  test('a success without a path is none', () => {
    for (const operation of [{}, null, { location: '' }, { location: null }])
      expect(E.isLeft(decodeSavepointOperation({ status: { id: 'COMPLETED' }, operation }))).toBe(true)
  })

  test('a failure wins over a location', () =>
    expect(
      decodeSavepointOperation({
        status: { id: 'COMPLETED' },
        operation: { location: 'x', 'failure-cause': { class: 'a.B', 'stack-trace': 'a.B: c' } },
      }),
    ).toMatchObject(E.right({ _tag: 'Failed' })))

  test('a failure without words keeps its class', () =>
    expect(failed(null, 'a.B')).toMatchObject(E.right({ causes: [{ type: 'a.B', message: '' }] })))

  test('B13 a path with spaces and commas, below other causes and frames', () =>
    expect(
      failed(
        `a.B: c\n\tat x.y.Z(Z.java:1)\nCaused by: ${stopping}: A savepoint has been created at: s3://b/a, b/savepoint-1, but the corresponding job 0a failed during stopping.\n\t... 3 more\n`,
      ),
    )
      .toMatchObject(E.right({ savepointPath: 's3://b/a, b/savepoint-1' })))

  test('B13 only that exception promises a savepoint', () =>
    expect(failed('a.B: A savepoint has been created at: file:/x, but the corresponding job')).toMatchObject(
      E.right({ savepointPath: null }),
    ))
})
