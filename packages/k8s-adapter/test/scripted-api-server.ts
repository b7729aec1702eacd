import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as E from 'fp-ts/lib/Either.js'
import type { Clock } from '../src/clock.ts'
import type { Credentials } from '../src/credentials.ts'
import { createHttp, type Http, type HttpOptions } from '../src/http.ts'

/** One request, read whole, and what to answer it with. */
export interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly json: (status: number, body: unknown, headers?: Record<string, string>) => void
  /** Raw access: to stream, to cut, to say nothing. */
  readonly response: ServerResponse
}

export interface ScriptedApiServer {
  readonly url: string
  /** In the order of arrival. */
  readonly calls: readonly Call[]
  /** Resolves with the n-th call (from 0) once it is there. */
  readonly call: (n: number) => Promise<Call>
  readonly http: (options?: Partial<HttpOptions> & { readonly clock?: Clock }) => Http
  readonly credentials: Credentials
  /** Connections opened so far. */
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** Plays an API server: `answer` gets each call; one that is not answered stays open. */
export const scriptedApiServer = async (answer: (call: Call, n: number) => void = () => undefined): Promise<ScriptedApiServer> => {
  const calls: Call[] = []
  const waiting: { n: number; resolve: (call: Call) => void }[] = []
  let opened = 0
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://server')
      const call: Call = {
        method: request.method ?? '',
        path: url.pathname,
        query: url.searchParams,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
        response,
        json: (status, body, headers = {}) => {
          response.writeHead(status, { 'content-type': 'application/json', ...headers })
          response.end(JSON.stringify(body))
        },
      }
      calls.push(call)
      const n = calls.length - 1
      answer(call, n)
      for (const { resolve } of waiting.filter(one => one.n === n)) resolve(call)
    })
  })
  server.on('connection', () => {
    opened += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const credentials = plainCredentials(url)
  const clients: Http[] = []
  return {
    url,
    calls,
    call: n => {
      const there = calls[n]
      return there === undefined ? new Promise(resolve => waiting.push({ n, resolve })) : Promise.resolve(there)
    },
    http: options => {
      const http = createHttp({ credentials, ...options })
      clients.push(http)
      return http
    },
    credentials,
    connections: () => opened,
    close: async () => {
      await Promise.all(clients.map(client => client.close()))
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

/** For a server without TLS. */
export const plainCredentials = (url: string, headers: Record<string, string> = {}): Credentials => ({
  server: { origin: url, basePath: '' },
  proxy: null,
  namespace: 'default',
  source: 'a test',
  session: () => Promise.resolve(E.right({ ca: null, cert: null, key: null, serverName: null, verify: true, headers })),
})

/** A `Status` object as Kubernetes answers failures with. */
export const statusObject = (code: number, reason: string, message: string, details: Record<string, unknown> = {}) => ({
  kind: 'Status',
  apiVersion: 'v1',
  metadata: {},
  status: 'Failure',
  message,
  reason,
  details,
  code,
})
