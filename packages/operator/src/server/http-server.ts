import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { CertificatePair } from './certificate-pair.ts'
import { connectionTable } from './connection-table.ts'

/** How long a client may take, and how many connections there may be. */
export interface HttpLimits {
  /** From the connection, or from the answer before, until the head of a request is there. */
  readonly head: Millis
  /** Until all of the request is there. */
  readonly request: Millis
  /** A connection without a request under way; and one whose client does not read its answer. */
  readonly idle: Millis
  /** How often Node looks whether a head or a request takes too long. */
  readonly everyLook: Millis
  /** Above it the connection that has waited longest without a request ends, of the address with most of them. */
  readonly connections: number
}

/** Clients are probes, Prometheus and browsers: they send a request at once, or none. */
export const httpLimits: HttpLimits = { head: 5_000, request: 10_000, idle: 30_000, everyLook: 1_000, connections: 256 }

/** Certificate (chain) and key, PEM. */
export type PemPair = Pick<CertificatePair, 'cert' | 'key'>

export interface HttpServerOptions {
  /** 0: any free one. */
  readonly port: number
  /** Absent: all addresses of this machine. */
  readonly address?: string
  /** Absent: plain HTTP. */
  readonly pair?: PemPair
  /** Default: `httpLimits`. */
  readonly limits?: HttpLimits
  readonly respond: (request: IncomingMessage, response: ServerResponse) => Promise<void>
}

export interface HttpServer {
  readonly port: number
  /** New connections get this certificate; of a server that speaks TLS. */
  readonly renew: (pair: PemPair) => void
  readonly close: () => Promise<void>
}

export const answerText = (response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

const protocol = (pair: PemPair) => ({ cert: pair.cert, key: pair.key, minVersion: 'TLSv1.2' as const })

/** A server whose connections end in time, whatever their clients do. Left: Node's error, where the port can't be had. */
export const startHttpServer = (options: HttpServerOptions): Promise<E.Either<NodeJS.ErrnoException, HttpServer>> =>
  new Promise(resolve => {
    const { limits = httpLimits, pair, respond } = options
    const bounds = {
      headersTimeout: limits.head,
      requestTimeout: limits.request,
      keepAliveTimeout: limits.head,
      connectionsCheckingInterval: limits.everyLook,
    }
    const table = connectionTable(limits.connections)
    const listener = (request: IncomingMessage, response: ServerResponse): void => {
      const { socket } = request
      table.answering(socket)
      response.once('close', () => table.answered(socket))
      respond(request, response).catch(() => {
        if (!response.headersSent) answerText(response, 500, 'failed\n')
      })
    }
    const secure = pair === undefined ? null : createTlsServer({ ...bounds, ...protocol(pair), handshakeTimeout: limits.head }, listener)
    const server: Server = secure ?? createServer(bounds, listener)
    server.timeout = limits.idle
    server.on('connection', table.opened)
    server.on('error', error => resolve(E.left(error)))
    server.listen({ port: options.port, ...(options.address === undefined ? {} : { host: options.address }) }, () => {
      resolve(E.right({
        port: (server.address() as AddressInfo).port,
        renew: renewed => secure?.setSecureContext(protocol(renewed)),
        close: () =>
          new Promise(closed => {
            server.close(() => closed())
            server.closeAllConnections()
            // it knows none that is still in its handshake
            table.endAll()
          }),
      }))
    })
  })
