import * as E from 'fp-ts/lib/Either.js'
import { absent, type AdapterError, type EpochMillis, type Fact, known, type RestEndpoint, unknown } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import { unknownReasonOf } from '@flink-operator/core/fact'
import type * as T from 'fp-ts/lib/Task.js'
import { type AnswerName, type AnswerOf, decodeAnswer } from '../answer/answer-decoders.ts'
import type { FlinkHttp } from '../http.ts'
import type { RestRequest } from '../rest-request.ts'

/** The current time; injected, so that a recorded round can be replayed. */
export type Clock = () => EpochMillis

/** What a read needs from outside. */
export interface Reader {
  readonly http: FlinkHttp
  readonly clock: Clock
}

/** How one answer of Flink becomes a fact. */
export interface Reading<Name extends AnswerName> {
  readonly endpoint: RestEndpoint
  readonly request: RestRequest
  readonly reads: Name
  /**
   * Errors that prove something: Absent, or a value. Without a verdict an error is Unknown: a failed query never proves absence
   * (P14).
   */
  readonly verdict?: (
    error: AdapterError,
  ) => { readonly _tag: 'Absent' } | { readonly _tag: 'Known'; readonly value: AnswerOf<Name> } | null
}

/** Sends the request, and makes the answer a live fact as of the moment before it was sent. */
export const read =
  ({ http, clock }: Reader) => <Name extends AnswerName>(reading: Reading<Name>): T.Task<Fact<AnswerOf<Name>>> => async () => {
    const asOf = clock()
    return factOf(reading, await http.call(reading.endpoint, { ...reading.request, reads: reading.reads })(), asOf)
  }

const factOf = <Name extends AnswerName>(
  reading: Reading<Name>,
  result: E.Either<AdapterError, unknown>,
  asOf: EpochMillis,
): Fact<AnswerOf<Name>> => {
  if (E.isLeft(result)) {
    const verdict = reading.verdict?.(result.left) ?? null
    if (verdict === null) return unknown(unknownReasonOf[result.left._tag], result.left.message, asOf)
    return verdict._tag === 'Absent' ? absent(asOf) : known(verdict.value, asOf)
  }
  const decoded = decodeAnswer(reading.reads, result.right)
  return E.isRight(decoded) ? known(decoded.right, asOf)
    : unknown('Undecodable', `${reading.request.method} ${reading.request.path}: ${decoded.left}`, asOf)
}

/** A verdict for `Reading`: these errors prove that the thing does not exist. */
export const absentOn = (...tags: readonly AdapterErrorTag[]) => (error: AdapterError): { readonly _tag: 'Absent' } | null =>
  tags.includes(error._tag) ? { _tag: 'Absent' } : null
