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

  test('S07 2xx that is not JSON: its form is told, and nothing of it', async () => {
    server.answer(() => ({ status: 200, body: '<html>please log in</html>', headers: { 'content-type': 'text/html; charset=utf-8' } }))
    expect(await failure(client())).toEqual({
      _tag: 'Other',
      applied: 'Maybe',
      httpStatus: 200,
      retryAfter: null,
      message: 'the answer to POST /v1/jobs/a/stop is not JSON: 26 bytes of text/html',
    })
  })

  test.each([401, 403, 302, 404, 500])('S07 a %i of another server: its form is told, and nothing of it', async status => {
    server.answer(() => ({ status, body: '{"kind":"Status","message":"forbidden: TOPSECRET"}' }))
    expect((await failure(client())).message).toBe(`HTTP ${status} with 50 bytes of application/json`)
  })

  test('S07 what Flink itself never answers holds no words of Flink', async () => {
    server.answer(() => ({ status: 403, body: { errors: ['TOPSECRET'] } }))
    expect((await failure(client())).message).toBe('HTTP 403 with 24 bytes of application/json')
    server.answer(() => ({ status: 500, body: '{"errors":["TOPSECRET"]}', headers: { 'content-type': 'text/html' } }))
    expect((await failure(client())).message).toBe('HTTP 500 with 24 bytes of text/html')
  })

  test('S02 a text with a byte that is no character is not read: with another in its place it would name another file', async () => {
    const socket = createServer(it => {
      it.on('error', () => undefined)
      it.write('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\n')
      it.end(Buffer.from([0x22, 0xc3, 0x28, 0x22]))
    })
    await new Promise<void>(resolve => socket.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(socket.address() as AddressInfo).port}`
    expect(await failure(client({ resolveEndpoint: () => Promise.resolve({ url }) }), look)).toMatchObject({
      _tag: 'Other',
      message: 'the answer to GET /v1/jobs/overview is not JSON: 4 bytes of an unknown type',
    })
    socket.close()
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

  test('S02 each endpoint has a limit of its own', async () => {
    server.answer(() => ({ status: 200, body: JSON.stringify(['x'.repeat(100_000)]) }))
    expect(await failure(client(), { method: 'GET', path: '/v1/config' })).toMatchObject({ _tag: 'TooLarge', applied: 'No' })
    expect(await failure(client(), stop)).toMatchObject({ _tag: 'TooLarge', applied: 'Maybe' })
    expect(E.isRight(await client().call(endpoint, look)())).toBe(true)
  })

  test('S02 what would take too much to parse is not parsed', async () => {
    server.answer(() => ({ status: 200, body: '['.repeat(100) }))
    expect(await failure(client(), look)).toMatchObject({
      _tag: 'TooLarge',
      applied: 'No',
      message: 'the answer to GET /v1/jobs/overview is too complex: it nests deeper than 32 levels',
    })
    server.answer(() => ({ status: 200, body: `{"jobs":[${'{},'.repeat(300_000)}{}]}` }))
    expect(await failure(client(), look)).toMatchObject({ _tag: 'TooLarge', message: expect.stringContaining('more than 250000 values') })
  })

  test('S02 a refusal that is too long, too deep or no text is still told by its status', async () => {
    for (const body of ['x'.repeat(2_000_000), `{"errors":${'['.repeat(100)}`]) {
      server.answer(() => ({ status: 503, body }))
      expect(await failure(client(), look)).toMatchObject({ _tag: 'Unavailable', httpStatus: 503 })
    }
  })

  test('S02 answers wait for room: a large one fails as unavailable, a small one does not wait', async () => {
    const large = JSON.stringify('x'.repeat(300_000))
    server.answer(({ query }) => query === 'slow' ? 'never' : { status: 200, body: query === 'large' ? large : '[]' })
    const slow = createServer(it => {
      it.on('error', () => undefined)
      it.write('HTTP/1.1 200 OK\r\ncontent-length: 300000\r\n\r\n ')
    })
    await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
    const http = client({
      maxBytesInFlight: 400_000,
      requestTimeout: 400,
      resolveEndpoint: ({ service }) =>
        Promise.resolve({ url: service === 'slow' ? `http://127.0.0.1:${(slow.address() as AddressInfo).port}` : server.url }),
    })
    const held = http.call({ ...endpoint, service: 'slow' }, look)()
    await new Promise(resolve => setTimeout(resolve, 50))
    const waiting = http.call({ ...endpoint, namespace: 'other' }, { ...look, query: { large: '' } })()
    expect(E.isRight(await http.call(endpoint, { ...look, query: { small: '' } })())).toBe(true)
    expect(await held).toMatchObject({ left: { _tag: 'Timeout' } })
    const second = await waiting
    if (E.isLeft(second)) expect(second.left).toMatchObject({ _tag: 'Unavailable', applied: 'No' })
    slow.close()
  })

  test('S02 clusters of one namespace that never answer leave calls to the others', async () => {
    server.answer(({ path }) => (path.endsWith('/overview') ? 'never' : { status: 200, body: {} }))
    const http = client({ maxConcurrentCalls: 4, requestTimeout: 30_000 })
    for (let n = 0; n < 10; n += 1) void http.call({ ...endpoint, namespace: 'noisy' }, look)()
    expect(E.isRight(await http.call({ ...endpoint, namespace: 'quiet' }, stop)())).toBe(true)
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
