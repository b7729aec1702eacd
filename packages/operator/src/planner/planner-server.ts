import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from '../effect/answer-in-time.ts'
import { type HttpLimits, httpLimits, type HttpServer, type PemPair, startHttpServer } from '../server/http-server.ts'
import { notSure } from './access/refused.ts'
import { refusedAsk } from './asked-from.ts'
import { type Planner, type PlannerAnswer, refusedAnswer, type ShownHere, textAnswer } from './planner-routes.ts'

const packed = promisify(gzip)

/** A shorter answer fits into one packet as it is. */
const shortest = 1_400

/** Files of the page are compressed once. */
const files = new WeakMap<Buffer, Promise<Buffer>>()

export const takesGzip = ({ 'accept-encoding': taken }: IncomingHttpHeaders): boolean =>
  typeof taken === 'string'
  && taken.slice(0, 200).split(',').some(it => it.trim().split(';')[0] === 'gzip' && !/;\s*q=0(?:\.0*)?$/.test(it.trim()))

/** The body compressed, in a thread beside the event loop; null: that is not worth it. */
export const compressed = async (body: Buffer | string): Promise<Buffer | null> => {
  if (body.length < shortest) return null
  if (typeof body === 'string') return packed(body, { level: 1 })
  const made = files.get(body) ?? packed(body)
  files.set(body, made)
  return made
}

export interface PlannerServerOptions {
  /** 0: any free port. */
  readonly port: number
  readonly address: string
  /** `planner.hosts` */
  readonly hosts: readonly string[]
  /** Default: `plannerLimits`. */
  readonly limits?: HttpLimits
  readonly planner: Planner
  /** What the sender of the request may see. */
  readonly shownTo: (request: IncomingMessage) => ReturnType<ShownHere>
  /** Absent: plain HTTP. */
  readonly pair?: PemPair
  /** From the end of a request to its answer. */
  readonly answerWithin?: Millis
}

/** A browser opens six connections. */
const plannerLimits: HttpLimits = { ...httpLimits, connections: 64 }
const longestAnswer: Millis = 10_000

/** A GET has no body: otherwise the server would have to read it to its end. */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

const answerOf = async (
  { hosts, planner, shownTo, answerWithin = longestAnswer }: PlannerServerOptions,
  request: IncomingMessage,
): Promise<PlannerAnswer> => {
  const { method, headers, url } = request
  if (hasBody(request)) return { ...textAnswer(413, 'a request has no body'), isLast: true }
  // `http://…` and `*` are targets for proxies: their host may differ from `Host`
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

const send = async (request: IncomingMessage, response: ServerResponse, answer: PlannerAnswer): Promise<void> => {
  const { status, headers, body, isLast, isCompressed } = answer
  const ending = isLast === true ? { connection: 'close' } : {}
  const packed = isCompressed === true && takesGzip(request.headers) ? await compressed(body) : null
  const encoding = packed === null ? {} : { 'content-encoding': 'gzip', vary: 'accept-encoding' }
  response.writeHead(status, { ...headers, ...ending, ...encoding, 'content-length': Buffer.byteLength(packed ?? body) }).end(
    packed ?? body,
  )
}

/** The planner page over HTTP, on its own port. Left: one line, if the port is not available. */
export const startPlannerServer = async (options: PlannerServerOptions): Promise<E.Either<string, HttpServer>> =>
  E.mapLeft(({ message }: Error) => `port ${options.port} of ${options.address} cannot be opened: ${message}`)(
    await startHttpServer({
      port: options.port,
      address: options.address,
      limits: options.limits ?? plannerLimits,
      ...(options.pair === undefined ? {} : { pair: options.pair }),
      respond: async (request, response) => send(request, response, await answerOf(options, request)),
    }),
  )
