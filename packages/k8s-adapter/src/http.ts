import type { IncomingMessage } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, EpochMillis, Json, Millis } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import { type Clock, systemClock } from './clock.ts'
import { connections } from './connection.ts'
import type { Credentials } from './credentials.ts'
import { fromAnswer, fromCredentials, fromDeadline, fromException, type Request, unreadableAnswer } from './error.ts'
import { measured } from './json-limits.ts'
import { answerTo } from './one-call.ts'

/** One request to the API server. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body?: string
  /** Default `application/json`. */
  readonly contentType?: string
  /** The wanted form of the answer; default `application/json`. */
  readonly accept?: string
  /** Limits of the answer beside `maxAnswer`: a larger answer is an error (`isUnreadable`). */
  readonly most?: { readonly bytes: number; readonly values: number }
  /** Called with the number of bytes of the answer. */
  readonly onSize?: (bytes: number) => void
  /** From handing the request over to the last byte of the answer. */
  readonly deadline?: Millis
}

/** A stream of bytes, such as the answer of a watch. */
export interface ByteStream {
  readonly bytes: AsyncIterable<Uint8Array>
  /** Closes the connection; the iteration ends or fails. Idempotent. */
  readonly close: () => void
}

/** JSON over HTTP to one API server. It retries nothing: its callers do. */
export interface Http {
  /** The parsed body of a 2xx answer. */
  readonly send: (request: HttpRequest) => TE.TaskEither<AdapterError, Json>
  /** A GET with an endless answer. `deadline` applies until the headers. */
  readonly stream: (request: Omit<HttpRequest, 'method' | 'body'>) => TE.TaskEither<AdapterError, ByteStream>
  readonly close: () => Promise<void>
}

/** Server, identity and limits of all requests. */
export interface HttpOptions {
  readonly credentials: Credentials
  readonly clock?: Clock
  readonly userAgent?: string
  /** Default of `HttpRequest.deadline`. */
  readonly deadline?: Millis
  /** Longest answer to read, in bytes. Watches have a limit per line instead. */
  readonly maxAnswer?: number
}

const defaults = { clock: systemClock, userAgent: 'flink-operator', deadline: 10_000, maxAnswer: 64 * 1024 * 1024 }

/** Opens connections when they are needed, and keeps them. */
export const createHttp = (given: HttpOptions): Http => {
  const options = { ...defaults, ...given }
  const pool = connections(options.credentials)
  return {
    send: request => () => answered(pool, options, request, readJson(options, request)),
    stream: request => () =>
      answered(pool, options, { ...request, method: 'GET' }, (answer, abort) => {
        answer.on('error', () => undefined)
        return Promise.resolve(E.right({ bytes: answer as AsyncIterable<Uint8Array>, close: () => abort.abort() }))
      }),
    close: pool.close,
  }
}

type Options = HttpOptions & typeof defaults
type Reader<A> = (answer: IncomingMessage, abort: AbortController) => Promise<E.Either<AdapterError, A>>

const requestOf = (request: HttpRequest): Request => (request.method === 'GET' ? 'Read' : 'Write')

/** One call under one deadline: credentials, connection, headers, and as much of the body as `read` takes. */
const answered = async <A>(
  pool: ReturnType<typeof connections>,
  options: Options,
  request: HttpRequest,
  read: Reader<A>,
): Promise<E.Either<AdapterError, A>> => {
  const deadline = request.deadline ?? options.deadline
  const abort = new AbortController()
  const progress = { late: false, sent: false }
  const disarm = options.clock.after(deadline, () => {
    progress.late = true
    abort.abort()
  })
  try {
    const connection = await untilAborted(pool.current(), abort.signal)
    if (E.isLeft(connection)) return E.left(fromCredentials(connection.left))
    const answer = await answerTo({
      agent: connection.right.agent,
      url: `${options.credentials.server.origin}${options.credentials.server.basePath}${request.path}${queryText(request.query)}`,
      method: request.method,
      headers: {
        ...connection.right.headers,
        accept: request.accept ?? 'application/json',
        'user-agent': options.userAgent,
        ...(request.body === undefined ? {} : { 'content-type': request.contentType ?? 'application/json' }),
      },
      body: request.body ?? null,
      signal: abort.signal,
      after: options.clock.after,
      onSent: () => {
        progress.sent = true
      },
    })
    return statusOf(answer) < 300 ? await read(answer, abort) : E.left(await refused(answer, options, request))
  } catch (thrown) {
    return E.left(
      progress.late ? fromDeadline(deadline, requestOf(request), progress.sent) : fromException(thrown, requestOf(request), progress.sent),
    )
  } finally {
    disarm()
  }
}

const statusOf = (answer: IncomingMessage): number => answer.statusCode ?? 0

const untilAborted = <A>(promise: Promise<A>, signal: AbortSignal): Promise<A> =>
  new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')), { once: true })
    promise.then(resolve, reject)
  })

const queryText = (query: HttpRequest['query']): string => {
  const text = new URLSearchParams(query).toString()
  return text === '' ? '' : `?${text}`
}

/** The whole body; null: longer than the limit. */
const readBytes = async (answer: IncomingMessage, limit: number): Promise<Buffer | null> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength
    if (size > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const readJson = (options: Options, request: HttpRequest): Reader<Json> => async answer => {
  const unreadable = (message: string) => E.left(unreadableAnswer(message, statusOf(answer), requestOf(request)))
  const limit = Math.min(options.maxAnswer, request.most?.bytes ?? options.maxAnswer)
  const bytes = await readBytes(answer, limit)
  if (bytes === null) return unreadable(`the answer is longer than ${limit} bytes`)
  request.onSize?.(bytes.length)
  const { text, values } = measured(bytes.toString())
  if (values > (request.most?.values ?? values)) return unreadable(`the answer holds more than ${request.most?.values ?? 0} values`)
  const json = parseJson(text)
  return E.isRight(json) ? json : unreadable('the answer is no JSON')
}

const longestRefusal = 256 * 1024

const refused = async (answer: IncomingMessage, options: Options, request: HttpRequest): Promise<AdapterError> => {
  // the status line decides; a body that breaks off or is too long does not change that
  const bytes = await readBytes(answer, longestRefusal).catch(() => null)
  const { text } = measured(bytes?.toString() ?? '')
  const json = parseJson(text)
  return fromAnswer(
    {
      httpStatus: statusOf(answer),
      body: E.isRight(json) ? json.right : null,
      bytes: bytes?.length ?? null,
      retryAfter: retryAfter(answer.headers['retry-after'], options.clock.now()),
    },
    requestOf(request),
  )
}

/** `Retry-After` in seconds or as a date. */
export const retryAfter = (header: string | string[] | undefined, now: EpochMillis): Millis | null => {
  const text = (Array.isArray(header) ? header[0] : header)?.trim() ?? ''
  if (/^\d+$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
