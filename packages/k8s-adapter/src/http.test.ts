import { createServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, describe, expect, test } from 'vitest'
import { fakeClock } from '../test/fake-clock.ts'
import { plainCredentials, type ScriptedApiServer, scriptedApiServer, statusObject } from '../test/scripted-api-server.ts'
import { type Connection, connections } from './connection.ts'
import { createHttp, retryAfter } from './http.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const serve = async (...args: Parameters<typeof scriptedApiServer>): Promise<ScriptedApiServer> => {
  const server = await scriptedApiServer(...args)
  open.push(server.close)
  return server
}

const get = { method: 'GET', path: '/api/v1/pods' } as const
const post = { method: 'POST', path: '/api/v1/pods', body: '{}' } as const

describe('sending', () => {
  test('method, path, query, headers and body arrive; the answer is parsed without losing digits', async () => {
    const server = await serve(call => call.response.end('{"n": 9007199254740993}'))
    const http = server.http({ userAgent: 'flink-operator/1' })
    const answer = await http.send({
      method: 'PATCH',
      path: '/a',
      query: { fieldManager: 'x y' },
      contentType: 'application/merge-patch+json',
      body: '{"a":1}',
    })()
    expect(answer).toEqual(E.right({ n: '9007199254740993' }))
    expect(server.calls[0]).toMatchObject({ method: 'PATCH', path: '/a', body: '{"a":1}' })
    expect(server.calls[0]?.query.get('fieldManager')).toBe('x y')
    expect(server.calls[0]?.headers).toMatchObject({
      'content-type': 'application/merge-patch+json',
      accept: 'application/json',
      'user-agent': 'flink-operator/1',
    })
  })

  test('twenty calls in sequence are not twenty connections', async () => {
    const server = await serve(call => call.json(200, {}))
    const http = server.http()
    for (let i = 0; i < 20; i += 1) await http.send(get)()
    // One call may begin before the connection of the one before is free again.
    expect(server.connections()).toBeLessThan(3)
  })

  test('a new connection pool when the key material changes, none when only the token does', async () => {
    let cert = 'one'
    let token = 0
    const pool = connections({
      ...plainCredentials('http://127.0.0.1:1'),
      session: () =>
        Promise.resolve(E.right({ ca: null, cert, key: null, serverName: null, verify: true, headers: { authorization: `t${token}` } })),
    })
    open.push(pool.close)
    const current = async () =>
      E.getOrElse<string, Connection>(left => {
        throw new Error(left)
      })(await pool.current())
    const first = await current()
    token = 1
    const second = await current()
    expect(second.agent).toBe(first.agent)
    expect(second.headers).toEqual({ authorization: 't1' })
    cert = 'two'
    expect((await current()).agent).not.toBe(first.agent)
  })

  test('a refusal: mapped, with Retry-After', async () => {
    const server = await serve(call => call.json(429, statusObject(429, 'TooManyRequests', 'slow down'), { 'retry-after': '7' }))
    expect(await server.http().send(get)()).toEqual(
      E.left({ _tag: 'TooManyRequests', message: 'slow down', applied: 'No', httpStatus: 429, retryAfter: 7000 }),
    )
  })

  test.each([
    ['longer than the limit', 'x'.repeat(101), 'the answer is longer than 100 bytes'],
    ['no JSON', 'hello', 'the answer is no JSON'],
  ])('a 2xx answer that is %s is an error, and a write may have been done', async (_what, body, message) => {
    const server = await serve(call => call.response.end(body))
    expect(await server.http({ maxAnswer: 100 }).send(post)()).toEqual(
      E.left({ _tag: 'Other', message, applied: 'Maybe', httpStatus: 200, retryAfter: null }),
    )
  })
})

describe('no answer', () => {
  test('the deadline passes: Timeout, a write may have been done', async () => {
    const clock = fakeClock()
    const server = await serve()
    const answer = server.http({ clock, deadline: 5000 }).send(post)()
    await server.call(0)
    clock.advance(5000)
    expect(await answer).toEqual(
      E.left({
        _tag: 'Timeout',
        message: 'no answer from the API server within 5000 ms',
        applied: 'Maybe',
        httpStatus: null,
        retryAfter: null,
      }),
    )
    expect(clock.timers()).toEqual([])
  })

  test('the deadline covers the body, too', async () => {
    const clock = fakeClock()
    const server = await serve(call => {
      call.response.writeHead(200)
      call.response.write('{')
    })
    const answer = server.http({ clock, deadline: 5000 }).send({ ...get, deadline: 100 })()
    await server.call(0)
    clock.advance(100)
    expect(await answer).toMatchObject(E.left({ _tag: 'Timeout' }))
  })

  test('credentials that hang: nothing was sent', async () => {
    const clock = fakeClock()
    const http = createHttp({
      clock,
      credentials: { ...plainCredentials('http://127.0.0.1:1'), session: () => new Promise(() => undefined) },
    })
    const answer = http.send(post)()
    clock.advance(10_000)
    expect(await answer).toMatchObject(E.left({ _tag: 'Timeout', applied: 'No' }))
  })

  test('credentials that fail: Unauthorized, nothing was sent, no secret is told', async () => {
    const http = createHttp({
      credentials: {
        ...plainCredentials('http://127.0.0.1:1'),
        session: () => Promise.resolve(E.left('exec plugin failed: Bearer abcdefgh12345678')),
      },
    })
    expect(await http.send(post)()).toMatchObject(
      E.left({ _tag: 'Unauthorized', applied: 'No', message: 'exec plugin failed: Bearer ***' }),
    )
  })

  test('nobody listens: Unreachable, not applied', async () => {
    const server = await scriptedApiServer()
    await server.close()
    const http = createHttp({ credentials: plainCredentials(server.url, { authorization: 'Bearer hush-hush-hush' }) })
    const answer = await http.send(post)()
    expect(answer).toMatchObject(E.left({ _tag: 'Unreachable', applied: 'No' }))
    expect(JSON.stringify(answer)).not.toContain('hush')
  })

  test('no connection within 5 s, however long the deadline: Timeout, not applied', async () => {
    const clock = fakeClock()
    // a proxy that never answers: the connection through it is never there
    const mute = await serve()
    const proxy = createServer().on('connect', () => {
      clock.advance(5_000)
    })
    await new Promise<void>(resolve => {
      proxy.listen(0, '127.0.0.1', resolve)
    })
    const http = createHttp({
      clock,
      credentials: { ...plainCredentials(mute.url), proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
    })
    expect(await http.send({ ...post, deadline: 60_000 })()).toEqual(
      E.left({ _tag: 'Timeout', message: 'no connection within 5000 ms', applied: 'No', httpStatus: null, retryAfter: null }),
    )
    proxy.closeAllConnections()
    proxy.close()
  })

  test('a DELETE arrives with its body: the uid that it is held against', async () => {
    const server = await serve(call => call.json(200, {}))
    await server.http().send({ method: 'DELETE', path: '/a', body: '{"preconditions":{"uid":"u"}}' })()
    expect(server.calls[0]?.body).toBe('{"preconditions":{"uid":"u"}}')
  })

  test('the connection breaks before an answer: Unreachable, a write may have been done', async () => {
    const server = await serve(call => call.response.destroy())
    expect(await server.http().send(post)()).toMatchObject(E.left({ _tag: 'Unreachable', applied: 'Maybe' }))
  })
})

describe('streaming', () => {
  test('bytes arrive as they are sent; close breaks the connection', async () => {
    const server = await serve(call => {
      call.response.writeHead(200)
      call.response.write('one\n')
    })
    const stream = await server.http().stream({ path: '/watch' })()
    if (E.isLeft(stream)) throw new Error(stream.left.message)
    const gone = new Promise(resolve => server.calls[0]?.response.on('close', resolve))
    const bytes = stream.right.bytes[Symbol.asyncIterator]()
    expect(Buffer.from((await bytes.next()).value as Uint8Array).toString()).toBe('one\n')
    stream.right.close()
    await gone
    await expect(bytes.next()).rejects.toThrow()
  })

  test('a stream that is closed in the moment in which it ends ends nothing else', async () => {
    const server = await serve(call => {
      call.response.write('one\n')
      setImmediate(() => call.response.end('two\n'))
    })
    const http = server.http()
    const uncaught: unknown[] = []
    const reported = (error: unknown): void => {
      uncaught.push(error)
    }
    process.on('uncaughtExceptionMonitor', reported)
    open.push(() => Promise.resolve(process.off('uncaughtExceptionMonitor', reported)))
    for (let i = 0; i < 100; i += 1) {
      const stream = await http.stream({ path: '/watch' })()
      if (E.isLeft(stream)) throw new Error(stream.left.message)
      try {
        for await (const chunk of stream.right.bytes) {
          if (!String(chunk).includes('two')) continue
          await Promise.resolve()
          stream.right.close()
        }
      } catch { /* broken off before its end */ }
    }
    expect(uncaught).toEqual([])
  })

  test('the deadline ends with the headers', async () => {
    const clock = fakeClock()
    const server = await serve(call => {
      call.response.writeHead(200)
      call.response.flushHeaders()
    })
    const stream = await server.http({ clock }).stream({ path: '/watch' })()
    expect(E.isRight(stream)).toBe(true)
    expect(clock.timers()).toEqual([])
  })
})

test('an http proxy is used where the kubeconfig names one', async () => {
  const server = await serve(call => call.json(200, { host: call.headers.host }))
  const asked: string[] = []
  const proxy = createServer().on('connect', ({ url = '' }, socket: Socket) => {
    asked.push(url)
    const there = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('error', () => there.destroy())
  })
  await new Promise<void>(resolve => {
    proxy.listen(0, '127.0.0.1', resolve)
  })
  const http = createHttp({
    credentials: { ...plainCredentials('http://api.invalid:6443'), proxy: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` },
  })
  open.push(http.close, () =>
    new Promise(resolve => {
      proxy.close(resolve)
    }))
  expect(await http.send(get)()).toEqual(E.right({ host: 'api.invalid:6443' }))
  expect(asked).toEqual(['api.invalid:6443'])
})

test.each(
  [
    ['7', 7000],
    [['3'], 3000],
    ['Thu, 01 Jan 1970 00:00:10 GMT', 9000],
    ['Thu, 01 Jan 1970 00:00:00 GMT', 0],
    ['soon', null],
    [undefined, null],
  ] as const,
)('Retry-After %j is %j ms', (header, millis) => {
  expect(retryAfter(header as never, 1000)).toBe(millis)
})
