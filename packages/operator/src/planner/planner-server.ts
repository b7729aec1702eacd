import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from '../effect/answer-in-time.ts'
import { type HttpLimits, httpLimits, type HttpServer, type PemPair, startHttpServer } from '../server/http-server.ts'
import { notSure } from './access/refused.ts'
import { refusedAsk } from './asked-from.ts'
import { type Planner, type PlannerAnswer, refusedAnswer, type ShownHere, textAnswer } from './planner-routes.ts'

export interface PlannerServerOptions {
  /** 0: any free one. */
  readonly port: number
  readonly address: string
  /** `planner.hosts` */
  readonly hosts: readonly string[]
  /** Default: `plannerLimits`. */
  readonly limits?: HttpLimits
  readonly planner: Planner
  /** What is shown to whoever sent this request. */
  readonly shownTo: (request: IncomingMessage) => ReturnType<ShownHere>
  /** Absent: plain HTTP. */
  readonly pair?: PemPair
  /** From a whole request to its answer. */
  readonly answerWithin?: Millis
}

/** A person's browser opens six connections. */
const plannerLimits: HttpLimits = { ...httpLimits, connections: 64 }
const longestAnswer: Millis = 10_000

/** A GET has no body: one that has would be read to its end. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const answerOf = async (
  { hosts, planner, shownTo, answerWithin = longestAnswer }: PlannerServerOptions,
  request: IncomingMessage,
): Promise<PlannerAnswer> => {
  const { method, headers, url } = request
  if (hasBody(request)) return { ...textAnswer(413, 'a request has no body'), isLast: true }
  // `http://…` and `*` are targets for proxies: what they name is not what `Host` names
  const target = url?.startsWith('/') === true ? URL.parse(`http://planner${url}`) : null
  if (target === null) return textAnswer(400, 'the target of a request begins with /')
  const refused = refusedAsk({ hosts, headers, path: target.pathname })
  if (refused !== null) return textAnswer(...refused)
  if (method !== 'GET' && method !== 'HEAD') return textAnswer(405, 'only GET')
  const answer = await answerInTime(answerWithin, () => planner(target.pathname, target.searchParams, () => shownTo(request)))
  switch (answer._tag) {
    case 'Answer':
      return answer.value ?? textAnswer(404, 'there is /planner/')
    case 'Late':
      return refusedAnswer(notSure(`no answer within ${answerWithin} ms`))
    case 'Thrown':
      throw answer.error
  }
}

const send = (response: ServerResponse, { status, headers, body, isLast }: PlannerAnswer): void => {
  const ending = isLast === true ? { connection: 'close' } : {}
  response.writeHead(status, { ...headers, ...ending, 'content-length': Buffer.byteLength(body) }).end(body)
}

/** The planner page over HTTP, from a port of its own. Left: one line, where the port can't be had. */
export const startPlannerServer = async (options: PlannerServerOptions): Promise<E.Either<string, HttpServer>> =>
  E.mapLeft(({ message }: Error) => `port ${options.port} of ${options.address} cannot be opened: ${message}`)(
    await startHttpServer({
      port: options.port,
      address: options.address,
      limits: options.limits ?? plannerLimits,
      ...(options.pair === undefined ? {} : { pair: options.pair }),
      respond: async (request, response) => send(response, await answerOf(options, request)),
    }),
  )
