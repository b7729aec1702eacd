import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, test } from 'vitest'
import { recorded, releases } from '../../test/recorded-answers.ts'
import { decodeJobExceptions } from './job-exceptions.ts'

describe('job exceptions', () => {
  test.each(releases)('of Flink %s', release => {
    expect(decodeJobExceptions(recorded(release, 'exceptions-none').response.body)).toEqual(E.right([]))
    expect(decodeJobExceptions(recorded(release, 'exceptions-FAILED').response.body)).toMatchObject(E.right([
      {
        type: 'org.apache.flink.runtime.JobException',
        stackTrace: expect.stringContaining('told to throw: map'),
        taskName: null,
        endpoint: null,
        taskManagerId: null,
        failureLabels: {},
      },
    ]))
    const [restarting] = E.getOrElseW(() => [])(decodeJobExceptions(recorded(release, 'exceptions-RESTARTING').response.body))
    expect(restarting).toMatchObject({ taskName: expect.any(String), endpoint: 'localhost:6123', taskManagerId: '127.0.0.1:6122-000001' })
  })

  test('newest first; `location` where there is no `endpoint`; no labels before 1.18', () => {
    const entry = { exceptionName: 'a.B', stacktrace: 'a.B', taskName: 't' }
    const decoded = decodeJobExceptions({
      exceptionHistory: {
        entries: [{ ...entry, timestamp: 1, location: 'h:1' }, { ...entry, timestamp: 2, failureLabels: { type: 'user' } }],
      },
    })
    expect(decoded).toMatchObject(
      E.right([{ timestamp: 2, failureLabels: { type: 'user' }, endpoint: null }, { timestamp: 1, endpoint: 'h:1', failureLabels: {} }]),
    )
  })
})
