import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import type { CertificatePair } from './certificate-pair.ts'
import { connectionTable } from './connection-table.ts'

/** Time limits of clients, and the maximum number of connections. */
export interface HttpLimits {
  /** From the connection, or the previous answer, until the head of a request has arrived. */
  readonly head: Millis
  /** Until the whole request has arrived. */
  readonly request: Millis
  /** For a connection without a request, and for a client that does not read its answer. */
  readonly idle: Millis
  /** How often Node checks the limits of head and request. */
  readonly everyLook: Millis
  /** Above it, the longest idle connection of the address with the most connections is closed. */
  readonly connections: number
}

/** Clients are probes, Prometheus and browsers: they send a request at once or none. */
export const httpLimits: HttpLimits = { head: 5_000, request: 10_000, idle: 30_000, everyLook: 1_000, connections: 256 }

/** Certificate chain and key, PEM. */
export type PemPair = Pick<CertificatePair, 'cert' | 'key'>

export interface HttpServerOptions {
  /** 0: any free port. */
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
  /** New connections get this certificate; only for a server with TLS. */
  readonly renew: (pair: PemPair) => void
  readonly close: () => Promise<void>
}

export const answerText = (response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

const protocol = (pair: PemPair) => ({ cert: pair.cert, key: pair.key, minVersion: 'TLSv1.2' as const })

/** Starts a server whose connections end in time, whatever their clients do. Left: Node's error, if the port is not available. */
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
            // Node's server does not know sockets that are still in their handshake
            table.endAll()
          }),
      }))
    })
  })
