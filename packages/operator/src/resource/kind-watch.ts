import type { Cached, Http, ListWatch, WatchedClusters } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'
import type { WatchedNamespaces } from '../configuration/watched-namespaces.ts'
import type { LoopOptions } from '../loop.ts'
import type { ResourceKey } from '../port/cluster-port.ts'

/** What the watch of a kind starts with, and whom it tells. */
export interface WatchOptions {
  readonly http: Http
  readonly clock: Clock
  readonly namespaces: WatchedNamespaces
  readonly labelSelector: string | null
  /** Something of the resource changed that may change a decision. Not called before the first full lists. */
  readonly onWake: (key: ResourceKey) => void
  /** Any change at all of the resource, our own writes too. */
  readonly onTold: (key: ResourceKey) => void
  readonly onGone: (key: ResourceKey) => void
  /** The job of this FlinkDeployment, or a snapshot of it, changed in a way that is of interest to the other kind. */
  readonly onJob: (key: ResourceKey) => void
  readonly onError: (watch: string, message: string) => void
  /** The resource as the watch tells it, as JSON; null: it is gone. */
  readonly onSeen?: (key: ResourceKey, text: string | null) => void
  /** Something of this cluster was told. */
  readonly onClusterSeen?: (key: ResourceKey) => void
}

/** All watches of a kind as one, and what they know. */
export interface KindWatch {
  /** When every watch has had its first full list, and everybody was woken (B62). */
  readonly synced: Promise<void>
  readonly isSynced: () => boolean
  readonly keys: () => readonly ResourceKey[]
  /** Name of each watch, and for how many seconds it may have missed changes. */
  readonly staleness: () => readonly (readonly [string, number])[]
  /** What is cached of a resource, as the loop reads it. */
  readonly cached: LoopOptions['cached']
  readonly stop: () => void
}

interface ResourceTexts {
  readonly get: (namespace: string, name: string) => Cached<{ readonly text: string }> | undefined
  readonly values: () => Iterable<Cached<{ readonly text: string }>>
}

/** `onSynced` comes before anybody is woken. What is watched besides is waited for only until its first attempt ends: it can be done without. */
export const kindWatch = (
  { clock, onWake }: Pick<WatchOptions, 'clock' | 'onWake'>, cache: ResourceTexts, watches: readonly (readonly [string, ListWatch])[],
  besides: Pick<WatchedClusters, 'settled' | 'watches' | 'stop'> | null, onSynced: () => void,
): KindWatch => {
  const state = { isBesidesSettled: besides === null }
  void besides?.settled.then(() => { state.isBesidesSettled = true })
  const keys = (): readonly ResourceKey[] => [...cache.values()].map(({ namespace, name }) => ({ namespace, name }))
  return {
    synced: Promise.all([...watches.map(([, watch]) => watch.synced), besides?.settled]).then(() => {
      onSynced()
      for (const key of keys()) onWake(key)
    }),
    isSynced: () => state.isBesidesSettled && watches.every(([, watch]) => watch.isSynced()),
    cached: ({ namespace, name }) => {
      const entry = cache.get(namespace, name)
      return entry === undefined ? undefined : { resourceVersion: entry.resourceVersion, text: entry.view.text }
    },
    keys,
    staleness: () => [...watches, ...(besides?.watches ?? [])].map(([name, watch]) => {
      const since = watch.staleSince()
      return [name, since === null ? 0 : (clock.now() - since) / 1000] as const
    }),
    stop: () => {
      for (const [, watch] of watches) watch.stop()
      besides?.stop()
    },
  }
}
