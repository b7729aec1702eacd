import { type AdapterError, type JsonObject, type ResourceMeta } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from '../effect/answer-in-time.ts'
import type { ClusterPort } from '../port/cluster-port.ts'

const timeout = 10_000

const failed = (message: string): AdapterError => ({ _tag: 'Timeout', message, applied: 'Maybe', httpStatus: null, retryAfter: null })

/** Writes a new `restartNonce` through the port, so only as a leader, like every write. */
export const raiseCanary = async (
  port: ClusterPort,
  meta: ResourceMeta,
  resource: JsonObject,
  nonce: number,
): Promise<E.Either<AdapterError, unknown>> => {
  const { apiVersion, kind, namespace, name, uid, resourceVersion } = meta
  const target = { apiVersion, kind, namespace, name, uid }
  const answer = await answerInTime(timeout, signal =>
    port.perform(
      { _tag: 'PatchObject', target, patch: { spec: { restartNonce: nonce } }, why: 'a canary' },
      { meta, resourceVersion, resource, manifest: null, signal },
    ))
  return answer._tag === 'Answer' ? answer.value
    : E.left(failed(answer._tag === 'Late' ? `no answer within ${String(timeout)} ms` : String(answer.error)))
}
