import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError } from '@flink-operator/core'
import type { DecodeError } from '../codec/decode.ts'
import { noRoom, tooLarge } from '../error.ts'
import type { AskedRequest, RestRequest } from '../rest-request.ts'
import { type AnswerName, answerDecoders, asDecodedApart } from './answer-decoders.ts'
import type { AnswerLimit } from './answer-limits.ts'
import { type AnswerHead, outcomeOf } from './answer-outcome.ts'

/** An answer for a worker thread, passed by structured clone. */
export interface AnswerTask {
  readonly request: AskedRequest & Pick<RestRequest, 'reads'>
  readonly head: AnswerHead
  readonly limit: AnswerLimit
  /** The only reference to its buffer, which may therefore be moved. */
  readonly bytes: Uint8Array
  /** A proxy is in between, which may have answered itself. */
  readonly hasBetween: boolean
}

type AnswerBodyRead =
  | { readonly _tag: 'Decoded'; readonly name: AnswerName; readonly decoded: E.Either<DecodeError, unknown> }
  | { readonly _tag: 'Json'; readonly json: unknown }

/** The result, returned by structured clone. */
export type AnswerRead = E.Either<AdapterError, AnswerBodyRead>

/** Why an answer was not parsed: it exceeded the worker's limits (`Exceeded`), or no worker was available. */
export interface AnswerNotRead {
  readonly _tag: 'Exceeded' | 'Unread'
  /** `takes more than 4000 ms to be read` */
  readonly message: string
}

/** Parses an answer in a worker thread, within limits of time and memory. Never rejects. */
export type ReadApart = (
  task: AnswerTask,
  asker: { readonly owner: string; readonly signal: AbortSignal },
) => Promise<E.Either<AnswerNotRead, AnswerRead>>

export const answerTask = (
  { method, path, reads }: RestRequest,
  head: AnswerHead,
  limit: AnswerLimit,
  bytes: Uint8Array,
  hasBetween: boolean,
): AnswerTask => ({ request: { method, path, ...(reads === undefined ? {} : { reads }) }, head, limit, bytes, hasBetween })

/** The worker's task. `refusalInBetween`: as in `RestAddress`, for any proxy. */
export const readAnswerTask = (
  { request, head, limit, bytes, hasBetween }: AnswerTask,
  refusalInBetween: (body: string) => string | null,
): AnswerRead => {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const outcome = outcomeOf(request, head, limit, { _tag: 'Read', bytes: body }, hasBetween ? refusalInBetween : undefined)
  return E.map((json: unknown): AnswerBodyRead =>
    request.reads === undefined ? { _tag: 'Json', json }
      : { _tag: 'Decoded', name: request.reads, decoded: answerDecoders[request.reads](json) }
  )(outcome)
}

/** The result of `FlinkHttp.call` for it. */
export const answerRead = (
  request: AskedRequest,
  { statusCode }: AnswerHead,
  bytes: number,
  read: E.Either<AnswerNotRead, AnswerRead>,
): E.Either<AdapterError, unknown> => {
  if (E.isLeft(read)) {
    return E.left(
      read.left._tag === 'Exceeded' ? tooLarge(request, statusCode, read.left.message)
        : noRoom(request, statusCode, bytes, read.left.message),
    )
  }
  return E.map((body: AnswerBodyRead) => (body._tag === 'Json' ? body.json : asDecodedApart(body.name, body.decoded)))(read.right)
}
