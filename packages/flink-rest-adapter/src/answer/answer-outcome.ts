import { isUtf8 } from 'node:buffer'
import * as E from 'fp-ts/lib/Either.js'
import type { Response } from 'got'
import type { AdapterError } from '@flink-operator/core'
import { fromAnswer, noRoom, notJson, refusedInBetween, tooLarge } from '../error.ts'
import type { AskedRequest } from '../rest-request.ts'
import type { AnswerLimit } from './answer-limits.ts'
import { tooComplex } from './json-shape.ts'
import type { AnswerBody } from './read-answer.ts'

/** The status line and the relevant headers. */
export interface AnswerHead {
  readonly statusCode: number
  /** `Content-Type` */
  readonly type: string | null
  /** `Retry-After` */
  readonly retryAfter: string | undefined
}

export const answerHead = ({ statusCode, headers }: Pick<Response, 'statusCode' | 'headers'>): AnswerHead => ({
  statusCode,
  type: headers['content-type'] ?? null,
  retryAfter: headers['retry-after'],
})

/** The outcome of an answer: the parsed body of a 2xx, otherwise an error. `refusalInBetween`: as in `RestAddress`. */
export const outcomeOf = (
  request: AskedRequest,
  { statusCode, type, retryAfter }: AnswerHead,
  limit: AnswerLimit,
  body: AnswerBody,
  refusalInBetween: (body: string) => string | null = () => null,
): E.Either<AdapterError, unknown> => {
  const isRefused = statusCode < 200 || statusCode > 299
  if (body._tag === 'NoRoom') return E.left(noRoom(request, statusCode, body.bytes))
  if (body._tag === 'TooMuch' && !isRefused) return E.left(tooLarge(request, statusCode, body.why))
  const bytes = body._tag === 'Read' ? body.bytes : null
  if (!isRefused) return parsed(request, statusCode, type, limit, bytes ?? Buffer.alloc(0))
  // the status line decides: an unreadable body does not change that
  const readable = bytes !== null && isUtf8(bytes) && tooComplex(bytes, limit) === null ? bytes.toString() : null
  const refusal = readable === null ? null : refusalInBetween(readable)
  const form = { type, bytes: bytes?.length ?? null }
  return E.left(
    refusal === null ? fromAnswer(request, statusCode, retryAfter, readable, form)
      : refusedInBetween(request, statusCode, refusal, form),
  )
}

const parsed = (
  request: AskedRequest,
  status: number,
  type: string | null,
  limit: AnswerLimit,
  body: Buffer,
): E.Either<AdapterError, unknown> => {
  if (body.length === 0) return E.right(null)
  const why = tooComplex(body, limit)
  if (why !== null) return E.left(tooLarge(request, status, `is too complex: ${why}`))
  // a path with a replaced character would name another file
  if (!isUtf8(body)) return E.left(notJson(request, status, { type, bytes: body.length }))
  try {
    return E.right(JSON.parse(body.toString()))
  } catch {
    return E.left(notJson(request, status, { type, bytes: body.length }))
  }
}
