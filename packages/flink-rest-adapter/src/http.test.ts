import { type AddressInfo, createServer } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { endpoint } from '../test/recorded-call.ts'
import { type ReplayServer, replayServer } from '../test/replay-server.ts'
import { flinkHttp, type FlinkHttp, type HttpOptions } from './http.ts'
import type { RestRequest } from './rest-request.ts'

let server: ReplayServer
const made: FlinkHttp[] = []
beforeEach(async () => {
  server = await replayServer()
})
afterEach(async () => {
  for (const http of made.splice(0)) http.close()
  await server.close()
})

const client = (options: Partial<HttpOptions> = {}): FlinkHttp => {
  const http = flinkHttp({ resolveEndpoint: () => Promise.resolve({ url: server.url }), ...options })
  made.push(http)
  return http
}

const look: RestRequest = { method: 'GET', path: '/v1/jobs/overview' }
const stop: RestRequest = { method: 'POST', path: '/v1/jobs/a/stop', body: { drain: false } }

const failure = async (http: FlinkHttp, request: RestRequest = stop) => {
  const result = await http.call(endpoint, request)()
  if (E.isRight(result)) throw new Error('expected an error')
  return result.left
}

describe('one call', () => {
  test("sends method, path, query, body and the resolver's headers, and answers the parsed body", async () => {
    server.answer(() => ({ status: 200, body: { jobs: [] } }))
    const http = client({
      resolveEndpoint: asked => {
        expect(asked).toEqual(endpoint)
        return Promise.resolve({ url: `${server.url}/behind/`, headers: { authorization: 'Bearer t' } })
      },
    })
    expect(await http.call(endpoint, { method: 'PATCH', path: '/v1/jobs/a', query: { mode: 'cancel' }, body: { a: 1 } })()).toEqual(
      E.right({ jobs: [] }),
    )
    expect(server.asked).toEqual([{ method: 'PATCH', path: '/behind/v1/jobs/a', query: 'mode=cancel', body: { a: 1 } }])
    expect(server.lastHeaders()).toMatchObject({ authorization: 'Bearer t', 'content-type': 'application/json' })
  })

  test('an empty 2xx is a null body', async () => {
    server.answer(() => ({ status: 202, body: '' }))
    expect(await client().call(endpoint, stop)()).toEqual(E.right(null))
  })

  test('no hidden retries: a 503 on a GET is asked once', async () => {
    server.answer(() => ({ status: 503, body: { errors: ['busy'] }, headers: { 'retry-after': '7' } }))
    expect(await failure(client(), look)).toMatchObject({ _tag: 'Unavailable', retryAfter: 7_000 })
    expect(server.asked).toHaveLength(1)
  })

  test('redirects are not followed', async () => {
    server.answer(() => ({ status: 308, body: { errors: ['gone'] }, headers: { location: '/v1/elsewhere' } }))
    expect(await failure(client())).toMatchObject({ _tag: 'Other', httpStatus: 308 })
    expect(server.asked).toHaveLength(1)
  })

  test('2xx that is not JSON', async () => {
    server.answer(() => ({ status: 200, body: '<html>please log in</html>' }))
    expect(await failure(client())).toMatchObject({
      _tag: 'Other',
      applied: 'Maybe',
      httpStatus: 200,
      message: expect.stringContaining('please log in'),
    })
  })

  test('a broken connection: unreachable, and the effect may have happened', async () => {
    server.answer(() => ({ status: 0, body: null }))
    expect(await failure(client())).toMatchObject({ _tag: 'Unreachable', applied: 'Maybe' })
  })

  test('nobody listens: unreachable, surely nothing happened', async () => {
    await server.close()
    expect(await failure(client())).toMatchObject({ _tag: 'Unreachable', applied: 'No', message: expect.stringContaining('ECONNREFUSED') })
  })

  test("no address: unreachable with the resolver's words", async () => {
    expect(await failure(client({ resolveEndpoint: () => Promise.reject(new Error('Service example-rest has no cluster IP')) })))
      .toMatchObject({ _tag: 'Unreachable', applied: 'No', message: 'Service example-rest has no cluster IP' })
  })

  test('TLS spoken to a server without: unreachable', async () => {
    expect(await failure(client({ resolveEndpoint: () => Promise.resolve({ url: server.url.replace('http:', 'https:') }) }))).toMatchObject(
      { _tag: 'Unreachable' },
    )
  })
})

describe('bounds', () => {
  test('no answer in time', async () => {
    server.answer(() => 'never')
    expect(await failure(client({ requestTimeout: 100 }))).toEqual({
      _tag: 'Timeout',
      applied: 'Maybe',
      httpStatus: null,
      retryAfter: null,
      message: 'no answer within 100 ms',
    })
  })

  test('no address in time', async () => {
    expect(await failure(client({ requestTimeout: 50, resolveEndpoint: () => new Promise(() => undefined) }))).toMatchObject({
      _tag: 'Timeout',
      applied: 'No',
    })
  })

  test('a handshake that does not go on', async () => {
    const mute = createServer()
    await new Promise<void>(resolve => mute.listen(0, '127.0.0.1', resolve))
    const url = `https://127.0.0.1:${(mute.address() as AddressInfo).port}`
    expect(await failure(client({ connectTimeout: 100, resolveEndpoint: () => Promise.resolve({ url }) }))).toMatchObject({
      _tag: 'Timeout',
      applied: 'No',
    })
    mute.close()
  })

  test('an answer that is too large', async () => {
    server.answer(() => ({ status: 200, body: JSON.stringify('x'.repeat(1_000_000)) }))
    expect(await failure(client({ maxResponseBytes: 10_000 }), look)).toMatchObject({ _tag: 'TooLarge', applied: 'No' })
    expect(await failure(client({ maxResponseBytes: 10_000 }), stop)).toMatchObject({ _tag: 'TooLarge', applied: 'Maybe' })
  })

  test('waiting for a free place counts, and what waited was not sent', async () => {
    const occupied = Promise.withResolvers<undefined>()
    server.answer(() => {
      occupied.resolve(undefined)
      return 'never'
    })
    const http = client({
      maxConcurrentCalls: 1,
      requestTimeout: 3_000,
      resolveEndpoint: async ({ service }) => {
        if (service === 'late') await occupied.promise
        return { url: server.url }
      },
    })
    const late = http.call({ ...endpoint, service: 'late' }, stop)()
    const first = failure(http)
    expect(await late).toMatchObject({ left: { _tag: 'Timeout', applied: 'No' } })
    expect(await first).toMatchObject({ _tag: 'Timeout', applied: 'Maybe' })
    expect(server.asked).toHaveLength(1)
  })
})

describe('connections', () => {
  test('B93 are kept: twenty calls, one connection', async () => {
    server.answer(() => ({ status: 200, body: {} }))
    const http = client()
    for (let i = 0; i < 20; i += 1) await http.call(endpoint, i % 2 === 0 ? look : stop)()
    expect(server.asked).toHaveLength(20)
    expect(server.connections()).toBe(1)
  })

  test('B93 E-45 no more at once than calls are allowed, and no more are kept than allowed', async () => {
    server.answer(() => ({ status: 200, body: {} }))
    const http = client({ maxConcurrentCalls: 3, maxIdleSockets: 0 })
    await Promise.all(Array.from({ length: 12 }, () => http.call(endpoint, look)()))
    expect(server.connections()).toBe(12)
    const kept = client({ maxConcurrentCalls: 3 })
    await Promise.all(Array.from({ length: 12 }, () => kept.call(endpoint, look)()))
    expect(server.connections()).toBeLessThanOrEqual(15)
  })
})
