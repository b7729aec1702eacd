import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { Planner } from '../planner/planner-routes.ts'

export interface ServerOptions {
  /** 0: any free one. */
  readonly port: number
  /** Null: healthy; else what stands still. */
  readonly unhealthy: () => string | null
  /** Null: ready; else why not. */
  readonly notReady: () => string | null
  /** What is not as it should be though it is ready; a line each. */
  readonly remarks: () => readonly string[]
  readonly metrics: () => Promise<string>
  readonly metricsType: string
  /** The planner page; null: it is not served. */
  readonly planner: Planner | null
}

export interface RunningServer {
  readonly port: number
  readonly close: () => Promise<void>
}

const answer = (response: ServerResponse, status: number, text: string, type = 'text/plain; charset=utf-8'): void => {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(text) }).end(text)
}

const planned = async (planner: Planner, url: URL, response: ServerResponse): Promise<boolean> => {
  const found = await planner(url.pathname, url.searchParams)
  if (found === null) return false
  response.writeHead(found.status, { ...found.headers, 'content-length': Buffer.byteLength(found.body) }).end(found.body)
  return true
}

const respond = async (options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'only GET\n')
  switch ((request.url ?? '').split('?')[0]) {
    case '/healthz': {
      const why = options.unhealthy()
      return why === null ? answer(response, 200, 'ok\n') : answer(response, 503, `not healthy: ${why}\n`)
    }
    case '/readyz': {
      const why = options.notReady()
      const text = [why === null ? 'ok' : `not ready: ${why}`, ...options.remarks()].map(line => `${line}\n`).join('')
      return answer(response, why === null ? 200 : 503, text)
    }
    case '/metrics':
      return answer(response, 200, await options.metrics(), options.metricsType)
    default: {
      const { planner } = options
      const url = URL.parse(request.url ?? '', 'http://operator')
      if (planner !== null && url !== null && await planned(planner, url, response)) return
      return answer(response, 404, `there are /healthz, /readyz and /metrics${planner === null ? '' : ', and /planner/'}\n`)
    }
  }
}

/** Health and metrics over HTTP. Left: one line, where the port can't be had. */
export const startServer = (options: ServerOptions): Promise<E.Either<string, RunningServer>> =>
  new Promise(resolve => {
    const server: Server = createServer((request, response) => {
      respond(options, request, response).catch(() => {
        if (!response.headersSent) answer(response, 500, 'failed\n')
      })
    })
    server.requestTimeout = 10_000
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(E.left(
        error.code === 'EADDRINUSE'
          ? `port ${options.port} is taken: choose another with --port, 0 for any free one`
          : `port ${options.port} cannot be opened: ${error.message}`,
      ))
    })
    server.listen(options.port, () => {
      const address = server.address()
      resolve(E.right({
        port: typeof address === 'object' && address !== null ? address.port : options.port,
        close: () =>
          new Promise(closed => {
            server.close(() => closed())
            server.closeAllConnections()
          }),
      }))
    })
  })
