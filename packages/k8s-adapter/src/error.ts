import type { AdapterError, Json, JsonObject, Millis } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import { integerAt, objectAt, textAt } from './json-path.ts'

/** An answer of the API server other than 2xx. */
export interface RefusedAnswer {
  readonly httpStatus: number
  /** The parsed body, if it was JSON; Kubernetes answers with a `Status` object. */
  readonly body: Json
  /** Length of the body; null: longer than the read limit. */
  readonly bytes: number | null
  /** The header `Retry-After`. */
  readonly retryAfter: Millis | null
}

/** Whether the request could have changed something: a read can't. */
export type Request = 'Read' | 'Write'

/** By `Status.reason`, which is more specific than the number (409 has two meanings). */
const tagOfReason: Readonly<Record<string, AdapterErrorTag>> = {
  NotFound: 'NotFound',
  AlreadyExists: 'AlreadyExists',
  Conflict: 'Conflict',
  Invalid: 'Invalid',
  BadRequest: 'Invalid',
  UnsupportedMediaType: 'Invalid',
  RequestEntityTooLarge: 'TooLarge',
  Forbidden: 'Forbidden',
  Unauthorized: 'Unauthorized',
  TooManyRequests: 'TooManyRequests',
  ServiceUnavailable: 'Unavailable',
  InternalError: 'Unavailable',
  Timeout: 'Timeout',
  ServerTimeout: 'Timeout',
}

/** By number, if no reason is known. A bare 404 may come from a path that is not served, so it proves no absence. */
const tagOfHttpStatus: Readonly<Record<number, AdapterErrorTag>> = {
  400: 'Invalid',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'UnknownPath',
  405: 'UnknownPath',
  408: 'Timeout',
  409: 'Conflict',
  413: 'TooLarge',
  415: 'Invalid',
  422: 'Invalid',
  429: 'TooManyRequests',
  504: 'Timeout',
}

/** etcd rejects requests above its limit; the API server passes that on as a 500 or as its own 413. */
const isTooLarge = (message: string): boolean => /etcdserver: request is too large|trying to send message larger than max/.test(message)

/** A NotFound of one object names it. Without a name the server does not know the resource type. */
const isUnknownPath = (status: JsonObject): boolean => textAt(status, 'reason') === 'NotFound' && textAt(status, 'details', 'name') === null

const tagOf = (answer: RefusedAnswer, status: JsonObject, message: string): AdapterErrorTag => {
  if (isTooLarge(message)) return 'TooLarge'
  if (isUnknownPath(status)) return 'UnknownPath'
  const byReason = tagOfReason[textAt(status, 'reason') ?? '']
  return byReason ?? tagOfHttpStatus[answer.httpStatus] ?? (answer.httpStatus >= 500 ? 'Unavailable' : 'Other')
}

/** The Status in an answer of Kubernetes; empty: there is none. */
const statusIn = (body: Json): JsonObject =>
  textAt(body, 'kind') === 'Status' && textAt(body, 'apiVersion') === 'v1' ? objectAt(body) ?? {} : {}

const formText = ({ httpStatus, bytes }: RefusedAnswer): string =>
  bytes === 0 ? `HTTP ${httpStatus}` : `HTTP ${httpStatus} with ${bytes === null ? 'too many bytes' : `${bytes} bytes that are no Status`}`

/**
 * Maps an answer to an adapter error. 4xx answers are definite; after a 5xx the write may have been applied. Only a Status is
 * quoted: another body comes from a proxy in front of the API server, and readers of events have no right to its text (S07).
 */
export const fromAnswer = (answer: RefusedAnswer, request: Request): AdapterError => {
  const status = statusIn(answer.body)
  const message = textAt(status, 'message') ?? formText(answer)
  const seconds = integerAt(status, 'details', 'retryAfterSeconds')
  const _tag = tagOf(answer, status, message)
  return {
    _tag,
    message: withoutSecrets(message),
    applied: request === 'Write' && answer.httpStatus >= 500 && _tag !== 'TooLarge' ? 'Maybe' : 'No',
    httpStatus: answer.httpStatus,
    retryAfter: answer.retryAfter ?? (seconds === null ? null : seconds * 1000),
  }
}

/** Errors of opening a connection: nothing was sent. */
const beforeSending = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EADDRNOTAVAIL',
  'ERR_UNESCAPED_CHARACTERS',
  'ERR_INVALID_CHAR',
  'ERR_INVALID_URL',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

const property = (cause: unknown, name: string): unknown =>
  typeof cause === 'object' && cause !== null ? (cause as Readonly<Record<string, unknown>>)[name] : undefined

const codeOf = (cause: unknown): string => {
  const code = property(cause, 'code')
  return typeof code === 'string' ? code : ''
}

/** Node wraps the attempts at several addresses in one AggregateError; the first one is enough. */
const firstCause = (cause: unknown): unknown => {
  const errors = property(cause, 'errors')
  return Array.isArray(errors) && errors.length > 0 ? errors[0] : cause
}

/**
 * Maps an exception of the connection. Only an error before anything was sent proves that nothing was applied. `sent`: the request
 * was handed to a connection.
 */
export const fromException = (thrown: unknown, request: Request, sent: boolean): AdapterError => {
  const cause = firstCause(thrown)
  const code = codeOf(cause)
  const notSent = !sent || beforeSending.has(code) || property(cause, 'syscall') === 'connect'
  const timeout = code === 'ETIMEDOUT'
  const message = cause instanceof Error ? cause.message : String(cause)
  return {
    _tag: timeout ? 'Timeout' : 'Unreachable',
    message: withoutSecrets(message || code),
    applied: request === 'Write' && !notSent ? 'Maybe' : 'No',
    httpStatus: null,
    retryAfter: null,
  }
}

/** No answer within the deadline. `sent`: the request was handed to a connection. */
export const fromDeadline = (deadline: Millis, request: Request, sent: boolean): AdapterError => ({
  _tag: 'Timeout',
  message: `no answer from the API server within ${deadline} ms`,
  applied: request === 'Write' && sent ? 'Maybe' : 'No',
  httpStatus: null,
  retryAfter: null,
})

/** The request was not sent: no usable credentials. */
export const fromCredentials = (message: string): AdapterError => ({
  _tag: 'Unauthorized',
  message: withoutSecrets(message),
  applied: 'No',
  httpStatus: null,
  retryAfter: null,
})

/** A 2xx answer that can't be read: too long, or no JSON. A write was applied then. */
export const unreadableAnswer = (message: string, httpStatus: number, request: Request): AdapterError => ({
  _tag: 'Other',
  message,
  applied: request === 'Write' ? 'Maybe' : 'No',
  httpStatus,
  retryAfter: null,
})

/** True for a 2xx answer that could not be read: too long, or no JSON. */
export const isUnreadable = ({ _tag, httpStatus }: AdapterError): boolean => _tag === 'Other' && httpStatus !== null && httpStatus < 300

/** A list above the read limit. */
export const tooMuch = (message: string): AdapterError => ({ _tag: 'TooLarge', message, applied: 'No', httpStatus: null, retryAfter: null })

/** The API server quotes what it rejects, possibly a whole value. */
const longestMessage = 4_000

/**
 * The beginning of the text, without bearer tokens and JSON web tokens from any source. It is cut before the search, because it
 * quotes what users wrote.
 */
export const withoutSecrets = (text: string): string => {
  const cut = text.length <= longestMessage ? text : `${Buffer.from(text.slice(0, longestMessage)).toString()}…`
  return cut
    .replace(/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, '$1 ***')
    .replace(/(?<![\w-])eyJ[\w-]{8,}(?:\.[\w-]+(?:\.[\w-]*)?|$|(?=…))/g, '***')
}
