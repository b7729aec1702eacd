import type { JsonObject, Millis } from '@flink-operator/core'
import type { KindName } from '@flink-operator/kinds'
import type { Clock } from '../clock.ts'
import type { Logger } from '../log/logger.ts'
import { type ClusterPort, keyText, type ResourceKey } from '../port/cluster-port.ts'
import { bareMeta } from '../resource/bare-meta.ts'
import { type Canaries, createCanaries } from './canaries.ts'
import { raiseCanary } from './raise-canary.ts'

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
