import type { EpochMillis, Millis } from '@flink-operator/core'
import type { Cached } from '../cache.ts'
import { isOlderThan } from '../resource-version.ts'

/** What we know of an object from our own write, beyond what the watch told. */
type Ahead<View> =
  /** The server's answer: nothing older counts. */
  | { readonly _tag: 'There'; readonly entry: Cached<View>; readonly cluster: string; readonly since: EpochMillis }
  /** Its answer was that this one is gone. */
  | { readonly _tag: 'Gone'; readonly uid: string; readonly cluster: string; readonly since: EpochMillis }
  /** Nobody knows what came of the write. */
  | { readonly _tag: 'Doubt'; readonly cluster: string; readonly since: EpochMillis }

/** For so long the answer to our own write stands in for the watch; one that is later than that is asked no more: the server is. */
const trustedFor: Millis = 10_000
/** A watch that is open and tells nothing of a write for so long has nothing to tell: the object went before it could. */
const awaitedFor: Millis = 60_000

/** Own writes that the watch of their type has not told yet: what is cached is never older than what we did ourselves (B27, P15). */
export interface OwnWrites<View> {
  readonly wrote: (cluster: string, entry: Cached<View>) => void
  readonly removed: (cluster: string, key: string, uid: string) => void
  readonly doubt: (cluster: string, key: string) => void
  /** The watch told something of the object; undefined: that it is gone. `uid`: of the one that is told of. */
  readonly told: (key: string, uid: string, entry: Cached<View> | undefined) => void
  /** The objects of a cluster, ours over what is cached; null: only the server knows. */
  readonly over: (cluster: string, cached: readonly Cached<View>[]) => readonly Cached<View>[] | null
  readonly size: () => number
}

const keyOf = ({ namespace, name }: { readonly namespace: string; readonly name: string }): string => `${namespace}/${name}`

export const createOwnWrites = <View>(now: () => EpochMillis): OwnWrites<View> => {
  const ahead = new Map<string, Ahead<View>>()
  /** Keys by cluster: few clusters are written to at a time. */
  const ofCluster = new Map<string, Set<string>>()
  /**
   * Objects that the watch told of as gone, the longest ago first: the answer to a delete may come after the watch has told what came of
   * it.
   */
  const toldGone = new Map<string, { readonly uid: string; readonly since: EpochMillis }>()

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

  const isToldGone = (key: string, uid: string): boolean => {
    const gone = toldGone.get(key)
    return gone?.uid === uid && now() - gone.since <= awaitedFor
  }

  const goneNow = (key: string, uid: string): void => {
    toldGone.delete(key)
    toldGone.set(key, { uid, since: now() })
    for (const [oldest, { since }] of toldGone) {
      if (now() - since <= awaitedFor) return
      toldGone.delete(oldest)
    }
  }

  return {
    wrote: (
      cluster,
      entry,
    ) => (isToldGone(keyOf(entry), entry.uid) ? drop(keyOf(entry)) : put(keyOf(entry), { _tag: 'There', entry, cluster, since: now() })),
    removed: (cluster, key, uid) => put(key, { _tag: 'Gone', uid, cluster, since: now() }),
    doubt: (cluster, key) => put(key, { _tag: 'Doubt', cluster, since: now() }),
    told: (key, uid, entry) => {
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
