import type { Agent } from 'node:http'
import type { Agent as HttpsAgent } from 'node:https'
import { Readable } from 'node:stream'
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Millis, RestEndpoint } from '@flink-operator/core'
import { type Agents, newAgents } from './agent.ts'
import { admission } from './admission.ts'
import { type CallPhase, deadlineError, fromAnswer, fromTransport, notJson, refusedInBetween, tooLarge } from './error.ts'
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
  /** Where something stands in between: what it says of an answer that is not 2xx and is its own, not Flink's; null: it is Flink's. */
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
  /** Default true. False only where a person asked for it. */
  readonly rejectUnauthorized?: boolean
}

/** How Flink's REST API is reached, and how long that may take. */
export interface HttpOptions {
  readonly resolveEndpoint: ResolveEndpoint
  readonly tls?: TlsOptions
  /**
   * Whole call: resolving, waiting for a free connection, connecting, answering. Default 10 s (`kubernetes.operator.flink.client.timeout`).
   */
  readonly requestTimeout?: Millis
  /** Name look-up, connect and TLS handshake, each. Default 3 s. */
  readonly connectTimeout?: Millis
  /** Calls under way at once, over all clusters; the others queue. Default 64. */
  readonly maxConcurrentCalls?: number
  /** Uploads at once, from the first byte that is fetched; they count apart, since they take long. Default 16. */
  readonly maxConcurrentUploads?: number
  /** Open connections that are kept for later, over all clusters. Default 128. */
  readonly maxIdleSockets?: number
  /** Default 16 MiB. */
  readonly maxResponseBytes?: number
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
  maxResponseBytes: 16 * 1024 * 1024,
}

/** Make one a process. */
export const flinkHttp = (options: HttpOptions): FlinkHttp => {
  const settings = { ...defaults, ...options }
  const agents = newAgents(settings.maxIdleSockets)
  const admit = admission(settings.maxConcurrentCalls)
  const inTurn = admission(settings.maxConcurrentUploads)
  return {
    call: (endpoint, request) => () =>
      callOnce({ settings, agents, admit: request.content === undefined ? admit : task => task() }, endpoint, request),
    inTurn,
    close: agents.close,
  }
}

interface Pool {
  readonly settings: HttpOptions & typeof defaults
  readonly agents: Agents
  readonly admit: ReturnType<typeof admission>
}

const callOnce = async (
  { settings, agents, admit }: Pool,
  endpoint: RestEndpoint,
  request: RestRequest,
): Promise<E.Either<AdapterError, unknown>> => {
  const abort = new AbortController()
  const timeout = request.timeout ?? settings.requestTimeout
  const deadline = setTimeout(() => abort.abort(deadlineError(`no answer within ${timeout} ms`)), timeout)
  const at: { phase: CallPhase; oversized: boolean } = { phase: 'NotSent', oversized: false }
  try {
    const address = await orAborted(settings.resolveEndpoint(endpoint, request.method), abort.signal)
    // loaded with the first call: an operator without jobs is 10 MiB smaller
    const { default: got } = await import('got')
    return await admit(async () => {
      at.phase = 'Sent'
      const pending = got(urlOf(address, request), {
        method: request.method,
        ...bodyOf(request),
        headers: { accept: 'application/json', 'user-agent': 'flink-operator', ...contentHeaders(request.content), ...address.headers },
        agent: address.agent ?? agents.agent,
        https: address.agent === undefined ? tlsOf(settings.tls, address) : {},
        timeout: { lookup: settings.connectTimeout, connect: settings.connectTimeout, secureConnect: settings.connectTimeout },
        signal: abort.signal,
        retry: { limit: 0 },
        responseType: 'text',
        throwHttpErrors: false,
        followRedirect: false,
        // no Accept-Encoding: what is counted below is what arrives
        decompress: false,
      })
      void pending.on('downloadProgress', ({ transferred }) => {
        if (transferred > settings.maxResponseBytes && !at.oversized) {
          at.oversized = true
          abort.abort(new Error('too large'))
        }
      })
      const { statusCode, headers, body } = await pending
      if (statusCode < 200 || statusCode > 299) {
        const refusal = address.refusalInBetween?.(body) ?? null
        return E.left(
          refusal === null ? fromAnswer(request, statusCode, headers['retry-after'], body) : refusedInBetween(request, statusCode, refusal),
        )
      }
      return parsed(request, statusCode, body)
    }, abort.signal)
  } catch (thrown) {
    if (at.oversized) return E.left(tooLarge(request, settings.maxResponseBytes))
    return E.left(fromTransport(request, at.phase, abort.signal.aborted ? abort.signal.reason : thrown))
  } finally {
    clearTimeout(deadline)
  }
}

const parsed = (request: RestRequest, status: number, body: string): E.Either<AdapterError, unknown> => {
  try {
    return E.right(body === '' ? null : JSON.parse(body))
  } catch {
    return E.left(notJson(request, status, body))
  }
}

const urlOf = (address: RestAddress, request: RestRequest): string => {
  const query = new URLSearchParams(request.query).toString()
  return `${address.url.replace(/\/+$/, '')}${request.path}${query === '' ? '' : `?${query}`}`
}

const bodyOf = ({ body, content }: RestRequest) =>
  content !== undefined ? { body: Readable.from(content.bytes, { objectMode: false }) } : body === undefined ? {} : { json: body }

const contentHeaders = (content: RestContent | undefined): Readonly<Record<string, string>> =>
  content === undefined ? {}
    : { 'content-type': content.type, ...(content.length === null ? {} : { 'content-length': String(content.length) }) }

const tlsOf = (tls: TlsOptions | undefined, address: RestAddress) => ({
  ...(tls?.ca === undefined ? {} : { certificateAuthority: [...[tls.ca].flat()] }),
  ...(tls?.cert === undefined ? {} : { certificate: tls.cert }),
  ...(tls?.key === undefined ? {} : { key: tls.key }),
  ...(tls?.passphrase === undefined ? {} : { passphrase: tls.passphrase }),
  ...(tls?.rejectUnauthorized === undefined ? {} : { rejectUnauthorized: tls.rejectUnauthorized }),
  ...(address.serverName === undefined ? {} : { serverName: address.serverName }),
})

const orAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
    promise.then(resolve, reject)
  })
