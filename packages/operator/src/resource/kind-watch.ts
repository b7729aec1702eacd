import type { Cached, ListWatch, WatchedClusters } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { LoopOptions } from '../loop.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { NamespaceWatch, NamespaceWatchOptions } from './namespace-watches.ts'

/** What the watch of a kind starts with, and whom it tells. */
export interface WatchOptions extends NamespaceWatchOptions {
  /** Something of the resource changed that may change a decision. Not called before the first full lists. */
  readonly onWake: (key: ResourceKey) => void
  /** Any change at all of the resource, our own writes too. */
  readonly onTold: (key: ResourceKey, change: 'added' | 'modified') => void
  readonly onGone: (key: ResourceKey) => void
  /** The resource as the watch tells it, as JSON; null: it is gone. */
  readonly onSeen?: (key: ResourceKey, text: string | null) => void
}

/** All watches of a kind as one, and what they know. */
export interface KindWatch {
  /** When every namespace had its first full list and everybody there was woken (B62), or its first attempt failed. */
  readonly settled: Promise<void>
  /** Had it its first full list, and that of its clusters? Nobody of it is woken before. */
  readonly isOpen: (namespace: string) => boolean
  /** Each namespace that isn't watched (yet), and why not; empty: all are. */
  readonly unwatched: () => readonly Unwatched[]
  /** Those in namespaces that are open. */
  readonly keys: () => readonly ResourceKey[]
  /** Name of each watch, for how many seconds it may have missed changes, and whether it had its first full list. */
  readonly staleness: () => readonly WatchAge[]
  /** What is cached of a resource, as the loop reads it. */
  readonly cached: LoopOptions['cached']
  readonly stop: () => void
}

export interface Unwatched {
  /** `plural`, or `plural/namespace`. */
  readonly watch: string
  readonly namespace: string | null
  /** The server's words; null: the first list is under way. */
  readonly trouble: string | null
}

export interface WatchAge {
  readonly watch: string
  readonly staleSeconds: number
  readonly isSynced: boolean
  /** For how many seconds the server said nothing on it, no bookmark either; null: it never did. */
  readonly unheardSeconds: number | null
}

export const watchAge = (clock: Clock, name: string, watch: Pick<ListWatch, 'staleSince' | 'isSynced' | 'heardAt'>): WatchAge => {
  const [since, heardAt, now] = [watch.staleSince(), watch.heardAt(), clock.now()]
  return {
    watch: name,
    staleSeconds: since === null ? 0 : (now - since) / 1000,
    isSynced: watch.isSynced(),
    // a clock that was set is no silence
    unheardSeconds: heardAt === null ? null : Math.max(0, now - Math.max(heardAt, clock.steadySince?.() ?? heardAt)) / 1000,
  }
}

interface ResourceTexts {
  readonly get: (namespace: string, name: string) => Cached<{ readonly text: string }> | undefined
  readonly values: () => Iterable<Cached<{ readonly text: string }>>
}

/**
 * Each namespace by itself: it opens when its list is there, and nobody waits for that of another, which may never come (F22). What is
 * watched besides is waited for only until its first attempt ends: it can be done without.
 */
export const kindWatch = (
  { clock, onWake }: Pick<WatchOptions, 'clock' | 'onWake'>,
  cache: ResourceTexts,
  watches: readonly NamespaceWatch[],
  besides: Pick<WatchedClusters, 'settled'> | null,
): KindWatch => {
  const open = new Set<string | null>()
  const isOpen = (namespace: string): boolean => open.has(namespace) || open.has(null)
  const keysOf = (isOf: (namespace: string) => boolean): readonly ResourceKey[] =>
    [...cache.values()].flatMap(({ namespace, name }) => (isOf(namespace) ? [{ namespace, name }] : []))
  const opened = async ({ namespace: of, watch }: NamespaceWatch): Promise<void> => {
    await Promise.all([watch.synced, besides?.settled(of)])
    open.add(of)
    for (const key of keysOf(namespace => of === null || namespace === of)) onWake(key)
  }
  const failed = ({ watch }: NamespaceWatch): Promise<void> =>
    watch.settled.then(() => (watch.isSynced() ? new Promise(() => undefined) : undefined))
  return {
    settled: Promise.all(watches.map(it => Promise.race([opened(it), failed(it)]))).then(() => undefined),
    isOpen,
    unwatched: () =>
      watches.flatMap(({ name, namespace, trouble }) => (open.has(namespace) ? [] : [{ watch: name, namespace, trouble: trouble() }])),
    cached: ({ namespace, name }) => {
      const entry = cache.get(namespace, name)
      return entry === undefined ? undefined : { resourceVersion: entry.resourceVersion, text: entry.view.text }
    },
    keys: () => keysOf(isOpen),
    staleness: () => watches.map(({ name, watch }) => watchAge(clock, name, watch)),
    stop: () => {
      for (const { watch } of watches) watch.stop()
    },
  }
}
