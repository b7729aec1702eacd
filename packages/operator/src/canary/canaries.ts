/**
 * Canary resources (`flink.apache.org/canary: "true"`): the operator deploys nothing for them. The process that reconciles one
 * raises its `restartNonce` once a period, and a round has to see the new value. If none does, the watch or the queue is stuck, and
 * the liveness probe fails.
 */
import type { AdapterError, JsonObject, Millis } from '@flink-operator/core'
import { isCanary } from '@flink-operator/core/round'
import * as E from 'fp-ts/lib/Either.js'
import type { Cancel, Clock } from '../clock.ts'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'

export interface CanaryOptions {
  readonly clock: Clock
  /** `kubernetes.operator.health.canary.resource.timeout`. */
  readonly timeout: () => Millis
  /** True while this process reconciles the resource. */
  readonly isOurs: (key: ResourceKey) => boolean
  /** Writes `spec.restartNonce` of the last read resource; never rejects. */
  readonly raise: (key: ResourceKey, resource: JsonObject, nonce: number) => Promise<E.Either<AdapterError, unknown>>
  readonly warn: (key: ResourceKey, message: string) => void
}

export interface Canaries {
  /** Called in a round. True: the resource is a canary, and the round ends here. */
  readonly round: (key: ResourceKey, resource: JsonObject) => boolean
  readonly forget: (key: ResourceKey) => void
  /** The canary that no round answered in time, in words; null: none. */
  readonly unanswered: () => string | null
  readonly stop: () => void
}

interface Canary {
  readonly newest: JsonObject
  /** Generation before the raise; null: not raised, or the raise failed. */
  readonly raisedFrom: number | null
  readonly late: string | null
  readonly cancel: Cancel
}

const generationOf = ({ metadata }: JsonObject): number => {
  const { generation } = (metadata ?? {}) as { readonly generation?: unknown }
  return typeof generation === 'number' ? generation : 0
}
const nonceOf = ({ spec }: JsonObject): number => {
  const { restartNonce } = (spec ?? {}) as { readonly restartNonce?: unknown }
  return typeof restartNonce === 'number' ? restartNonce : 0
}

export const createCanaries = ({ clock, timeout, isOurs, raise, warn }: CanaryOptions): Canaries => {
  const canaries = new Map<string, Canary>()
  const forget = (key: ResourceKey): void => {
    canaries.get(keyText(key))?.cancel()
    canaries.delete(keyText(key))
  }

  const begin = async (key: ResourceKey): Promise<void> => {
    const before = canaries.get(keyText(key))
    if (before === undefined) return
    const raised = await raise(key, before.newest, nonceOf(before.newest) + 1)
    // a failed write says nothing of rounds: it is retried
    if (E.isLeft(raised)) warn(key, `the canary could not be raised: ${raised.left.message}`)
    const now = canaries.get(keyText(key))
    if (now === undefined) return
    canaries.set(keyText(key), {
      ...now,
      raisedFrom: E.isLeft(raised) ? null : generationOf(before.newest),
      cancel: clock.after(timeout(), () => check(key)),
    })
  }

  const check = (key: ResourceKey): void => {
    const canary = canaries.get(keyText(key))
    if (canary === undefined) return
    if (!isOurs(key)) return forget(key)
    const { newest, raisedFrom } = canary
    const isLate = raisedFrom !== null && generationOf(newest) <= raisedFrom
    const late = isLate ? `no round saw the canary ${keyText(key)} past generation ${raisedFrom} within ${timeout()} ms` : null
    if (late !== null) warn(key, late)
    canaries.set(keyText(key), { ...canary, late })
    void begin(key)
  }

  return {
    round: (key, resource) => {
      if (!isCanary(resource)) {
        forget(key)
        return false
      }
      const before = canaries.get(keyText(key))
      const isAnswer = before?.raisedFrom != null && generationOf(resource) > before.raisedFrom
      canaries.set(keyText(key), {
        ...(before ?? { raisedFrom: null, late: null, cancel: () => undefined }),
        ...(isAnswer ? { late: null } : {}),
        newest: resource,
      })
      if (before === undefined) void begin(key)
      return true
    },
    forget,
    unanswered: () => [...canaries.values()].find(({ late }) => late !== null)?.late ?? null,
    stop: () => {
      for (const { cancel } of canaries.values()) cancel()
      canaries.clear()
    },
  }
}
