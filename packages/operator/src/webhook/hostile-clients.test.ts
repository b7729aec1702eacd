import { request, type RequestOptions } from 'node:https'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import * as E from 'fp-ts/lib/Either.js'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type SelfSigned, selfSigned } from '../../test/certificate.ts'
import { type AdmissionLimits, admissionLimits } from './admission-limits.ts'
import { type AdmissionServer, startAdmissionServer } from './admission-server.ts'
import type { Answer } from './answer.ts'

const pairs: SelfSigned[] = []
beforeAll(async () => {
  pairs.push(await selfSigned('server'))
})
const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const MiB = 1024 * 1024

const started = async (
  limits: Partial<AdmissionLimits> = {},
  answer: (path: string, body: string) => Promise<Answer> = (_path, body) =>
    Promise.resolve({ status: 200, body: `${body.length}\n`, type: 'text/plain' }),
  onRefused: (path: string) => void = () => undefined,
): Promise<AdmissionServer> => {
  const [pair] = pairs
  if (pair === undefined) throw new Error('no pair')
  const server = await startAdmissionServer({
    port: 0,
    pair: { ...pair, expires: Infinity, clientCa: null },
    answer,
    notReady: () => null,
    limits: { ...admissionLimits, ...limits },
    onRefused,
  })
  if (E.isLeft(server)) throw new Error(server.left)
  closing.push(server.right.close)
  return server.right
}

interface Answered {
  readonly status: number
  readonly text: string
}

/** A request whose body is written piece by piece; what is answered, and how much of it was written by then. */
const call = (
  { port }: AdmissionServer,
  body: Iterable<Buffer>,
  { headers = {}, path = '/validate', ...more }: RequestOptions = {},
): Promise<Answered & { readonly written: number }> =>
  new Promise((resolve, reject) => {
    let written = 0
    const sent = request({ port, host: 'localhost', path, headers, rejectUnauthorized: false, agent: false, method: 'POST', ...more })
    const pieces = body[Symbol.iterator]()
    const next = (): void => {
      const { value, done } = pieces.next()
      if (done === true) return void sent.end()
      written += value.length
      sent.write(value, () => setImmediate(next))
    }
    sent.on('response', answer => {
      const chunks: Buffer[] = []
      const until = written
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8'), written: until })
        sent.destroy()
      })
    })
    sent.on('error', reject)
    next()
  })

const pieces = function*(count: number, size = 64 * 1024): Generator<Buffer> {
  for (let n = 0; n < count; n += 1) yield Buffer.alloc(size, 0x20)
}

const secured = (server: AdmissionServer): Promise<TLSSocket> =>
  new Promise((resolve, reject) => {
    const socket = connect({ port: server.port, host: 'localhost', rejectUnauthorized: false }, () => resolve(socket))
    socket.on('error', reject)
  })
const ended = (socket: Socket): Promise<void> =>
  new Promise(resolve => {
    socket.on('error', () => undefined).on('close', () => resolve()).resume()
    if (socket.destroyed) resolve()
  })

/** So many of them, whichever. */
const endedOf = (sockets: readonly Socket[], count: number): Promise<void> =>
  new Promise(resolve => {
    let left = count
    for (const socket of sockets)
      void ended(socket).then(() => {
        left -= 1
        if (left === 0) resolve()
      })
  })
/** In waves that the kernel's queue of new connections takes. */
const plainSockets = async (server: AdmissionServer, count: number): Promise<readonly Socket[]> => {
  const sockets: Socket[] = []
  while (sockets.length < count)
    sockets.push(
      ...await Promise.all(Array.from({ length: 50 }, () =>
        new Promise<Socket>(resolve => {
          const socket = connectPlain(server.port, 'localhost', () => resolve(socket))
          socket.on('error', () => undefined)
        }))),
    )
  return sockets
}

describe('S04 a review has at most 3 MiB', () => {
  test('one of 3 MiB is answered, one byte more is refused', async () => {
    const server = await started()
    expect(await call(server, [Buffer.alloc(3 * MiB, 0x20)])).toMatchObject({ status: 200, text: `${3 * MiB}\n` })
    expect(await call(server, [Buffer.alloc(3 * MiB + 1, 0x20)])).toMatchObject({
      status: 413,
      text: 'a review has at most 3145728 bytes\n',
    })
  })

  test('a length that is declared is refused before any of it is sent', async () => {
    const server = await started()
    const answer = await call(
      server,
      (function*() {
        yield Buffer.from(' ')
        // nothing more is ever sent
        for (;;) yield Buffer.alloc(0)
      })(),
      { headers: { 'content-length': String(10 * MiB) } },
    )
    expect(answer).toMatchObject({ status: 413, written: 1 })
  })

  test('a length that is not declared is refused as soon as it is passed, not at its end', async () => {
    const server = await started()
    const { status, written } = await call(server, pieces(10_000))
    expect(status).toBe(413)
    // what the two sockets buffer is written beyond the limit; 640 MB are not
    expect(written).toBeLessThan(64 * MiB)
  })

  test('Expect: 100-continue: nothing of what is too long is asked for', async () => {
    const server = await started()
    const answer = await new Promise<string>((resolve, reject) => {
      void secured(server).then(socket => {
        let text = ''
        socket.on('data', chunk => (text += chunk.toString())).on('close', () => resolve(text))
        socket.write(`POST /validate HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${4 * MiB}\r\n\r\n`)
      }, reject)
    })
    expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  })

  test('Expect: 100-continue: what is short enough is asked for', async () => {
    const server = await started()
    const answer = await new Promise<string>((resolve, reject) => {
      void secured(server).then(socket => {
        let text = ''
        socket.on('data', (chunk: Buffer) => {
          text += chunk.toString()
          if (text.startsWith('HTTP/1.1 100 Continue')) socket.write('{}')
        }).on('close', () => resolve(text))
        socket.write('POST /validate HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n')
      }, reject)
    })
    expect(answer).toMatch(/HTTP\/1\.1 200 /)
  })

  test('a body that is packed is not unpacked', async () => {
    const server = await started()
    const bomb = gzipSync(Buffer.alloc(100 * MiB))
    expect(bomb.length).toBeLessThan(MiB)
    expect(await call(server, [bomb], { headers: { 'content-encoding': 'gzip' } })).toMatchObject({ status: 415 })
  })

  test('another method, or a probe with a body, reads none of it', async () => {
    const server = await started()
    expect(await call(server, pieces(10_000), { method: 'PUT' })).toMatchObject({ status: 405 })
    const probe = await call(server, pieces(10_000), { path: '/healthz' })
    expect(probe).toMatchObject({ status: 200 })
    expect(probe.written).toBeLessThan(64 * MiB)
  })
})

describe('S04 what is in flight is bounded', () => {
  test('beyond the number of reviews the next one is refused, and taken again once one is answered', async () => {
    const gates = [Promise.withResolvers<Answer>(), Promise.withResolvers<Answer>()]
    const arrived = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let asked = 0
    const ok: Answer = { status: 200, body: 'ok\n', type: 'text/plain' }
    const server = await started({ reviews: 2 }, () => {
      const n = asked
      asked += 1
      arrived[n]?.resolve()
      return gates[n]?.promise ?? Promise.resolve(ok)
    })
    const held = [call(server, []), call(server, [])]
    await Promise.all(arrived.map(it => it.promise))
    expect(await call(server, [])).toMatchObject({ status: 503, text: 'too many reviews at once\n' })
    gates[0]?.resolve(ok)
    await Promise.race(held)
    expect(await call(server, [])).toMatchObject({ status: 200 })
    gates[1]?.resolve(ok)
    expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('beyond the sum of bytes whoever takes longest to send gives way, and others are answered', async () => {
    const server = await started({ bytes: 4 * MiB, request: 60_000 })
    const slow = await Promise.all([1, 2, 3].map(() => secured(server)))
    const answers = slow.map(socket =>
      new Promise<string>(resolve => {
        let text = ''
        socket.on('data', (chunk: Buffer) => (text += chunk.toString())).on('error', () => undefined).on('close', () => resolve(text))
      })
    )
    for (const socket of slow) {
      socket.write(`POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: ${3 * MiB}\r\n\r\n`)
      await new Promise(resolve => socket.write(Buffer.alloc(2 * MiB, 0x20), resolve))
    }
    expect(await Promise.race(answers)).toMatch(/^HTTP\/1\.1 503 /)
    expect(await call(server, [Buffer.alloc(3 * MiB, 0x20)])).toMatchObject({ status: 200 })
    for (const socket of slow) socket.destroy()
  })

  test('a review that is not answered in time ends, and is counted', async () => {
    const refused: string[] = []
    const server = await started({ answer: 100 }, () => new Promise(() => undefined), path => refused.push(path))
    expect(await call(server, [])).toMatchObject({ status: 503, text: 'no answer within 100 ms\n' })
    expect(refused).toEqual(['/validate'])
  })
})

describe('S04 connections', () => {
  test('2,000 idle ones: no more than the limit stay, and the next request is answered', async () => {
    const server = await started({ connections: 100, handshake: 600_000 })
    const sockets = await plainSockets(server, 2_000)
    await endedOf(sockets, 1_900)
    expect(await call(server, [])).toMatchObject({ status: 200 })
    for (const socket of sockets) socket.destroy()
  })

  test('those that asked once and stay: the same', async () => {
    const server = await started({ connections: 20 })
    const sockets = await Promise.all(Array.from({ length: 60 }, async () => {
      const socket = await secured(server)
      socket.write('GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n')
      return socket
    }))
    await endedOf(sockets, 40)
    expect(await call(server, [])).toMatchObject({ status: 200 })
    for (const socket of sockets) socket.destroy()
  })

  test('a review that is being answered keeps its connection', async () => {
    const gate = Promise.withResolvers<Answer>()
    const arrived = Promise.withResolvers<void>()
    const server = await started({ connections: 5, handshake: 600_000 }, () => {
      arrived.resolve()
      return gate.promise
    })
    const held = call(server, [])
    await arrived.promise
    const sockets = await plainSockets(server, 50)
    await endedOf(sockets, 46)
    gate.resolve({ status: 200, body: 'ok\n', type: 'text/plain' })
    expect(await held).toMatchObject({ status: 200 })
    for (const socket of sockets) socket.destroy()
  })

  test.each([
    ['no TLS handshake', { handshake: 100 }, false, ''],
    ['half a TLS handshake', { handshake: 100 }, false, '\x16\x03\x01'],
    ['no request', { headers: 100 }, true, ''],
    ['half a header', { headers: 100 }, true, 'POST /validate HTTP/1.1\r\nHost: a\r\nX-a: '],
    ['half a body', { request: 200, headers: 100 }, true, 'POST /validate HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\n{'],
    [
      'half a chunk',
      { request: 200, headers: 100 },
      true,
      'POST /validate HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{',
    ],
    ['nothing after a first request', { idle: 100 }, true, 'GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['garbage without TLS', {}, false, 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['garbage within TLS', {}, true, '\x00\xffgarbage\r\n\r\n'],
  ])('%s: it ends', async (_title, limits, isSecured, text) => {
    const server = await started(limits)
    const socket = isSecured ? await secured(server) : connectPlain(server.port, 'localhost')
    const end = ended(socket)
    socket.write(text, 'latin1')
    await end
    expect(await call(server, [])).toMatchObject({ status: 200 })
  })
})
