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

/** Where an endpoint answers from here, and what has to be sent along. */
export interface RestAddress {
  /** `http(s)://host:port`, a path prefix allowed. No credentials: errors quote it. */
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** The name that the certificate is checked against, where `url` holds an IP address. */
  readonly serverName?: string
  /** Connections that bring their own TLS; else those of the pool. */
  readonly agent?: { readonly http?: Agent; readonly https?: HttpsAgent }
  /**
   * Where something stands in between: what an answer that is not 2xx and is its own means, in words of ours; null: it is Flink's. Errors
   * quote it, so it holds nothing of the body.
   */
  readonly refusalInBetween?: (body: string) => string | null
}

/** In a cluster `<service>.<namespace>`, elsewhere by cluster IP or a proxy: the operator knows. A rejection counts as unreachable. */
export type ResolveEndpoint = (endpoint: RestEndpoint, method: RestRequest['method']) => Promise<RestAddress>

/** Key material for `security.ssl.rest.*`, in PEM. */
export interface TlsOptions {
  readonly ca?: string | readonly string[]
  readonly cert?: string
  readonly key?: string
  readonly passphrase?: string
  /** Default true: the certificate has to name the host, or `serverName`. */
  readonly verifyHostname?: boolean
  /** Default true. False only where a person asked for it. */
  readonly rejectUnauthorized?: boolean
}

/** How Flink's REST API is reached, and how long that may take. */
export interface HttpOptions {
  readonly resolveEndpoint: ResolveEndpoint
  /** For all clusters, or asked for before each call over TLS; a rejection counts as unreachable. */
  readonly tls?: TlsOptions | ((endpoint: RestEndpoint) => Promise<TlsOptions>)
  /**
   * Whole call: resolving, waiting for a free connection, connecting, answering. Default 10 s (`kubernetes.operator.flink.client.timeout`).
   */
  readonly requestTimeout?: Millis
  /** Name look-up, connect and TLS handshake, each. Default 3 s. */
  readonly connectTimeout?: Millis
  /** Calls under way at once, over all clusters; the others queue. One namespace has at most three quarters of them. Default 64. */
  readonly maxConcurrentCalls?: number
  /** Uploads at once, from the first byte that is fetched; they count apart, since they take long. Default 16. */
  readonly maxConcurrentUploads?: number
  /** Open connections that are kept for later, over all clusters. Default 128. */
  readonly maxIdleSockets?: number
  /** Of one answer, where its own limit (answer-limits.ts) is not lower. */
  readonly maxResponseBytes?: number
  /** Of all answers that are being read, small ones apart. One namespace has at most three quarters of them. Default 16 MiB. */
  readonly maxBytesInFlight?: number
  /** Reads answers that are not small in worker threads. Absent: they are read here, in one go. */
  readonly readApart?: ReadApart
}

/** One connection pool over all Flink clusters. Nothing is retried here: retries are the core's decision. */
export interface FlinkHttp {
  /** The parsed body of a 2xx answer; every other outcome is an `AdapterError` (error.ts). */
  readonly call: (endpoint: RestEndpoint, request: RestRequest) => TE.TaskEither<AdapterError, unknown>
  /**
   * Runs a task in which something is uploaded, when it is its turn: what it fetches is not begun before. Rejects with the signal's reason
   * where the turn does not come.
   */
  readonly inTurn: <A>(upload: () => Promise<A>, signal: AbortSignal) => Promise<A>
  /** Closes the connections that are kept. */
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

/** Make one a process. */
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
  /** Null: it has its turn already. */
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
    // loaded with the first call: an operator without jobs is 10 MiB smaller
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
      // no Accept-Encoding: what is counted is what arrives, and what is compressed all the same is not JSON
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

/** The status line and the headers: Node takes 16 kB of them at most. */
const headOf = (stream: GotStream): Promise<Response> =>
  new Promise((resolve, reject) => {
    stream.once('response', resolve)
    // stays: whoever reads on is told of later errors, and none may end the process
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

/** Connections that bring their own TLS need no more. */
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
