import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { request as secureRequest } from 'node:https'
import { connect, type Socket } from 'node:net'
import { connect as secureConnect } from 'node:tls'
import * as E from 'fp-ts/lib/Either.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { selfSigned } from '../../test/certificate.ts'
import { answerText, type HttpLimits, httpLimits, type HttpServer, type HttpServerOptions, startHttpServer } from './http-server.ts'

/** Short, but no shorter than a busy machine takes for a request. */
const short: HttpLimits = { head: 300, request: 600, idle: 1_000, everyLook: 50, connections: 100 }

const serving = async (given: Partial<HttpServerOptions> = {}): Promise<HttpServer> => {
  const started = await startHttpServer({
    port: 0,
    limits: short,
    respond: async (_, response) => answerText(response, 200, 'ok\n'),
    ...given,
  })
  if (E.isLeft(started)) throw started.left
  onTestFinished(started.right.close)
  return started.right
}

const opened = async (port: number): Promise<Socket> => {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  onTestFinished(() => void socket.destroy())
  await once(socket, 'connect')
  socket.resume()
  return socket
}

const ended = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    if (socket.closed) resolve()
    else socket.once('close', () => resolve())
  })

const statusOf = async (port: number): Promise<number | undefined> => {
  const asked = request({ port, host: '127.0.0.1', agent: false })
  asked.end()
  const [answer] = await once(asked, 'response') as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

describe('S12 a connection ends that brings no whole request in time', () => {
  test.each([
    ['nothing', ''],
    ['half a head', 'GET / HTTP/1.1\r\nHost: x\r\nX-a: '],
    ['a request line', 'GET / HTTP/1.1'],
    ['half a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc'],
    ['a whole request, and then nothing', 'GET / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['a whole request, and then half a head', 'GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost'],
    ['what is no HTTP', '\x16\x03\x01 hello\r\n\r\n'],
  ])('%s', async (_what, text) => {
    const socket = await opened((await serving()).port)
    socket.write(text)
    await ended(socket)
  })

  test.each([
    ['of a head', 'GET / HTTP/1.1\r\nHost: x\r\nX-a: '],
    ['of a body', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n'],
  ])('one letter %s after the other: that the connection is never silent does not help it', async (_what, text) => {
    const limits = { head: 300, request: 300, idle: 600_000, everyLook: 50, connections: 5 }
    const respond = async (asked: IncomingMessage): Promise<void> => {
      for await (const _ of asked);
    }
    const socket = await opened((await serving({ limits, respond })).port)
    socket.write(text)
    const drip = setInterval(() => socket.write('x'), 20)
    onTestFinished(() => clearInterval(drip))
    await ended(socket)
  })

  test('under TLS: half a handshake, and half a head after it', async () => {
    const { port } = await serving({ pair: await selfSigned('planner') })
    const silent = await opened(port)
    const socket = secureConnect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    socket.on('error', () => undefined)
    await once(socket, 'secureConnect')
    socket.resume()
    socket.write('GET / HTTP/1.1\r\nHost')
    await Promise.all([ended(silent), ended(socket)])
  })

  test('one that does not read its answer', async () => {
    const gone = Promise.withResolvers<boolean>()
    const { port } = await serving({
      respond: async (_, response) => {
        response.once('close', () => gone.resolve(response.writableFinished))
        answerText(response, 200, 'x'.repeat(64 * 1024 * 1024))
      },
    })
    const socket = await opened(port)
    socket.pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    expect(await gone.promise).toBe(false)
  })

  test('the limits that are in force are of the size of a request of a probe or of a browser', () => {
    expect(httpLimits.head).toBeLessThanOrEqual(10_000)
    expect(httpLimits.request).toBeLessThanOrEqual(10_000)
    expect(httpLimits.everyLook).toBeLessThanOrEqual(1_000)
    expect(httpLimits.connections).toBeLessThanOrEqual(1_000)
  })
})

describe('S12 many connections keep no request from its answer', () => {
  const patient: HttpLimits = { head: 600_000, request: 600_000, idle: 600_000, everyLook: 50, connections: 5 }

  test.each([['plain', false], ['TLS', true]])('%s: the one that waits longest without a request ends', async (_what, isSecure) => {
    const { port } = await serving({ limits: patient, ...(isSecure ? { pair: await selfSigned('planner') } : {}) })
    const sockets: Socket[] = []
    for (let count = 0; count < 20; count++) {
      const socket = await opened(port)
      if (!isSecure) socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-a: ')
      sockets.push(socket)
    }
    await Promise.all(sockets.slice(0, 15).map(ended))
    const asked = isSecure ? secureRequest({ port, host: '127.0.0.1', agent: false, rejectUnauthorized: false })
      : request({ port, host: '127.0.0.1', agent: false })
    asked.end()
    const [answer] = await once(asked, 'response') as [IncomingMessage]
    answer.resume()
    expect(answer.statusCode).toBe(200)
    await ended(sockets[15] as Socket)
    expect(sockets.slice(16).every(({ closed }) => !closed)).toBe(true)
  })

  test('whoever opens many ends its own, not those of another address', async () => {
    const { port } = await serving({ limits: patient })
    const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
    other.on('error', () => undefined)
    onTestFinished(() => void other.destroy())
    await once(other, 'connect')
    other.resume()
    const many: Socket[] = []
    for (let count = 0; count < 20; count++) many.push(await opened(port))
    await Promise.all(many.slice(0, 16).map(ended))
    expect(await statusOf(port)).toBe(200)
    expect(other.closed).toBe(false)
  })

  test('a request that is being answered goes on; where all are, the new one ends', async () => {
    const goOn = Promise.withResolvers<void>()
    const allAsked = Promise.withResolvers<void>()
    let asked = 0
    const { port } = await serving({
      limits: patient,
      respond: async (_, response) => {
        asked += 1
        if (asked === patient.connections) allAsked.resolve()
        await goOn.promise
        answerText(response, 200, 'late\n')
      },
    })
    const answers = Array.from({ length: patient.connections }, () => statusOf(port))
    await allAsked.promise
    await ended(await opened(port))
    goOn.resolve()
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200])
  })
})

test('a failure is answered without its words', async () => {
  const { port } = await serving({ respond: () => Promise.reject(new Error('password=hunter2')) })
  const answer = await fetch(`http://127.0.0.1:${port}/`)
  expect([answer.status, await answer.text()]).toEqual([500, 'failed\n'])
})
