import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError } from '@flink-operator/core'
import type { DeleteJar } from '@flink-operator/core/action'
import type { FlinkHttp } from '../http.ts'
import { v1 } from '../rest-request.ts'

/** Succeeds if the jar does not exist. */
export const deleteJar = (http: FlinkHttp) => (action: DeleteJar): TE.TaskEither<AdapterError, void> => async () => {
  const answer = await http.call(action.endpoint, { method: 'DELETE', path: v1`/jars/${action.jarId}` })()
  return E.isRight(answer) || isGone(answer.left) ? E.right(undefined) : answer
}

const isGone = ({ _tag, message }: AdapterError): boolean => _tag === 'Invalid' && /File .* does not exist in/u.test(message)
