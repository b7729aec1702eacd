import type { EpochMillis, Millis } from '@flink-operator/core'
import type { Cached } from '../cache.ts'
import { isOlderThan } from '../resource-version.ts'

/** The state of an object after our own write, until the watch reports it. */
type Ahead<View> =
  /** The server's answer: no older state counts. */
  | { readonly _tag: 'There'; readonly entry: Cached<View>; readonly cluster: string; readonly since: EpochMillis }
  /** The answer says that this object is gone. */
  | { readonly _tag: 'Gone'; readonly uid: string; readonly cluster: string; readonly since: EpochMillis }
  /** The result of the write is unknown. */
  | { readonly _tag: 'Doubt'; readonly cluster: string; readonly since: EpochMillis }

/** How long the answer to our own write replaces the watch's state; after that the server is asked. */
const trustedFor: Millis = 10_000
/** If an open watch reports nothing about a write for this long, the object was deleted before the watch could report it. */
const awaitedFor: Millis = 60_000

/** Our writes that the watch of their type has not reported yet: the cached state is never older than our own writes (B27, P15). */
export interface OwnWrites<View> {
  readonly wrote: (cluster: string, entry: Cached<View>) => void
  readonly removed: (cluster: string, key: string, uid: string) => void
  readonly doubt: (cluster: string, key: string) => void
  /** The watch reported the object; undefined: its deletion. `uid`: of the reported object. */
  readonly reported: (key: string, uid: string, entry: Cached<View> | undefined) => void
  /** The objects of a cluster, with our own writes applied to the cached ones; null: the server has to be asked. */
  readonly over: (cluster: string, cached: readonly Cached<View>[]) => readonly Cached<View>[] | null
  readonly size: () => number
}

const keyOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }): string => `${namespace}/${name}`

export const createOwnWrites = <View>(now: () => EpochMillis): OwnWrites<View> => {
  const ahead = new Map<string, Ahead<View>>()
  /** Keys by cluster: few clusters are written to at a time. */
  const ofCluster = new Map<string, Set<string>>()
  /** Objects that the watch reported as deleted, oldest first: the answer to our delete may arrive after that report. */
  const reportedGone = new Map<string, { readonly uid: string; readonly since: EpochMillis }>()

  const drop = (key: string): void => {
    const known = ahead.get(key)
    if (known === undefined) return
    ahead.delete(key)
    const keys = ofCluster.get(known.cluster)
    keys?.delete(key)
    if (keys?.size === 0) ofCluster.delete(known.cluster)
  }

  const put = (key: string, value: Ahead<View>): void => {
    drop(key)
    ahead.set(key, value)
    ofCluster.set(value.cluster, (ofCluster.get(value.cluster) ?? new Set()).add(key))
  }

  const hasCaughtUp = (known: Ahead<View>, uid: string, entry: Cached<View> | undefined): boolean => {
    switch (known._tag) {
      case 'There':
        return entry === undefined ? known.entry.uid === uid : !isOlderThan(entry.resourceVersion, known.entry.resourceVersion)
      case 'Gone':
        return entry === undefined ? known.uid === uid : known.uid !== entry.uid
      case 'Doubt':
        return false
    }
  }

  const isReportedGone = (key: string, uid: string): boolean => {
    const gone = reportedGone.get(key)
    return gone?.uid === uid && now() - gone.since <= awaitedFor
  }

  const goneNow = (key: string, uid: string): void => {
    reportedGone.delete(key)
    reportedGone.set(key, { uid, since: now() })
    for (const [oldest, { since }] of reportedGone) {
      if (now() - since <= awaitedFor) return
      reportedGone.delete(oldest)
    }
  }

  return {
    wrote: (
      cluster,
      entry,
    ) => (isReportedGone(keyOf(entry), entry.uid) ? drop(keyOf(entry))
      : put(keyOf(entry), { _tag: 'There', entry, cluster, since: now() })),
    removed: (cluster, key, uid) => put(key, { _tag: 'Gone', uid, cluster, since: now() }),
    doubt: (cluster, key) => put(key, { _tag: 'Doubt', cluster, since: now() }),
    reported: (key, uid, entry) => {
      if (entry === undefined) goneNow(key, uid)
      const known = ahead.get(key)
      if (known !== undefined && hasCaughtUp(known, uid, entry)) drop(key)
    },
    over: (cluster, cached) => {
      const keys = ofCluster.get(cluster)
      if (keys === undefined) return cached
      for (const key of [...keys]) if (now() - (ahead.get(key)?.since ?? 0) > awaitedFor) drop(key)
      const known = [...keys].flatMap(key => ahead.get(key) ?? [])
      if (known.some(it => it._tag === 'Doubt' || now() - it.since > trustedFor)) return null
      const hidden = new Set(known.flatMap(it => (it._tag === 'There' ? [keyOf(it.entry)] : [])))
      const gone = new Set(known.flatMap(it => (it._tag === 'Gone' ? [it.uid] : [])))
      return [
        ...cached.filter(it => !hidden.has(keyOf(it)) && !gone.has(it.uid)),
        ...known.flatMap(it => (it._tag === 'There' ? [it.entry] : [])),
      ]
    },
    size: () => ahead.size,
  }
}
