import type { IncomingMessage, ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import { type HttpLimits, httpLimits, type HttpServer, startHttpServer } from '../server/http-server.ts'
import { refusedAsk } from './asked-from.ts'
import { type Planner, type PlannerAnswer, textAnswer } from './planner-routes.ts'

export interface PlannerServerOptions {
  /** 0: any free one. */
  readonly port: number
  readonly address: string
  /** `planner.hosts` */
  readonly hosts: readonly string[]
  /** Default: `plannerLimits`. */
  readonly limits?: HttpLimits
  readonly planner: Planner
}

/** A person's browser opens six connections. */
const plannerLimits: HttpLimits = { ...httpLimits, connections: 64 }

const answerOf = async ({ hosts, planner }: PlannerServerOptions, { method, headers, url }: IncomingMessage): Promise<PlannerAnswer> => {
  // `http://…` and `*` are targets for proxies: what they name is not what `Host` names
  const target = url?.startsWith('/') === true ? URL.parse(`http://planner${url}`) : null
  if (target === null) return textAnswer(400, 'the target of a request begins with /')
  const refused = refusedAsk({ hosts, headers, path: target.pathname })
  if (refused !== null) return textAnswer(...refused)
  if (method !== 'GET' && method !== 'HEAD') return textAnswer(405, 'only GET')
  return await planner(target.pathname, target.searchParams) ?? textAnswer(404, 'there is /planner/')
}

const send = (response: ServerResponse, { status, headers, body }: PlannerAnswer): void => {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** The planner page over HTTP, from a port of its own. Left: one line, where the port can't be had. */
export const startPlannerServer = async (options: PlannerServerOptions): Promise<E.Either<string, HttpServer>> =>
  E.mapLeft(({ message }: Error) => `port ${options.port} of ${options.address} cannot be opened: ${message}`)(
    await startHttpServer({
      port: options.port,
      address: options.address,
      limits: options.limits ?? plannerLimits,
      respond: async (request, response) => send(response, await answerOf(options, request)),
    }),
  )
