import type { Cached, ListWatch, WatchedClusters } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { LoopOptions } from '../loop.ts'
import type { ResourceKey } from '../port/cluster-port.ts'
import type { NamespaceWatch, NamespaceWatchOptions } from './namespace-watches.ts'

/** Options and listeners of a kind's watch. */
export interface WatchOptions extends NamespaceWatchOptions {
  /** A change of the resource may change a decision. Not called before the first full lists. */
  readonly onWake: (key: ResourceKey) => void
  /** Any change of the resource, including our own writes. */
  readonly onReported: (key: ResourceKey, change: 'added' | 'modified') => void
  readonly onGone: (key: ResourceKey) => void
  /** The resource as the watch reports it, as JSON; null: it is gone. */
  readonly onSeen?: (key: ResourceKey, text: string | null) => void
}

/** The watches of all namespaces of a kind. */
export interface KindWatch {
  /** Resolves when every namespace had its first full list and all its resources were woken (B62), or its first attempt failed. */
  readonly settled: Promise<void>
  /** True if the namespace had its first full lists, of the resources and of their clusters. None of its resources is woken before. */
  readonly isOpen: (namespace: string) => boolean
  /** Namespaces that are not watched (yet), with the reason; empty: all are watched. */
  readonly unwatched: () => readonly Unwatched[]
  /** The resources in open namespaces. */
  readonly keys: () => readonly ResourceKey[]
  /** For each watch: its name, for how many seconds it may have missed changes, and whether it had its first full list. */
  readonly staleness: () => readonly WatchAge[]
  /** The cached copy of a resource, as the loop reads it. */
  readonly cached: LoopOptions['cached']
  readonly stop: () => void
}

export interface Unwatched {
  /** `plural`, or `plural/namespace`. */
  readonly watch: string
  readonly namespace: string | null
  /** The server's message; null: the first list is in progress. */
  readonly trouble: string | null
}

export interface WatchAge {
  readonly watch: string
  readonly staleSeconds: number
  readonly isSynced: boolean
  /** For how many seconds the server sent nothing on the watch, not even a bookmark; null: it never sent anything. */
  readonly unheardSeconds: number | null
}

export const watchAge = (clock: Clock, name: string, watch: Pick<ListWatch, 'staleSince' | 'isSynced' | 'heardAt'>): WatchAge => {
  const [since, heardAt, now] = [watch.staleSince(), watch.heardAt(), clock.now()]
  return {
    watch: name,
    staleSeconds: since === null ? 0 : (now - since) / 1000,
    isSynced: watch.isSynced(),
    // a jump of the clock does not count as silence
    unheardSeconds: heardAt === null ? null : Math.max(0, now - Math.max(heardAt, clock.steadySince?.() ?? heardAt)) / 1000,
  }
}

interface ResourceTexts {
  readonly get: (namespace: string, name: string) => Cached<{ readonly text: string }> | undefined
  readonly values: () => Iterable<Cached<{ readonly text: string }>>
}

/**
 * Each namespace opens when its own list has arrived. It does not wait for other namespaces, whose lists may never arrive (F22). For
 * further watches, which are optional, it only waits until their first attempt ended.
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
