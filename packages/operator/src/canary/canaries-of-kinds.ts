import type { AdapterError, JsonObject, ResourceMeta, Millis } from '@flink-operator/core'
import * as E from 'fp-ts/lib/Either.js'
import { answerInTime } from '../effect/answer-in-time.ts'
import { type ClusterPort, keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { KindName } from '@flink-operator/kinds'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { bareMeta } from '../resource/bare-meta.ts'
import { type Canaries, createCanaries } from './canaries.ts'

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

export interface CanariesOfKinds {
  /** Adds the canaries of one more kind, written through this port. */
  readonly add: (name: KindName, port: ClusterPort) => Canaries
  readonly forget: (name: KindName, key: ResourceKey) => void
  /** The canary that no round answered, in words; null: none. */
  readonly unanswered: () => string | null
  readonly stop: () => void
}

/** Canary resources of all kinds. */
export const canariesOfKinds = (
  { clock, logger, timeout, isOurs }: {
    readonly clock: Clock
    readonly logger: Logger
    readonly timeout: () => Millis
    readonly isOurs: (key: ResourceKey) => boolean
  },
): CanariesOfKinds => {
  const all = new Map<KindName, Canaries>()
  return {
    add: (name, port) => {
      const ofKind = createCanaries({
        clock,
        timeout,
        isOurs,
        raise: (key: ResourceKey, resource: JsonObject, nonce) => raiseCanary(port, bareMeta(key, resource), resource, nonce),
        warn: (key, message) => logger.warn({ kind: name, resource: keyText(key) }, message),
      })
      all.set(name, ofKind)
      return ofKind
    },
    forget: (name, key) => all.get(name)?.forget(key),
    unanswered: () => [...all.values()].map(({ unanswered }) => unanswered()).find(text => text !== null) ?? null,
    stop: () => {
      for (const ofKind of all.values()) ofKind.stop()
    },
  }
}
