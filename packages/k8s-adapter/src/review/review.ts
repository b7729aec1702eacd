import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, JsonObject } from '@flink-operator/core'
import { unreadableAnswer } from '../error.ts'
import type { Http } from '../http.ts'
import { objectAt } from '../json-path.ts'

/** Limits of an answer, which repeats the question with a user and its groups. */
const most = { bytes: 1024 * 1024, values: 20_000 }

/** Sends a review, which changes nothing, and returns its status. An answer without a status object is an error: it permits nothing. */
export const reviewed = async (http: Http, path: string, review: JsonObject): Promise<E.Either<AdapterError, JsonObject>> => {
  const answer = await http.send({ method: 'POST', path, body: JSON.stringify(review), most })()
  if (E.isLeft(answer)) return answer
  const status = objectAt(answer.right, 'status')
  return status === null ? E.left(unreadable('the review has no status')) : E.right(status)
}

/** For a 2xx answer that is no review. */
export const unreadable = (message: string): AdapterError => unreadableAnswer(message, 201, 'Read')
