import * as E from 'fp-ts/lib/Either.js'
import { type EpochMillis, type Fact, type JsonObject, known, type Millis, unknown } from '@flink-operator/core'
import { type Cached, cached, createCache } from '../cache.ts'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { keyOf } from '../known-objects.ts'
import { type ListWatch, listWatch } from '../list-watch.ts'
import { collectionPath } from '../resource-path.ts'
import { createOwnWrites } from './own-writes.ts'
import { type WatchedKind, watchedTypes, type WatchedViews } from './watched-type.ts'

/** A watch that was not heard of for so long is not waited for: the server is asked. */
const silenceTolerated: Millis = 10_000

export interface WatchedKindOptions {
  readonly http: Http
  readonly clock: Clock
  /** Null: all. */
  readonly namespaces: readonly string[] | null
  /** Something of a cluster changed that may change a decision. */
  readonly onChange: (namespace: string, cluster: string, view: { readonly ownerUids?: readonly string[] }) => void
  readonly onError: (watch: string, message: string) => void
}

/** All objects of one kind that belong to Flink clusters, as watches tell them. */
export interface WatchedObjects<View> {
  /** Those of a cluster; `NotSynced`: not listed yet. Null: they can't be watched, or not now; the server has to be asked. */
  readonly ofCluster: (namespace: string, cluster: string) => Fact<readonly View[]> | null
  /** The one of that name, whichever cluster it belongs to; null: none is known of, or not now. */
  readonly named: (namespace: string, name: string) => View | null
  readonly isWatched: (namespace: string) => boolean
  /** The server's answer to our own write. */
  readonly wrote: (object: JsonObject) => void
  /** Our own delete: gone, or what the server answered. */
  readonly removed: (namespace: string, name: string, uid: string) => void
  /** Our own write, of which nobody knows what came of it. */
  readonly doubt: (namespace: string, name: string, cluster: string) => void
  readonly watches: readonly (readonly [string, ListWatch])[]
  /** Of single objects, that are known beyond what the watch told. */
  readonly kept: () => number
}

export const watchKind = <Kind extends WatchedKind>(
  kind: Kind,
  { http, clock, onChange, onError, ...options }: WatchedKindOptions,
): WatchedObjects<WatchedViews[Kind]> => {
  type View = WatchedViews[Kind]
  interface Member {
    readonly cluster: string
    readonly view: View
  }
  const { apiVersion, labelSelector, metadataOnly, view, clusterOf, signature } = watchedTypes[kind]
  const ownWrites = createOwnWrites<Member>(clock.now)
  const signatures = new Map<string, string>()

  const project = (object: JsonObject): Member | null => {
    const cluster = clusterOf(object)
    const read = view(object)
    return cluster === null || E.isLeft(read) ? null : { cluster, view: read.right }
  }
  const idOf = (namespace: string, cluster: string): string => `${namespace}/${cluster}`

  const cache = createCache<Member, 'cluster'>({
    clock,
    project,
    indexes: { cluster: entry => [idOf(entry.namespace, entry.view.cluster)] },
    onChange: (type, entry) => {
      const key = idOf(entry.namespace, entry.name)
      ownWrites.told(key, entry.uid, type === 'deleted' ? undefined : entry)
      const now = type === 'deleted' ? '' : signature(entry.view.view)
      if ((signatures.get(key) ?? '') === now) return
      if (type === 'deleted') signatures.delete(key)
      else signatures.set(key, now)
      onChange(entry.namespace, entry.view.cluster, entry.view.view as { readonly ownerUids?: readonly string[] })
    },
  })

  const watches = new Map((options.namespaces ?? [null]).map(namespace => {
    const path = collectionPath({ apiVersion, kind, namespace })
    const name = `${path.split('/').at(-1) ?? ''}${namespace === null ? '' : `/${namespace}`}`
    return [
      namespace,
      [
        name,
        listWatch({
          http,
          clock,
          path,
          labelSelector,
          metadataOnly,
          onEvent: cache.onEvent,
          onError: message => onError(name, message),
        }),
      ] as const,
    ]
  }))
  const watchOf = (namespace: string): ListWatch | undefined => (watches.get(namespace) ?? watches.get(null))?.[1]

  const isFresh = (watch: ListWatch, now: EpochMillis): boolean => {
    const since = watch.staleSince()
    return watch.isSynced() && (since === null || now - since < silenceTolerated)
  }
  const state = { failed: new Set<ListWatch>() }
  for (const [, watch] of watches.values())
    void watch.settled.then(() => {
      if (!watch.isSynced()) state.failed.add(watch)
    })

  const ofCluster = (namespace: string, cluster: string): Fact<readonly View[]> | null => {
    const watch = watchOf(namespace)
    if (watch === undefined) return null
    const asOf = watch.heardAt() ?? 0
    if (!watch.isSynced() && !state.failed.has(watch)) return unknown('NotSynced', `${kind}s have not been listed yet`, asOf, 'cache')
    if (!isFresh(watch, clock.now())) return null
    const found = ownWrites.over(idOf(namespace, cluster), cache.byIndex('cluster', idOf(namespace, cluster)))
    return found === null ? null : known(found.map(entry => entry.view.view), asOf, 'cache')
  }

  return {
    ofCluster,
    named: (namespace, name) => {
      const entry = cache.get(namespace, name)
      const found = entry === undefined ? null : ofCluster(namespace, entry.view.cluster)
      return found?._tag === 'Known' ? found.value.find(it => it.name === name) ?? null : null
    },
    isWatched: namespace => {
      const watch = watchOf(namespace)
      return watch !== undefined && isFresh(watch, clock.now())
    },
    wrote: object => {
      const entry: Cached<Member> | null = cached(object, project)
      if (entry === null) return
      ownWrites.wrote(idOf(entry.namespace, entry.view.cluster), entry)
      const told = cache.get(entry.namespace, entry.name)
      if (told !== undefined) ownWrites.told(keyOf(object), told.uid, told)
    },
    removed: (namespace, name, uid) => {
      const told = cache.get(namespace, name)
      if (told?.uid === uid) ownWrites.removed(idOf(namespace, told.view.cluster), idOf(namespace, name), uid)
    },
    doubt: (namespace, name, cluster) => ownWrites.doubt(idOf(namespace, cluster), idOf(namespace, name)),
    watches: [...watches.values()],
    kept: ownWrites.size,
  }
}
