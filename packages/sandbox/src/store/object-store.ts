import type { JsonObject } from '@flink-operator/core'
import { namespaceOf, nameOf, ownersOf, uidOf, withMetadata } from '../object/metadata.ts'
import { oneOrNone, textAt } from '../object/fields.ts'

/** A change of one object. */
export interface StoreEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'
  /** `group/plural`. */
  readonly store: string
  readonly version: number
  readonly object: JsonObject
  /** The object before the change; null for an added one. */
  readonly previous: JsonObject | null
}

export type Listener = (event: StoreEvent) => void

/** The place of an object. */
export interface Place {
  readonly store: string
  readonly namespace: string
  readonly name: string
}

/** All objects, in memory. One counter is the version of all objects, as in etcd. */
export interface ObjectStore {
  readonly version: () => number
  readonly get: (place: Place) => JsonObject | undefined
  /** In the order of namespace and name. `namespace` empty: all. */
  readonly list: (store: string, namespace: string) => readonly JsonObject[]
  readonly count: (store: string) => number
  /** Creates or replaces; returns the object with its new resourceVersion. */
  readonly put: (store: string, object: JsonObject) => JsonObject
  readonly remove: (place: Place) => JsonObject | undefined
  readonly byUid: (uid: string) => { readonly store: string; readonly object: JsonObject } | undefined
  /** Objects that have this uid among their owners. */
  readonly dependents: (uid: string) => readonly { readonly store: string; readonly object: JsonObject }[]
  /** Changes after a version, oldest first; null: the history does not reach back so far. */
  readonly since: (version: number, store: string) => readonly StoreEvent[] | null
  /** Drops the history: older watches need a new list. */
  readonly compact: () => void
  /** Called at every change, synchronously. The returned function removes the listener. */
  readonly listen: (listener: Listener) => () => void
}

interface Shelf {
  readonly objects: Map<string, JsonObject>
  /** Keys in order; null after one was added or removed. */
  sorted: readonly string[] | null
}

const longestHistory = 50_000

export const keyOf = (namespace: string, name: string): string => `${namespace}/${name}`

export const createObjectStore = (): ObjectStore => {
  const shelves = new Map<string, Shelf>()
  const uids = new Map<string, Place>()
  const owned = new Map<string, Set<string>>()
  const listeners = new Set<Listener>()
  let history: StoreEvent[] = []
  let oldest = 0
  let version = 1

  const shelf = (store: string): Shelf => {
    const found = shelves.get(store) ?? { objects: new Map<string, JsonObject>(), sorted: null }
    shelves.set(store, found)
    return found
  }
  const get = ({ store, namespace, name }: Place): JsonObject | undefined => shelf(store).objects.get(keyOf(namespace, name))
  const byUid: ObjectStore['byUid'] = uid => {
    const place = uids.get(uid)
    const object = place === undefined ? undefined : get(place)
    return place === undefined || object === undefined ? undefined : { store: place.store, object }
  }
  const own = (object: JsonObject, change: (dependents: Set<string>) => void): void => {
    for (const owner of ownersOf(object)) {
      const uid = textAt(owner, 'uid')
      const dependents = owned.get(uid) ?? new Set<string>()
      change(dependents)
      if (dependents.size === 0) owned.delete(uid)
      else owned.set(uid, dependents)
    }
  }
  const tell = (event: StoreEvent): void => {
    history.push(event)
    if (history.length > 2 * longestHistory) {
      history = history.slice(-longestHistory)
      oldest = (history[0]?.version ?? 1) - 1
    }
    for (const listener of [...listeners]) listener(event)
  }

  return {
    version: () => version,
    get,
    list: (store, namespace) => {
      const found = shelf(store)
      found.sorted ??= [...found.objects.keys()].sort()
      const keys = namespace === '' ? found.sorted : found.sorted.filter(key => key.startsWith(`${namespace}/`))
      return keys.flatMap(key => oneOrNone(found.objects.get(key)))
    },
    count: store => shelf(store).objects.size,
    put: (store, given) => {
      version += 1
      const object = withMetadata(given, 'resourceVersion', String(version))
      const place = { store, namespace: namespaceOf(object), name: nameOf(object) }
      const found = shelf(store)
      const key = keyOf(place.namespace, place.name)
      const previous = found.objects.get(key) ?? null
      if (previous === null) found.sorted = null
      else own(previous, dependents => dependents.delete(uidOf(previous)))
      found.objects.set(key, object)
      uids.set(uidOf(object), place)
      own(object, dependents => dependents.add(uidOf(object)))
      tell({ type: previous === null ? 'ADDED' : 'MODIFIED', store, version, object, previous })
      return object
    },
    remove: place => {
      const found = shelf(place.store)
      const key = keyOf(place.namespace, place.name)
      const previous = found.objects.get(key)
      if (previous === undefined) return undefined
      version += 1
      found.objects.delete(key)
      found.sorted = null
      uids.delete(uidOf(previous))
      own(previous, dependents => dependents.delete(uidOf(previous)))
      const object = withMetadata(previous, 'resourceVersion', String(version))
      tell({ type: 'DELETED', store: place.store, version, object, previous })
      return object
    },
    byUid,
    dependents: uid => [...(owned.get(uid) ?? [])].flatMap(dependent => oneOrNone(byUid(dependent))),
    since: (from, store) => {
      if (from < oldest) return null
      const start = firstAfter(history, from)
      return history.slice(start).filter(event => event.store === store)
    },
    compact: () => {
      history = []
      oldest = version
    },
    listen: listener => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** Index of the first event after a version; events are in order. */
const firstAfter = (history: readonly StoreEvent[], version: number): number => {
  let low = 0
  let high = history.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((history[middle]?.version ?? 0) <= version) low = middle + 1
    else high = middle
  }
  return low
}
