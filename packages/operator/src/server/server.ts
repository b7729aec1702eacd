import type { IncomingMessage, ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import { answerText, type HttpLimits, type HttpServer, startHttpServer } from './http-server.ts'

export interface ServerOptions {
  /** 0: any free port. */
  readonly port: number
  /** Default: `httpLimits`. */
  readonly limits?: HttpLimits
  /** Null: healthy; else what makes no progress. */
  readonly unhealthy: () => string | null
  /** Null: ready; else why not. */
  readonly notReady: () => string | null
  /** Problems that do not affect readiness, a line each. */
  readonly remarks: () => readonly string[]
  readonly metrics: () => Promise<string>
  readonly metricsType: string
}

export type RunningServer = Pick<HttpServer, 'port' | 'close'>

const respond = async (options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  if (request.method !== 'GET' && request.method !== 'HEAD') return answerText(response, 405, 'only GET\n')
  switch ((request.url ?? '').split('?')[0] ?? '') {
    case '/healthz': {
      const why = options.unhealthy()
      return why === null ? answerText(response, 200, 'ok\n') : answerText(response, 503, `not healthy: ${why}\n`)
    }
    case '/readyz': {
      const why = options.notReady()
      const text = [why === null ? 'ok' : `not ready: ${why}`, ...options.remarks()].map(line => `${line}\n`).join('')
      return answerText(response, why === null ? 200 : 503, text)
    }
    case '/metrics':
      return answerText(response, 200, await options.metrics(), options.metricsType)
    default:
      return answerText(response, 404, 'there are /healthz, /readyz and /metrics\n')
  }
}

/** Serves health and metrics over HTTP. Left: one line, if the port is not available. */
export const startServer = async (options: ServerOptions): Promise<E.Either<string, RunningServer>> =>
  E.mapLeft((error: NodeJS.ErrnoException) =>
    error.code === 'EADDRINUSE'
      ? `port ${options.port} is taken: choose another with --port, 0 for any free one`
      : `port ${options.port} cannot be opened: ${error.message}`
  )(
    await startHttpServer({
      port: options.port,
      ...(options.limits === undefined ? {} : { limits: options.limits }),
      respond: (request, response) => respond(options, request, response),
    }),
  )
