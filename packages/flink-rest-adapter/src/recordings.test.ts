import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOf, endpoint, isQuery, outcomeOfError, outcomeOfFact } from '../test/recorded-call.ts'
import {
  type RecordedRequest,
  type RecordedResponse,
  recorded,
  recordedStarts,
  recordings,
  type Release,
  releases,
} from '../test/recorded-answers.ts'
import { answeredOtherwise, errorOf, notCalled } from '../test/recorded-outcomes.ts'
import { type ReplayServer, replayServer } from '../test/replay-server.ts'
import { execute } from './effect/execute.ts'
import { flinkHttp, type FlinkHttp } from './http.ts'
import { answerQuery } from './read/answer-query.ts'
import type { RestRequest } from './rest-request.ts'

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

/** The recorded answer, and what a call of several requests needs beside it. */
const replay = (release: Release, name: string) => (request: RecordedRequest): RecordedResponse => {
  const recording = recorded(release, name)
  if (request.method === recording.request.method && request.path === recording.request.path) return recording.response
  if (request.path === '/v1/config') return recorded(release, 'config').response
  if (request.path === '/v1/taskmanagers') return recorded(release, 'taskmanagers').response
  if (request.method === 'POST') return { status: 200, body: { 'request-id': recording.request.path.split('/').at(-1) } }
  return recorded(release, `${name}-result`).response
}

const outcome = async (call: NonNullable<ReturnType<typeof callOf>>): Promise<string> => {
  if (isQuery(call)) return outcomeOfFact(await answerQuery(http, () => 0)(call)())
  const done = await execute(http)(call)()
  return E.isRight(done) ? 'Done' : outcomeOfError(done.left)
}

describe.each(releases)('every recorded answer of Flink %s', release => {
  const all = recordings(release).filter(({ response }) => response.status !== 0)
  const ours = all.filter(({ request }) => callOf(request) !== null)

  test('requests that we never send are these', () => {
    const others = all.filter(({ request }) => callOf(request) === null).map(({ name }) => name)
    expect(others).toEqual(all.map(({ name }) => name).filter(name => notCalled.has(name)))
  })

  test.each(ours.map(({ name }) => name))('%s', async name => {
    const { request, response } = recorded(release, name)
    server.answer(replay(release, name))
    const call = callOf(request)!
    const usual = isQuery(call) ? 'Known' : 'Done'
    expect({ [name]: await outcome(call) }).toEqual({
      [name]: answeredOtherwise[name] ?? (response.status < 300 ? usual : 'no line in answeredOtherwise'),
    })
  })

  test.each(all.filter(({ response }) => response.status >= 300).map(({ name }) => name))('error of %s', async name => {
    const { request, response } = recorded(release, name)
    server.answer(() => response)
    const { method, path, body } = request
    const answer = await http.call(endpoint, { method, path, ...(body === null ? {} : { body }) } as RestRequest)()
    if (E.isRight(answer)) throw new Error('expected an error')
    expect({ [name]: outcomeOfError(answer.left) }).toEqual({ [name]: errorOf(name) })
    expect(answer.left.httpStatus).toBe(response.status)
    expect(answer.left.message).not.toMatch(/\n[^\S\n]*at |^\s*$/)
    expect(answer.left.message.length).toBeLessThanOrEqual(2_001)
  })

  test.each(recordedStarts(release).map(({ name }) => name))('while a JobManager starts: %s', async name => {
    const answers = recordedStarts(release).find(start => start.name === name)!.answers.filter(({ status }) => status !== 0)
    const seen: string[] = []
    for (const answer of answers) {
      server.answer(() => answer)
      seen.push(await outcome({ _tag: 'GetJobsOverview', endpoint }))
    }
    // `starting` was recorded from /overview, which has no jobs
    expect(new Set(seen)).toEqual(name === 'starting' ? new Set(['Undecodable']) : new Set(['NotReady', 'Known']))
  })
})
