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

/** If a watch has received nothing for this long, the server is asked instead. */
const silenceTolerated: Millis = 10_000

export interface WatchedKindOptions {
  readonly http: Http
  readonly clock: Clock
  /** Null: all. */
  readonly namespaces: readonly string[] | null
  /** A change of a cluster's objects may change a decision. */
  readonly onChange: (namespace: string, cluster: string, view: { readonly ownerUids?: readonly string[] }) => void
  readonly onError: (watch: string, message: string) => void
}

/** All objects of one kind that belong to Flink clusters, from the watches. */
export interface WatchedObjects<View> {
  /** The objects of a cluster; `NotSynced`: not listed yet. Null: not watched, or not up to date: the server has to be asked. */
  readonly ofCluster: (namespace: string, cluster: string) => Fact<readonly View[]> | null
  /** The object of that name, of any cluster; null: not known, or not up to date. */
  readonly named: (namespace: string, name: string) => View | null
  readonly isWatched: (namespace: string) => boolean
  /** The server's answer to our own write. */
  readonly wrote: (object: JsonObject) => void
  /** The result of our own delete: the object is gone. */
  readonly removed: (namespace: string, name: string, uid: string) => void
  /** Our own write has an unknown result. */
  readonly doubt: (namespace: string, name: string, cluster: string) => void
  readonly watches: readonly (readonly [string, ListWatch])[]
  /** Number of single objects with a state newer than the watch's. */
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
      ownWrites.reported(key, entry.uid, type === 'deleted' ? undefined : entry)
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
      const reported = cache.get(entry.namespace, entry.name)
      if (reported !== undefined) ownWrites.reported(keyOf(object), reported.uid, reported)
    },
    removed: (namespace, name, uid) => {
      const reported = cache.get(namespace, name)
      if (reported?.uid === uid) ownWrites.removed(idOf(namespace, reported.view.cluster), idOf(namespace, name), uid)
    },
    doubt: (namespace, name, cluster) => ownWrites.doubt(idOf(namespace, cluster), idOf(namespace, name)),
    watches: [...watches.values()],
    kept: ownWrites.size,
  }
}
