import type { AdapterError } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import { JarProblem } from './jar/jar-problem.ts'
import type { AskedRequest } from './rest-request.ts'
import { type AnswerForm, bounded, clientWords, codes, formOf, formWords, serverWords } from './server-words.ts'
import { tlsWords } from './tls-words.ts'

/**
 * The only code that makes AdapterErrors. The meaning of an answer often depends on its text, not on its status: an unknown job is a
 * 404 in one case and a 500 in another, and a 404 is not always an unknown job (docs/flink-rest-traps.md, traps 10, 14 and 15).
 */

/** `NotSent`: the request was certainly not sent yet. */
export type CallPhase = 'NotSent' | 'Sent'

interface Verdict {
  readonly tag: AdapterErrorTag
  /** A GET is always `No`: reading applies nothing. */
  readonly applied: AdapterError['applied']
}

interface Rule extends Verdict {
  readonly status: (status: number) => boolean
  readonly words: RegExp
}

const is = (...wanted: readonly number[]) => (status: number): boolean => wanted.includes(status)
const any = /(?:)/

/** The first matching rule applies. The words are those of 1.20.5 and 2.3.0; if only one release uses them, it is named. */
const rules: readonly Rule[] = [
  // 1.20: DuplicateJob…, 2.3: DuplicateApplication…
  { status: is(400, 409, 500), words: /Duplicate(Job|Application)SubmissionException/, tag: 'DuplicateJob', applied: 'No' },
  { status: is(404, 500), words: /FlinkJobNotFoundException|Could not find Flink job/, tag: 'JobUnknown', applied: 'No' },
  {
    status: is(409),
    words: /already reached another terminal state|FlinkJobTerminatedWithoutCancellationException/,
    tag: 'JobTerminated',
    applied: 'No',
  },
  {
    status: is(404),
    words: /There is no (savepoint|checkpoint) operation with triggerId|Operation not found under key|Checkpointing has not been enabled/,
    tag: 'NotFound',
    applied: 'No',
  },
  // `main` failed: after it had submitted a job, or because that job's state could not be restored, and the job then exists as FAILED
  { status: is(400), words: /The main method caused an error/, tag: 'Invalid', applied: 'Maybe' },
  // failed before `main`
  { status: is(500), words: /ProgramInvocationException/, tag: 'Invalid', applied: 'No' },
  { status: is(500), words: /Jar file .* does not exist/, tag: 'NotFound', applied: 'No' },
  // no handler was reached: Flink's file server answered, or a proxy that is not Flink
  {
    status: is(404, 405),
    words: /^Unable to load requested file|^Not found: |^(?![\s\S]*org\.apache\.flink)/,
    tag: 'UnknownPath',
    applied: 'No',
  },
  { status: is(404), words: any, tag: 'NotFound', applied: 'No' },
  { status: is(400, 422), words: any, tag: 'Invalid', applied: 'No' },
  { status: is(500, 501), words: /UnsupportedOperationException|Flink does not support/, tag: 'Invalid', applied: 'No' },
  { status: is(401), words: any, tag: 'Unauthorized', applied: 'No' },
  { status: is(403), words: any, tag: 'Forbidden', applied: 'No' },
  { status: is(409), words: any, tag: 'Conflict', applied: 'No' },
  { status: is(413), words: any, tag: 'TooLarge', applied: 'No' },
  { status: is(429), words: any, tag: 'TooManyRequests', applied: 'No' },
  { status: is(503), words: /leader election/, tag: 'Unavailable', applied: 'No' },
  // from a proxy, or from a JobManager that is too busy to answer
  { status: is(408, 502, 503, 504), words: any, tag: 'Unavailable', applied: 'Maybe' },
  { status: is(500), words: /AskTimeoutException|java\.util\.concurrent\.TimeoutException/, tag: 'Unavailable', applied: 'Maybe' },
  { status: status => status < 500, words: any, tag: 'Other', applied: 'No' },
  { status: () => true, words: any, tag: 'Other', applied: 'Maybe' },
]

const error = (
  request: AskedRequest,
  verdict: Verdict,
  message: string,
  rest: Partial<Pick<AdapterError, 'httpStatus' | 'retryAfter'>> = {},
): AdapterError => ({
  _tag: verdict.tag,
  message,
  applied: request.method === 'GET' ? 'No' : verdict.applied,
  httpStatus: null,
  retryAfter: null,
  ...rest,
})

/**
 * Maps an answer that is not 2xx. Only Flink's own text is quoted and counts: the address of a Service may lead to any server, and
 * the owner of the Service can read the error. `body` null: too long, or no text.
 */
export const fromAnswer = (
  request: AskedRequest,
  status: number,
  retryAfter: string | undefined,
  body: string | null,
  form: AnswerForm = formOf(body),
): AdapterError => {
  const message = serverWords(status, body, form)
  const verdict = rules.find(rule => rule.status(status) && rule.words.test(message)) ?? { tag: 'Other', applied: 'Maybe' }
  return error(request, verdict, message, { httpStatus: status, retryAfter: milliseconds(retryAfter) })
}

/** A proxy answered itself: Flink did not get the request, or its answer was lost. `words` are ours. */
export const refusedInBetween = (request: AskedRequest, status: number, words: string, form: AnswerForm): AdapterError =>
  error(request, { tag: 'Unreachable', applied: 'Maybe' }, `${words}: HTTP ${status} with ${formWords(form)}`, { httpStatus: status })

/** Errors before a byte of the request is sent. */
const neverSent =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EAI_FAIL|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|ERR_INVALID_URL|ERR_TLS_.*|CERT_.*|UNABLE_TO_.*|.*SELF_SIGNED.*|ERR_SSL_.*)$/
/** got's names of the phases before the request is sent. */
const connecting = new Set(['lookup', 'connect', 'secureConnect', 'socket'])

/**
 * No answer: connection refused, broken, or too slow. `NotSent` with an error that is no timeout: the address could not be resolved.
 */
export const fromTransport = (request: AskedRequest, phase: CallPhase, thrown: unknown): AdapterError => {
  const seen = codes(thrown)
  const sent = phase === 'Sent' && !seen.some(code => neverSent.test(code)) && !connecting.has(timedOutPhase(thrown) ?? '')
    && !isConnect(thrown)
  const about = tlsWords(seen)
  const tag = isTimeout(thrown, seen) ? 'Timeout' : about === null ? 'Unreachable' : 'Untrusted'
  const words = about === null ? clientWords(thrown) : bounded(`${about}: ${clientWords(thrown)}`)
  return error(request, { tag, applied: sent ? 'Maybe' : 'No' }, words)
}

const timedOutPhase = (thrown: unknown): string | undefined =>
  typeof thrown === 'object' && thrown !== null && 'event' in thrown && typeof thrown.event === 'string' ? thrown.event : undefined

/** The kernel gave up connecting. */
const isConnect = (thrown: unknown): boolean => isConnectSyscall(thrown) || (thrown instanceof Error && isConnectSyscall(thrown.cause))

const isConnectSyscall = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'syscall' in cause && cause.syscall === 'connect'

const isTimeout = (thrown: unknown, seen: readonly string[]): boolean =>
  seen.some(code => code === 'ETIMEDOUT' || code === 'ERR_ABORTED') || (thrown instanceof Error && thrown.name === 'DeadlineError')

/** The deadline of the whole call has passed. `fromTransport` recognizes the error by its name. */
export const deadlineError = (message: string): Error => Object.assign(new Error(message), { name: 'DeadlineError' })

/** A 2xx answer that is too long or too complex to parse. The request may have been applied. */
export const tooLarge = (request: AskedRequest, status: number, why: string): AdapterError =>
  error(request, { tag: 'TooLarge', applied: 'Maybe' }, `the answer to ${request.method} ${request.path} ${why}`, { httpStatus: status })

/** Other answers used all the memory for answers during the whole call. */
export const noRoom = (
  request: AskedRequest,
  status: number,
  bytes: number,
  why = 'answers of other clusters take the memory for it',
): AdapterError =>
  error(
    request,
    { tag: 'Unavailable', applied: 'Maybe' },
    `the answer to ${request.method} ${request.path} may be ${bytes} bytes long, and ${why}`,
    { httpStatus: status },
  )

/** A 2xx whose body is not JSON: not Flink, or a truncated answer. */
export const notJson = (request: AskedRequest, status: number, form: AnswerForm): AdapterError =>
  error(request, { tag: 'Other', applied: 'Maybe' }, `the answer to ${request.method} ${request.path} is not JSON: ${formWords(form)}`, {
    httpStatus: status,
  })

/** A 2xx without the expected content. */
export const undecodable = (request: AskedRequest, why: string): AdapterError =>
  error(request, { tag: 'Other', applied: 'Maybe' }, `the answer to ${request.method} ${request.path} could not be read: ${why}`)

/** Flink accepted the request and reported later that it failed (trap 9). A part may have been applied. */
export const operationFailed = (request: AskedRequest, message: string): AdapterError =>
  error(request, { tag: 'Other', applied: 'Maybe' }, bounded(message))

/** The end of an accepted operation was not observed in time. */
export const notFinished = (request: AskedRequest, message: string): AdapterError =>
  error(request, { tag: 'Timeout', applied: 'Maybe' }, message)

/** A query failed after the operation was accepted: it may be applied nevertheless. */
export const afterAcceptance = (seen: AdapterError): AdapterError => ({ ...seen, applied: 'Maybe' })

/** The job exists but never had a checkpoint coordinator: a batch job, an initialising job, or one whose `main` failed. */
export const isCheckpointingOff = (seen: AdapterError): boolean =>
  seen._tag === 'NotFound' && /Checkpointing has not been enabled/.test(seen.message)

/**
 * The jar could not be fetched completely; Flink keeps nothing of it. `where` is the field with its value. A failed look-up or
 * connection may succeed later; a `JarProblem` may not.
 */
export const jarNotFetched = (where: string, thrown: unknown): AdapterError => {
  const known = [thrown, thrown instanceof Error ? thrown.cause : null].find(it => it instanceof JarProblem)
  const tag = known?.tag ?? (isTimeout(thrown, codes(thrown)) ? 'Timeout' : 'Unreachable')
  return { _tag: tag, message: `${where}: ${known?.message ?? clientWords(thrown)}`, applied: 'No', httpStatus: null, retryAfter: null }
}

const milliseconds = (retryAfter: string | undefined): number | null =>
  retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter.trim()) ? Number(retryAfter) * 1000 : null
