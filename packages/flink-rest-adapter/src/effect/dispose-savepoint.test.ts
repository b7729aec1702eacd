import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endpoint } from '../../test/recorded-call.ts'
import { recorded, type RecordedResponse, releases } from '../../test/recorded-answers.ts'
import { type ReplayServer, replayServer } from '../../test/replay-server.ts'
import { flinkHttp, type FlinkHttp } from '../http.ts'
import { disposeSavepoint } from './dispose-savepoint.ts'

let server: ReplayServer
let http: FlinkHttp
beforeAll(async () => {
  server = await replayServer()
  http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: server.url }) })
})
afterAll(async () => {
  http.close()
  await server.close()
})

/** Disposes while Flink answers its looks in this order, the last one for ever. A look costs 10 ms of a clock of its own. */
const dispose = async (looks: readonly RecordedResponse[], accepted: RecordedResponse = { status: 200, body: { 'request-id': '66' } }) => {
  const state = { looked: 0, now: 0 }
  server.answer(({ method, path }) => {
    if (method === 'POST') return accepted
    expect(path).toBe('/v1/savepoint-disposal/66')
    state.looked += 1
    return looks[Math.min(state.looked, looks.length) - 1]!
  })
  const wait = (millis: number) => {
    state.now += millis
    return Promise.resolve()
  }
  const result = await disposeSavepoint(http, { deadline: 100, pollInterval: 10, wait, now: () => state.now })({
    _tag: 'DisposeSavepoint',
    endpoint,
    path: 's3://b/savepoint-1',
  })()
  return { result, looked: state.looked }
}

const inProgress = { status: 200, body: { status: { id: 'IN_PROGRESS' }, operation: null } }
const done = { status: 200, body: { status: { id: 'COMPLETED' }, operation: {} } }
const failed = (trace: string) => ({
  status: 200,
  body: { status: { id: 'COMPLETED' }, operation: { 'failure-cause': { class: 'a.B', 'stack-trace': trace } } },
})

describe('disposal of a savepoint', () => {
  test('E-24 trap 13 follows the id that Flink made up until it is done', async () => {
    expect(await dispose([inProgress, inProgress, done])).toEqual({ result: E.right(undefined), looked: 3 })
    expect(server.asked[0]).toEqual({
      method: 'POST',
      path: '/v1/savepoint-disposal',
      query: null,
      body: { 'savepoint-path': 's3://b/savepoint-1' },
    })
  })

  test.each(releases)('what is gone is disposed of (Flink %s)', async release => {
    for (const name of ['disposal-gone-result', 'disposal-missing-result'])
      expect((await dispose([recorded(release, name).response])).result).toEqual(E.right(undefined))
  })

  test('another disposal of the same path is under way', async () =>
    expect(
      (await dispose([
        failed(
          "a.B: x\nCaused by: java.io.FileNotFoundException: Cannot find meta data file '_metadata' in directory 's3://b/savepoint-1'.",
        ),
      ])).result,
    ).toEqual(E.right(undefined)))

  test.each([
    ['another failure', 'org.apache.flink.util.FlinkException: Could not dispose\nCaused by: java.io.IOException: Access denied'],
    ['another file that is missing', 'a.B: x\nCaused by: java.io.FileNotFoundException: core-site.xml'],
    ['the words in another exception', 'a.B: x\nCaused by: java.io.IOException: Cannot find checkpoint or savepoint file'],
  ])(
    '%s is an error, and part of the files may be gone',
    async (_, trace) => expect((await dispose([failed(trace)])).result).toMatchObject(E.left({ _tag: 'Other', applied: 'Maybe' })),
  )

  test('the words of the failure are kept', async () =>
    expect((await dispose([failed('a.B: x\nCaused by: java.io.IOException: Access denied')])).result).toMatchObject(
      E.left({ message: 'a.B: x\njava.io.IOException: Access denied' }),
    ))

  test('gives up at the deadline', async () => {
    const { result, looked } = await dispose([inProgress])
    expect(result).toMatchObject(E.left({ _tag: 'Timeout', applied: 'Maybe' }))
    expect(looked).toBe(11)
  })

  test('refused at once: nothing happened', async () =>
    expect((await dispose([], { status: 400, body: { errors: ['no'] } })).result).toMatchObject(E.left({ _tag: 'Invalid', applied: 'No' })))

  test.each([
    [
      'a JobManager that forgot it',
      [{ status: 404, body: { errors: ['org.apache.flink.X: Operation not found under key: y'] } }],
      'NotFound',
    ],
    ['a connection that broke', [{ status: 0, body: null }], 'Unreachable'],
    ['an answer without sense', [{ status: 200, body: {} }], 'Other'],
  ])(
    '%s: it may be done all the same',
    async (_, looks, tag) => expect((await dispose(looks)).result).toMatchObject(E.left({ _tag: tag, applied: 'Maybe' })),
  )

  test('no id in the answer', async () =>
    expect((await dispose([], { status: 200, body: {} })).result).toMatchObject(E.left({ _tag: 'Other', applied: 'Maybe' })))
})
