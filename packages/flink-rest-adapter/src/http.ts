import type { Agent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { Request as GotStream, Response } from 'got'
import type { AdapterError, Millis, RestEndpoint } from '@flink-operator/core'
import { type Agents, newAgents } from './agent.ts'
import { admission } from './admission.ts'
import { answerLimit } from './answer/answer-limits.ts'
import { answerHead, outcomeOf } from './answer/answer-outcome.ts'
import { answerRead, answerTask, type ReadApart } from './answer/read-apart.ts'
import { smallAnswer, withAnswer } from './answer/read-answer.ts'
import { type CallPhase, deadlineError, fromTransport } from './error.ts'
import { fairShare, type FairShare, type Share } from './fair-share.ts'
import type { RestContent, RestRequest } from './rest-request.ts'

/** Where and how to reach an endpoint from this process. */
export interface RestAddress {
  /** `http(s)://host:port`, a path prefix is allowed. No credentials: errors quote it. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The name to verify the certificate against, if `url` contains an IP address. */
  readonly serverName?: string
  /** Agents with their own TLS; absent: those of the pool. */
  readonly agent?: { readonly http?: Agent; readonly https?: HttpsAgent }
  /**
   * Only with a proxy: interprets an answer that is not 2xx. Returns our words if the proxy answered itself, null if Flink did.
   * Errors quote it, so it must contain nothing of the body.
   */
  readonly refusalInBetween?: (body: string) => string | null
}

/** In a cluster `<service>.<namespace>`, elsewhere a cluster IP or a proxy: the operator decides. A rejection counts as unreachable. */
export type ResolveEndpoint = (endpoint: RestEndpoint, method: RestRequest['method']) => Promise<RestAddress>

/** Key material for `security.ssl.rest.*`, in PEM. */
export interface TlsOptions {
  readonly ca?: string | readonly string[]
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
  /** Default true: the certificate has to name the host, or `serverName`. */
  readonly verifyHostname?: boolean
  /** Default true. False only on a user's request. */
  readonly rejectUnauthorized?: boolean
}

/** How Flink's REST API is reached, with the limits of calls. */
export interface HttpOptions {
  readonly resolveEndpoint: ResolveEndpoint
  /** For all clusters, or a function called before each call over TLS; a rejection counts as unreachable. */
  readonly tls?: TlsOptions | ((endpoint: RestEndpoint) => Promise<TlsOptions>)
  /**
   * Whole call: resolving, waiting for a free connection, connecting, answering. Default 10 s (`kubernetes.operator.flink.client.timeout`).
   */
  readonly requestTimeout?: Millis
  /** Name look-up, connect and TLS handshake, each. Default 3 s. */
  readonly connectTimeout?: Millis
  /** Concurrent calls over all clusters; others wait. One namespace has at most three quarters of them. Default 64. */
  readonly maxConcurrentCalls?: number
  /** Concurrent uploads, from the first fetched byte; they count separately, because they take long. Default 16. */
  readonly maxConcurrentUploads?: number
  /** Idle connections that are kept, over all clusters. Default 128. */
  readonly maxIdleSockets?: number
  /** Limit of one answer, unless its own limit (answer-limits.ts) is lower. */
  readonly maxResponseBytes?: number
  /** Limit of all answers in progress, except small ones. One namespace has at most three quarters of it. Default 16 MiB. */
  readonly maxBytesInFlight?: number
  /** Parses large answers in worker threads. Absent: they are parsed here, at once. */
  readonly readApart?: ReadApart
}

/** One connection pool over all Flink clusters. It retries nothing: retries are the core's decision. */
export interface FlinkHttp {
  /** The parsed body of a 2xx answer; every other outcome is an `AdapterError` (error.ts). */
  readonly call: (endpoint: RestEndpoint, request: RestRequest) => TE.TaskEither<AdapterError, unknown>
  /** Runs an upload when its turn comes; it fetches nothing before. Rejects with the signal's reason if the turn does not come. */
  readonly inTurn: <A>(upload: () => Promise<A>, signal: AbortSignal) => Promise<A>
  /** Closes the kept connections. */
  readonly close: () => void
}

const defaults = {
  requestTimeout: 10_000,
  connectTimeout: 3_000,
  maxConcurrentCalls: 64,
  maxConcurrentUploads: 16,
  maxIdleSockets: 128,
  maxResponseBytes: Number.MAX_SAFE_INTEGER,
  maxBytesInFlight: 16 * 1024 * 1024,
}

/** Create one per process. */
export const flinkHttp = (options: HttpOptions): FlinkHttp => {
  const settings = { ...defaults, ...options }
  const agents = newAgents(settings.maxIdleSockets)
  const calls = fairShare(settings.maxConcurrentCalls)
  const inTurn = admission(settings.maxConcurrentUploads)
  const budget = fairShare(settings.maxBytesInFlight)
  return {
    call: (endpoint, request) => () =>
      callOnce({ settings, agents, budget, calls: request.content === undefined ? calls : null }, endpoint, request),
    inTurn,
    close: agents.close,
  }
}

interface Pool {
  readonly settings: HttpOptions & typeof defaults
  readonly agents: Agents
  /** Bytes of answers. */
  readonly budget: FairShare
  /** Null: the call has its turn already. */
  readonly calls: FairShare | null
}

const callOnce = async (
  { settings, agents, budget, calls }: Pool,
  endpoint: RestEndpoint,
  request: RestRequest,
): Promise<E.Either<AdapterError, unknown>> => {
  const abort = new AbortController()
  const timeout = request.timeout ?? settings.requestTimeout
  const deadline = setTimeout(() => abort.abort(deadlineError(`no answer within ${timeout} ms`)), timeout)
  const at: { phase: CallPhase } = { phase: 'NotSent' }
  const turn: { share: Share | null } = { share: null }
  try {
    const address = await orAborted(settings.resolveEndpoint(endpoint, request.method), abort.signal)
    const tls = await orAborted(tlsFor(settings.tls, endpoint, address), abort.signal)
    // imported with the first call: an operator without jobs uses 10 MiB less
    const { default: got } = await import('got')
    turn.share = calls === null ? null : await calls(endpoint.namespace, 1, abort.signal)
    abort.signal.throwIfAborted()
    at.phase = 'Sent'
    const stream = got.stream(urlOf(address, request), {
      method: request.method,
      ...bodyOf(request),
      headers: { accept: 'application/json', 'user-agent': 'flink-operator', ...contentHeaders(request.content), ...address.headers },
      agent: address.agent ?? agents.agent,
      https: tls,
      timeout: { lookup: settings.connectTimeout, connect: settings.connectTimeout, secureConnect: settings.connectTimeout },
      signal: abort.signal,
      retry: { limit: 0 },
      throwHttpErrors: false,
      followRedirect: false,
      // no Accept-Encoding: the counted bytes are the received ones, and a compressed answer is not JSON
      decompress: false,
    })
    try {
      // got waits for a body that is written later
      if (request.method !== 'GET' && request.body === undefined && request.content === undefined) stream.end()
      const { statusCode, headers } = await headOf(stream)
      const limit = answerLimit(request, statusCode)
      const bytes = Math.min(limit.bytes, settings.maxResponseBytes)
      const options = { announced: announced(headers), limit: bytes, budget, owner: endpoint.namespace, signal: abort.signal }
      const head = answerHead({ statusCode, headers })
      return await withAnswer(stream, options, async body => {
        const { readApart } = settings
        if (readApart === undefined || body._tag !== 'Read' || body.bytes.byteLength <= smallAnswer)
          return outcomeOf(request, head, limit, body, address.refusalInBetween)
        const { byteLength } = body.bytes
        const task = answerTask(request, head, limit, body.bytes, address.refusalInBetween !== undefined)
        const read = await orAborted(readApart(task, { owner: endpoint.namespace, signal: abort.signal }), abort.signal)
        return answerRead(request, head, byteLength, read)
      })
    } finally {
      stream.destroy()
    }
  } catch (thrown) {
    return E.left(fromTransport(request, at.phase, abort.signal.aborted ? abort.signal.reason : thrown))
  } finally {
    turn.share?.release()
    clearTimeout(deadline)
  }
}

/** The status line and the headers: Node accepts at most 16 kB of them. */
const headOf = (stream: GotStream): Promise<Response> =>
  new Promise((resolve, reject) => {
    stream.once('response', resolve)
    // stays registered: readers get later errors themselves, and none may end the process
    stream.on('error', reject)
  })

const announced = (headers: Response['headers']): number | null => {
  const length = headers['content-length']
  return length !== undefined && /^\d+$/.test(length) ? Number(length) : null
}

const urlOf = (address: RestAddress, request: RestRequest): string => {
  const query = new URLSearchParams(request.query).toString()
  return `${address.url.replace(/(?<!\/)\/+$/, '')}${request.path}${query === '' ? '' : `?${query}`}`
}

const bodyOf = ({ body, content }: RestRequest) =>
  content !== undefined ? { body: Readable.from(content.bytes, { objectMode: false }) } : body === undefined ? {} : { json: body }

const contentHeaders = (content: RestContent | undefined): Readonly<Record<string, string>> =>
  content === undefined ? {}
    : { 'content-type': content.type, ...(content.length === null ? {} : { 'content-length': String(content.length) }) }

/** Agents with their own TLS need no further options. */
const tlsFor = async (tls: HttpOptions['tls'], endpoint: RestEndpoint, address: RestAddress) =>
  address.agent !== undefined || !address.url.startsWith('https:') ? {}
    : tlsOf(typeof tls === 'function' ? await tls(endpoint) : tls, address)

const tlsOf = (tls: TlsOptions | undefined, address: RestAddress) => ({
  ...(tls?.ca === undefined ? {} : { certificateAuthority: [...[tls.ca].flat()] }),
  ...(tls?.cert === undefined ? {} : { certificate: tls.cert }),
  ...(tls?.key === undefined ? {} : { key: tls.key }),
  ...(tls?.passphrase === undefined ? {} : { passphrase: tls.passphrase }),
  ...(tls?.rejectUnauthorized === undefined ? {} : { rejectUnauthorized: tls.rejectUnauthorized }),
  ...(tls?.verifyHostname === false ? { checkServerIdentity: () => undefined } : {}),
  ...(address.serverName === undefined ? {} : { serverName: address.serverName }),
})

const orAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    promise.then(resolve, reject)
  })
