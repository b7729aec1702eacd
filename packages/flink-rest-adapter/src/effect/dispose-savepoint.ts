import { setTimeout as delay } from 'node:timers/promises'
import * as E from 'fp-ts/lib/Either.js'
import type * as TE from 'fp-ts/lib/TaskEither.js'
import type { AdapterError, Millis } from '@flink-operator/core'
import type { DisposeSavepoint } from '@flink-operator/core/action'
import type { AsynchronousOperation } from '@flink-operator/core/fact'
import { decodeAnswer } from '../answer/answer-decoders.ts'
import { decodeRequestId } from '../codec/request-id.ts'
import { afterAcceptance, notFinished, operationFailed, undecodable } from '../error.ts'
import type { FlinkHttp } from '../http.ts'
import { get, post, type RestRequest, v1 } from '../rest-request.ts'

/** How a disposal is followed, which Flink performs after its answer. */
export interface DisposalOptions {
  /** How long the disposal is followed; it continues in Flink after that. Default 20 s. */
  readonly deadline?: Millis
  /** Time between two queries. Default 200 ms. */
  readonly pollInterval?: Millis
  readonly wait?: (millis: Millis) => Promise<unknown>
  /** Any monotonic clock. */
  readonly now?: () => Millis
}

/**
 * Flink generates the id of a disposal and accepts none from us (docs/flink-rest-traps.md, trap 13), so this call follows the
 * disposal to its end. Succeeds if the savepoint is already gone. `Timeout` with `applied: 'Maybe'`: still in progress at the
 * deadline.
 */
export const disposeSavepoint =
  (http: FlinkHttp, options: DisposalOptions = {}) => (action: DisposeSavepoint): TE.TaskEither<AdapterError, void> => async () => {
    const request = post('/v1/savepoint-disposal', { 'savepoint-path': action.path })
    const accepted = await http.call(action.endpoint, request)()
    if (E.isLeft(accepted)) return accepted
    const id = decodeRequestId(accepted.right)
    if (E.isLeft(id)) return E.left(undecodable(request, id.left))

    const { deadline = 20_000, pollInterval = 200, wait = delay, now = () => performance.now() } = options
    const giveUpAt = now() + deadline
    const look: RestRequest = { ...get(v1`/savepoint-disposal/${id.right}`), reads: 'Operation' }
    for (;;) {
      const answer = await http.call(action.endpoint, look)()
      if (E.isLeft(answer)) return E.left(afterAcceptance(answer.left))
      const operation = decodeAnswer('Operation', answer.right)
      if (E.isLeft(operation)) return E.left(afterAcceptance(undecodable(look, operation.left)))
      if (operation.right._tag === 'Completed' || isGone(operation.right)) return E.right(undefined)
      if (operation.right._tag === 'Failed')
        return E.left(operationFailed(request, operation.right.causes.map(cause => `${cause.type}: ${cause.message}`).join('\n')))
      if (now() >= giveUpAt) return E.left(notFinished(request, `the disposal of ${action.path} was not complete after ${deadline} ms`))
      await wait(pollInterval)
    }
  }

/**
 * The folder or the metadata in it is missing: Flink deletes the metadata first, so it is also missing during another disposal of
 * the same path.
 */
const isGone = (operation: AsynchronousOperation): boolean =>
  operation._tag === 'Failed'
  && operation.causes.some(({ type, message }) =>
    type === 'java.io.FileNotFoundException' && /^Cannot find (checkpoint or savepoint file|meta data file)/.test(message)
  )
