import { type Fact, type Facts, type ResourceMeta, unknown } from '@flink-operator/core'
import type { DeploymentView, PodView } from '@flink-operator/core/fact'
import { factOf } from '@flink-operator/core/query'
import type { AnyKind } from '@flink-operator/core/kinds'
import type { KindName } from '@flink-operator/kinds'
import { watchClusters, type WatchedClusters, watchLabelled } from '@flink-operator/k8s-adapter'
import type { ResourceKey } from '../port/cluster-port.ts'
import { type WatchAge, watchAge, type WatchOptions } from './kind-watch.ts'
import type { NamespaceWatchOptions } from './namespace-watches.ts'
import { type Interest, watchKind, type WatchedKind } from './watched-kind.ts'

type Notify<Arguments extends readonly unknown[]> = (kind: KindName, key: ResourceKey, ...more: Arguments) => void

/** Listeners as in `WatchOptions`, with the kind. */
export interface WatchKindsOptions extends NamespaceWatchOptions {
  readonly kinds: ReadonlyMap<KindName, AnyKind>
  readonly onWake: Notify<[]>
  readonly onReported: Notify<[change: 'added' | 'modified']>
  readonly onGone: Notify<[]>
  /** A resource of a kind with Flink clusters, as JSON; null: it is gone. */
  readonly onSeen?: Notify<[text: string | null]>
  /** The watch reported an object of the cluster of this name. */
  readonly onClusterSeen?: Notify<[]>
}

/** The watches of all reconciled kinds, and of the objects of their clusters. */
export interface WatchedKinds {
  readonly of: ReadonlyMap<KindName, WatchedKind>
  /** The watched cluster objects of a kind; null: the kind has no clusters. */
  readonly clustersOf: (kind: KindName) => WatchedClusters | null
  /** The JobManager Deployment of a resource's own cluster, as the watches know it. */
  readonly deploymentSeen: (kind: KindName, key: ResourceKey) => Fact<DeploymentView>
  /** The facts that a round has before its first decision. */
  readonly seenFirst: (kind: KindName, meta: ResourceMeta) => Facts
  /** JobManager pods of a cluster from the watches; null: the server has to be asked. */
  readonly jobManagerPods: (namespace: string, cluster: string) => readonly PodView[] | null
  readonly staleness: () => readonly WatchAge[]
  readonly kept: () => number
  readonly stop: () => void
}

const hasClusters = ({ watch }: AnyKind): boolean => watch.some(({ _tag }) => _tag === 'ClusterObjects')

/**
 * Watches the resources of every kind and the objects of Flink clusters, in every watched namespace. A change wakes the resources
 * that it concerns, by the watch rules of the kinds. No resource is woken before its namespace has its first full lists (B62); then
 * every resource of it is. Cluster objects that can't be watched are read from the server instead.
 */
export const watchKinds = ({ kinds, ...options }: WatchKindsOptions): WatchedKinds => {
  const of = new Map<KindName, WatchedKind>()
  const clustered = [...kinds].flatMap(([name, kind]) => (hasClusters(kind) ? [name] : []))

  const onCluster = (namespace: string, name: string, { ownerUids = [] }: { readonly ownerUids?: readonly string[] }): void => {
    const named = { namespace, name }
    for (const kind of clustered) {
      options.onClusterSeen?.(kind, named)
      const watch = of.get(kind)
      if (watch === undefined) continue
      const owners = ownerUids.flatMap(uid => watch.ofUid(uid) ?? [])
      // Most objects belong to the Deployment. An object without owner reference is still found by the cluster's name, which is the
      // resource's name (B87).
      const isNamed = watch.has(named) && !owners.some(owner => owner.namespace === namespace && owner.name === name)
      for (const key of [...owners, ...(isNamed ? [named] : [])]) watch.wake(key)
    }
  }

  const reported = new Set<string>()
  const onError = (watch: string, message: string): void => {
    // logs a lasting problem once
    if (reported.has(`${watch} ${message}`)) return
    reported.add(`${watch} ${message}`)
    options.onError(watch, message)
  }
  const clusters = clustered.length === 0 ? null : watchClusters({
    http: options.http,
    clock: options.clock,
    namespaces: options.namespaces,
    onChange: onCluster,
    onError: (watch, message) => onError(watch, `${message}; until the watch works, it is read from the API server`),
  })

  const labels = [...kinds].flatMap(([name, { watch }]) =>
    watch.flatMap(rule =>
      rule._tag !== 'Labelled' ? []
        : [watchLabelled({ ...options, onError }, rule.label, (namespace, value) => {
          if (of.get(name)?.has({ namespace, name: value }) === true) of.get(name)?.wake({ namespace, name: value })
        })]
    )
  )

  /** The interests of the other kinds in this one. */
  const interestsIn = (type: AnyKind['type']): readonly Interest[] =>
    [...kinds].flatMap(([other, { watch }]) =>
      watch.flatMap((rule): readonly Interest[] => {
        if (rule._tag === 'Referenced' && rule.type.kind === type.kind)
          return [{ values: rule.values, names: null, tell: key => of.get(other)?.wakeReferring(type.kind, key) }]
        if (rule._tag === 'Referring' && rule.type.kind === type.kind)
          return [{
            values: rule.values,
            names: { kind: kinds.get(other)?.type.kind ?? other, by: rule },
            tell: key => options.onWake(other, key),
          }]
        if (rule._tag === 'Owned' && rule.type.kind === type.kind)
          return [{
            values: rule.values,
            names: { kind: kinds.get(other)?.type.kind ?? other, by: 'owners' },
            tell: key => options.onWake(other, key),
          }]
        return []
      })
    )

  for (const [name, kind] of kinds) {
    const { onSeen, http, clock, namespaces, labelSelector, onError } = options
    const watchOptions: WatchOptions = {
      http,
      clock,
      namespaces,
      labelSelector,
      onError,
      onWake: key => options.onWake(name, key),
      onReported: (key, change) => options.onReported(name, key, change),
      onGone: key => options.onGone(name, key),
      ...(onSeen === undefined || !hasClusters(kind) ? {} : { onSeen: (key, text) => onSeen(name, key, text) }),
    }
    of.set(name, watchKind(kind, interestsIn(kind.type), hasClusters(kind) ? clusters : null, watchOptions))
  }

  const clustersOf = (name: KindName): WatchedClusters | null => (clustered.includes(name) ? clusters : null)

  return {
    of,
    clustersOf,
    deploymentSeen: (kind, key) =>
      (clustersOf(kind)?.answer({ _tag: 'ReadDeployment', ...key, freshness: 'watched' })
        ?? unknown('NotSynced', '', 0, 'cache')) as Fact<DeploymentView>,
    seenFirst: (name, meta) =>
      Object.fromEntries((kinds.get(name)?.cachedQueries(meta) ?? []).map(query => [
        factOf(query),
        clusters?.answer({ ...query, freshness: 'watched' })
          ?? unknown('NotSynced', `the objects of clusters in namespace ${meta.namespace} are not watched`, 0, 'cache'),
      ])),
    jobManagerPods: (namespace, cluster) => {
      const found = clusters?.answer({
        _tag: 'ListJobManagerPods',
        namespace,
        selector: { app: cluster },
        withMountEvents: false,
        freshness: 'watched',
      })
      return found?._tag === 'Known' ? found.value as readonly PodView[] : null
    },
    staleness: () => [
      ...[...of.values()].flatMap(watch => watch.staleness()),
      ...[...clusters?.watches ?? [], ...labels.flatMap(({ watches }) => watches)].map(([name, watch]) =>
        watchAge(options.clock, name, watch)
      ),
    ],
    kept: () => clusters?.kept() ?? 0,
    stop: () => {
      for (const watch of of.values()) watch.stop()
      clusters?.stop()
      for (const label of labels) label.stop()
    },
  }
}
