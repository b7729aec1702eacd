import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import { absent, type AdapterError, type EpochMillis, type Fact, known, unknown } from '@flink-operator/core'
import type { AdapterErrorTag } from '@flink-operator/core/action'
import { unknownReasonOf } from '@flink-operator/core/fact'
import type { ViewError } from '../view/object-identity.ts'

/** Errors that prove absence: the object's own 404, and for some reads more. */
export type AbsentTags = readonly AdapterErrorTag[]

/** Makes a call a fact, as of the moment when it was sent. */
export const liveFact = <A, B>(
  now: () => EpochMillis,
  call: TE.TaskEither<AdapterError, A>,
  view: (answer: A) => E.Either<ViewError, B>,
  absentTags: AbsentTags = ['NotFound'],
): T.Task<Fact<B>> =>
async () => {
  const asOf = now()
  const answer = await call()
  if (E.isLeft(answer)) {
    const { _tag, message } = answer.left
    return absentTags.includes(_tag) ? absent(asOf) : unknown(unknownReasonOf[_tag], message, asOf)
  }
  const value = view(answer.right)
  return E.isLeft(value) ? unknown('Undecodable', value.left, asOf) : known(value.right, asOf)
}
