import { randomBytes, randomUUID } from 'node:crypto'
import type { Json, JsonObject } from '@flink-operator/core'
import { Kinds } from '../api/built-in-types.ts'
import { storeKey, type ResourceType } from '../api/resource-type.ts'
import { sameJson, withAt } from '../object/fields.ts'
import { nameOf, namespaceOf, timeText, uidOf } from '../object/metadata.ts'
import type { ObjectStore } from '../store/object-store.ts'
import type { TypeRegistry } from '../store/type-registry.ts'
import { create, plainWrite, placeOf, type WriteContext } from '../write/writes.ts'
import type { ModelClock } from './model-clock.ts'

/** The simulated cluster: its API objects, and its time. Controllers and nodes work on it, beside users and operators. */
export interface Cluster extends WriteContext {
  readonly store: ObjectStore
  readonly types: TypeRegistry
  readonly clock: ModelClock
}

export const clusterOf = (store: ObjectStore, types: TypeRegistry, clock: ModelClock): Cluster => ({
  store,
  types,
  clock,
  now: clock.now,
  newUid: randomUUID,
})

/** `x7k2p`: the random suffix of a generated name. */
export const nameEnd = (): string => [...randomBytes(5)].map(byte => 'bcdfghjklmnpqrstvwxz2456789'[byte % 27]).join('')

/** Sets the status of an object as its controller does, without a write if nothing changes. Returns the current object. */
export const setStatus = (cluster: Cluster, type: ResourceType, object: JsonObject, status: JsonObject): JsonObject => {
  const live = cluster.store.get(placeOf(type, object))
  if (live === undefined || uidOf(live) !== uidOf(object)) return object
  const next = withAt(live, ['status'], status)
  return sameJson(next, live) ? live : cluster.store.put(storeKey(type), next)
}

export interface EventWords {
  readonly type: 'Normal' | 'Warning'
  readonly reason: string
  readonly message: string
  readonly component: string
}

/** Emits an event about an object. */
export const emitEvent = (cluster: Cluster, about: JsonObject, { type, reason, message, component }: EventWords): void => {
  const time = timeText(cluster.now())
  const involved: Record<string, Json> = {
    kind: about['kind'] ?? '',
    apiVersion: about['apiVersion'] ?? '',
    namespace: namespaceOf(about),
    name: nameOf(about),
    uid: uidOf(about),
  }
  create(cluster, Kinds.Event, namespaceOf(about), {
    metadata: { name: `${nameOf(about)}.${cluster.store.version().toString(16)}${nameEnd()}` },
    involvedObject: involved,
    type,
    reason,
    message,
    source: { component },
    reportingComponent: component,
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
    eventTime: null,
  }, plainWrite)
}
