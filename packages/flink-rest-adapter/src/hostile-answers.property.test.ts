import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fc, test } from '@fast-check/vitest'
import * as E from 'fp-ts/lib/Either.js'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { everyAction, everyQuery } from '../test/every-call.ts'
import { recordings, releases } from '../test/recorded-answers.ts'
import { endpoint } from '../test/recorded-call.ts'
import { execute } from './effect/execute.ts'
import { flinkHttp, type FlinkHttp } from './http.ts'
import { readJobLoad } from './load/job-load.ts'
import { answerQuery } from './read/answer-query.ts'

const secret = 'TOPSECRET'

/** What a server may put where Flink has something else. Each text of it may be somebody's secret. */
const anything = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1e999, -1.5, 2 ** 63, 9e15, '', secret, [secret], { [secret]: secret }, { length: 1 }, [[[
    [],
  ]]]),
  fc.constantFrom(secret.repeat(2_000), `a.B: ${secret}\n\tat x`, `Caused by: ${secret}`),
  fc.jsonValue({ maxDepth: 3 }),
)

const bodies = releases.flatMap(release => recordings(release).map(({ response }) => response.body)).filter(body =>
  typeof body === 'object'
)

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> => typeof json === 'object' && json !== null

/** The value at one of its places is another. */
const changed = (json: unknown, steps: readonly number[], to: unknown): unknown => {
  const [step, ...rest] = steps
  const keys = isObject(json) ? Object.keys(json) : []
  if (step === undefined || keys.length === 0) return to
  const key = keys[step % keys.length] ?? ''
  if (Array.isArray(json)) return json.map((inner: unknown, n) => (String(n) === key ? changed(inner, rest, to) : inner))
  return { ...json as object, [key]: changed((json as Readonly<Record<string, unknown>>)[key], rest, to) }
}

const answer = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...bodies), fc.array(fc.nat(), { maxLength: 6 }), anything).map(parts =>
      JSON.stringify(changed(...parts))
    ),
  },
  { weight: 1, arbitrary: anything.map(json => JSON.stringify(json)) },
  { weight: 1, arbitrary: fc.string().map(text => `${text}${secret}`) },
)

describe('S02 S07 answers that Flink never gives', () => {
  const now = { body: '', status: 200, type: '' }
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(now.status, { 'content-type': now.type }).end(now.body))
  })
  let http: FlinkHttp
  beforeAll(async () => {
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url }) })
  })
  afterAll(() => {
    http.close()
    server.close()
  })

  test.prop([
    answer,
    fc.constantFrom(200, 200, 202, 302, 400, 401, 403, 404, 409, 500, 503),
    fc.constantFrom('application/json', 'text/html'),
  ])(
    'every read and every effect has an outcome, which tells no value of an answer that can not be read',
    async (body, status, type) => {
      Object.assign(now, { body, status, type })
      const facts = await Promise.all(everyQuery(endpoint).map(query => answerQuery(http, () => 1)(query)()))
      const rules = { allowedSchemes: [], restriction: () => null, headers: {}, maxBytes: 1, maxRedirects: 0, timeout: 10_000 }
      const wait = () => Promise.resolve()
      const options = { disposal: { deadline: 0, wait }, jar: { rules } }
      const done = await Promise.all(everyAction(endpoint).map(action => execute(http, options)(action)()))
      const load = await readJobLoad(http, endpoint, 'a')
      // Flink's own words are told: they are bounded
      const isFlinks = body.includes('"errors"') || body.includes('failure-cause') || body.includes('failureCause')
      const messages = [
        ...facts.flatMap(fact => (fact._tag === 'Unknown' ? [fact.message] : [])),
        ...done.flatMap(it => (E.isLeft(it) ? [it.left.message] : [])),
        ...(E.isLeft(load) ? [load.left] : load.right.unseen),
      ]
      expect(messages.filter(message => message.length > 15_000)).toEqual([])
      expect(messages.filter(message => !isFlinks && message.includes(secret))).toEqual([])
    },
  )
})
