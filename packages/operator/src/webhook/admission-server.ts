import { createServer, type Server } from 'node:https'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { CertificatePair } from './certificate-pair.ts'

export interface AdmissionServerOptions {
  /** 0: any free one. */
  readonly port: number
  readonly pair: CertificatePair
  /** The answer to the body of a POST. */
  readonly answer: (path: string, body: string) => Promise<Answer>
  /** Null: ready; else why not. */
  readonly notReady: () => string | null
}

export interface Answer {
  readonly status: number
  readonly body: string
  readonly type: 'application/json' | 'text/plain'
}

export interface AdmissionServer {
  readonly port: number
  /** New connections see the new certificate. */
  readonly renew: (pair: CertificatePair) => void
  readonly close: () => Promise<void>
}

export const text = (status: number, body: string): Answer => ({ status, body: `${body}\n`, type: 'text/plain' })

/** An object has at most 3 MiB in a request, and there may be two. */
const longestBody = 8 * 1024 * 1024

/** Null: it is longer. */
const readBody = async (request: IncomingMessage): Promise<string | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > longestBody) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const answerTo = async ({ answer, notReady }: AdmissionServerOptions, request: IncomingMessage): Promise<Answer> => {
  const path = (request.url ?? '').split('?')[0] ?? ''
  if (path === '/healthz' || path === '/readyz') {
    const why = path === '/readyz' ? notReady() : null
    return text(why === null ? 200 : 503, why === null ? 'ok' : `not ready: ${why}`)
  }
  if (request.method !== 'POST') return text(405, 'only POST')
  const body = await readBody(request)
  return body === null ? text(413, `the body is longer than ${longestBody} bytes`) : answer(path, body)
}

const send = (response: ServerResponse, { status, body, type }: Answer): void => {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** HTTPS for the API server alone. Left: one line, where the port can't be had. */
export const startAdmissionServer = (options: AdmissionServerOptions): Promise<E.Either<string, AdmissionServer>> =>
  new Promise(resolve => {
    const { cert, key } = options.pair
    // the API server keeps connections for 90 s: one that this end closes may just be in use
    const server: Server = createServer(
      { cert, key, minVersion: 'TLSv1.2', keepAliveTimeout: 120_000, headersTimeout: 10_000, requestTimeout: 30_000 },
      (request, response) => {
        answerTo(options, request).then(answer => send(response, answer), () => send(response, text(500, 'a bug, see the log')))
      },
    )
    server.on('tlsClientError', () => undefined)
    server.on('clientError', (_error, socket) => socket.destroy())
    server.once('error', error => resolve(E.left(`port ${options.port} of the webhook can't be had: ${error.message}`)))
    server.listen(options.port, () => {
      const address = server.address()
      resolve(E.right({
        port: typeof address === 'object' && address !== null ? address.port : options.port,
        renew: pair => server.setSecureContext({ cert: pair.cert, key: pair.key, minVersion: 'TLSv1.2' }),
        close: () =>
          new Promise(closed => {
            server.close(() => closed())
            server.closeIdleConnections()
            setTimeout(() => server.closeAllConnections(), 2_000).unref()
          }),
      }))
    })
  })
