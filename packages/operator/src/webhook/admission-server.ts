import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { SecureContextOptions } from 'node:tls'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from '../effect/answer-in-time.ts'
import { type AdmissionLimits, admissionLimits } from './admission-limits.ts'
import { type Answer, text } from './answer.ts'
import type { CertificatePair } from '../server/certificate-pair.ts'
import { type ConnectionTable, connectionTable } from '../server/connection-table.ts'
import { reviewReader } from './review-reader.ts'

export interface AdmissionServerOptions {
  /** 0: any free port. */
  readonly port: number
  readonly pair: CertificatePair
  /** The answer to the body of a POST. */
  readonly answer: (path: string, body: string) => Promise<Answer>
  /** Null: ready; else why not. */
  readonly notReady: () => string | null
  readonly limits?: AdmissionLimits
  /** A request was refused before its body was judged, or its answer was late. */
  readonly onRefused?: (path: string) => void
}

export interface AdmissionServer {
  readonly port: number
  /** New connections get the new certificate. With another client CA, existing connections end. */
  readonly renew: (pair: CertificatePair) => void
  readonly close: () => Promise<void>
}

/** How often Node checks for slow requests. */
const everyCheck = 250
/** How long the rest of a request is discarded after an early answer: a client that is still writing would not read the answer. */
const linger = 1_000

const tls = ({ cert, key, clientCa }: CertificatePair): SecureContextOptions => ({
  cert,
  key,
  minVersion: 'TLSv1.2',
  ...(clientCa === null ? {} : { ca: clientCa }),
})

/** `complete` is set late for a request without a body. */
const isRead = ({ complete, headers }: IncomingMessage): boolean =>
  complete || ((headers['content-length'] ?? '0') === '0' && headers['transfer-encoding'] === undefined)

/** Answers a request; closes its connection if the request was not read to its end. */
const send = (request: IncomingMessage, response: ServerResponse, { status, body, type }: Answer): void => {
  if (response.headersSent || response.destroyed) return
  const headers = { 'content-type': `${type}; charset=utf-8`, 'content-length': Buffer.byteLength(body) }
  if (isRead(request)) return void response.writeHead(status, headers).end(body)
  response.writeHead(status, { ...headers, connection: 'close' }).write(body)
  const end = (): void => {
    clearTimeout(timer)
    response.end()
    request.socket.destroySoon()
  }
  const timer = setTimeout(end, linger)
  request.once('end', end).once('close', end).resume()
}

/** Answers requests; `onReady` is called before a body is read. */
const responder = (
  { answer, notReady, onRefused }: AdmissionServerOptions,
  limits: AdmissionLimits,
  table: ConnectionTable,
) => {
  const reader = reviewReader(limits)
  let reviews = 0

  const reviewed = async (path: string, body: string): Promise<Answer> => {
    if (reviews >= limits.reviews) {
      onRefused?.(path)
      return text(503, 'too many reviews at once')
    }
    reviews += 1
    try {
      const given = await answerInTime(limits.answer, () => answer(path, body))
      if (given._tag === 'Late') onRefused?.(path)
      return given._tag === 'Answer' ? given.value
        : given._tag === 'Late' ? text(503, `no answer within ${limits.answer} ms`)
        : text(500, 'a bug, see the log')
    } finally {
      reviews -= 1
    }
  }
  return async (request: IncomingMessage, response: ServerResponse, onReady: () => void): Promise<void> => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (path === '/healthz' || path === '/readyz') {
      const why = path === '/readyz' ? notReady() : null
      return send(request, response, text(why === null ? 200 : 503, why === null ? 'ok' : `not ready: ${why}`))
    }
    if (request.method !== 'POST') return send(request, response, text(405, 'only POST'))
    const read = await reader.read(request, onReady)
    if (E.isLeft(read)) {
      onRefused?.(path)
      return send(request, response, read.left)
    }
    table.answering(request.socket)
    response.once('close', () => {
      read.right.release()
      table.answered(request.socket)
    })
    send(request, response, await reviewed(path, read.right.body))
  }
}

const created = ({ pair }: AdmissionServerOptions, limits: AdmissionLimits): Server =>
  createServer({
    ...tls(pair),
    requestCert: pair.clientCa !== null,
    rejectUnauthorized: pair.clientCa !== null,
    handshakeTimeout: limits.handshake,
    headersTimeout: limits.headers,
    requestTimeout: limits.request,
    keepAliveTimeout: limits.idle,
    connectionsCheckingInterval: everyCheck,
  })

/** HTTPS for the API server only. Left: one line, if the port is not available. */
export const startAdmissionServer = (options: AdmissionServerOptions): Promise<E.Either<string, AdmissionServer>> =>
  new Promise(resolve => {
    const limits = options.limits ?? admissionLimits
    const table = connectionTable(limits.connections)
    const server = created(options, limits)
    const respond = responder(options, limits, table)
    let { clientCa } = options.pair
    server.on('connection', table.opened)
    server.on('request', (request, response) => void respond(request, response, () => undefined))
    server.on('checkContinue', (request, response) => void respond(request, response, () => response.writeContinue()))
    server.on('tlsClientError', (_error, socket) => socket.destroy())
    server.on('clientError', (_error, socket) => socket.destroy())
    server.once('error', error => resolve(E.left(`port ${options.port} of the webhook can't be had: ${error.message}`)))
    server.listen(options.port, () => {
      const address = server.address()
      resolve(E.right({
        port: typeof address === 'object' && address !== null ? address.port : options.port,
        renew: pair => {
          server.setSecureContext(tls(pair))
          if (pair.clientCa !== clientCa) table.endAll()
          clientCa = pair.clientCa
        },
        close: () =>
          new Promise(closed => {
            server.close(() => closed())
            server.closeIdleConnections()
            setTimeout(() => server.closeAllConnections(), 2_000).unref()
          }),
      }))
    })
  })
