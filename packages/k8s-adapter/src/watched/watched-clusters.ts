import { absent, type Fact, type Json, type ResourceRef } from '@flink-operator/core'
import type { NamedObjectView, ObjectName, PodView } from '@flink-operator/core/fact'
import type { ClusterObjectQuery } from '@flink-operator/core/query'
import type { ObjectRef } from '@flink-operator/core/resource'
import { objectAt, textAt } from '../json-path.ts'
import type { ListWatch } from '../list-watch.ts'
import { isMounted } from '../view/pod-view.ts'
import { watchFailedMounts } from './failed-mounts.ts'
import { watchKind, type WatchedKindOptions, type WatchedObjects } from './watched-kind.ts'
import type { WatchedKind, WatchedViews } from './watched-type.ts'

/** The objects of all Flink clusters from the watches, never older than our own writes. */
export interface WatchedClusters {
  /** Null: not known from the watches now; the server has to be asked. */
  readonly answer: (query: ClusterObjectQuery) => Fact<unknown> | null
  /** The object with that name; null: no watch has it, or it is not up to date. */
  readonly named: (namespace: string, object: ObjectName) => NamedObjectView | null
  /** True if every change of a cluster's objects wakes the resource that waits for it. */
  readonly isWatched: (namespace: string) => boolean
  /** The server's answer to our create, patch or delete: the current object. */
  readonly wrote: (object: Json) => void
  /** Our delete succeeded, and the object is gone. */
  readonly removed: (target: ResourceRef) => void
  /** The result of our write is unknown. */
  readonly doubt: (target: ObjectRef, cluster: string) => void
  /** Resolves when the first attempts of all watches of a namespace have ended; null: of all namespaces. */
  readonly settled: (namespace: string | null) => Promise<void>
  readonly watches: readonly (readonly [string, ListWatch])[]
  readonly kept: () => number
  readonly stop: () => void
}

const isOfKind = (kind: string): kind is WatchedKind =>
  kind === 'Deployment' || kind === 'Pod' || kind === 'ConfigMap' || kind === 'Service' || kind === 'Ingress'

const named = <View extends { readonly name: string }>(found: Fact<readonly View[]> | null, name: string): Fact<View> | null => {
  if (found === null || found._tag !== 'Known') return found
  const view = found.value.find(it => it.name === name)
  return view === undefined ? absent(found.asOf, 'cache') : { ...found, value: view }
}

/** Watches are named `plural` or `plural/namespace`. */
const isOf = (namespace: string, watch: string): boolean => !watch.includes('/') || watch.endsWith(`/${namespace}`)

const taskManagerSuffix = '-taskmanager'

/** Starts the watches of cluster objects; objects that are not listed yet are Unknown. */
export const watchClusters = (options: WatchedKindOptions): WatchedClusters => {
  const kinds: { readonly [Kind in WatchedKind]: WatchedObjects<WatchedViews[Kind]> } = {
    Deployment: watchKind('Deployment', options),
    Pod: watchKind('Pod', options),
    ConfigMap: watchKind('ConfigMap', options),
    Service: watchKind('Service', options),
    Ingress: watchKind('Ingress', options),
  }
  // `<cluster>-<hash of the template>-<id>`
  const failedMounts = watchFailedMounts(
    options,
    (namespace, pod) => options.onChange(namespace, pod.split('-').slice(0, -2).join('-'), {}),
  )
  const watches = [...Object.values(kinds).flatMap(it => it.watches), ...failedMounts.watches]

  const withMounts = (found: Fact<readonly PodView[]> | null): Fact<readonly PodView[]> | null => {
    if (found === null || found._tag !== 'Known') return found
    const value = found.value.map(pod => {
      const failedMount = isMounted(pod) ? null : failedMounts.of(pod.uid)
      return failedMount === null ? pod : { ...pod, failedMount }
    })
    return { ...found, value }
  }

  return {
    answer: query => {
      const { namespace } = query
      switch (query._tag) {
        case 'ReadDeployment':
          return named(kinds.Deployment.ofCluster(namespace, query.name), query.name)
        case 'ReadTaskManagerDeployment':
          return query.name.endsWith(taskManagerSuffix)
            ? named(kinds.Deployment.ofCluster(namespace, query.name.slice(0, -taskManagerSuffix.length)), query.name) : null
        case 'ListJobManagerPods': {
          const found = kinds.Pod.ofCluster(namespace, query.selector['app'] ?? '')
          return query.withMountEvents ? withMounts(found) : found
        }
        case 'ListConfigMaps':
          return kinds.ConfigMap.ofCluster(namespace, query.clusterId)
        case 'ListServices':
          return kinds.Service.ofCluster(namespace, query.clusterId)
        case 'ReadIngress':
          return named(kinds.Ingress.ofCluster(namespace, query.name), query.name)
      }
    },
    named: (namespace, { apiVersion, kind, name }) => {
      const found = kind === 'Deployment' || kind === 'ConfigMap' || kind === 'Service' ? kinds[kind].named(namespace, name) : null
      if (found === null) return null
      const { uid, deleting, annotations, ownerUids, owners } = found
      return { apiVersion, kind, name, uid, deleting, annotations, ownerUids, ...(owners === undefined ? {} : { owners }) }
    },
    isWatched: namespace => Object.values(kinds).every(it => it.isWatched(namespace)),
    wrote: object => {
      const kind = textAt(object, 'kind') ?? ''
      const written = objectAt(object)
      if (isOfKind(kind) && written !== null) kinds[kind].wrote(written)
    },
    removed: ({ kind, namespace, name, uid }) => {
      if (isOfKind(kind)) kinds[kind].removed(namespace ?? '', name, uid)
    },
    doubt: ({ kind, namespace, name }, cluster) => {
      if (isOfKind(kind)) kinds[kind].doubt(namespace ?? '', name, cluster)
    },
    settled: namespace =>
      Promise.all(watches.flatMap(([name, watch]) => (namespace === null || isOf(namespace, name) ? [watch.settled] : []))).then(() =>
        undefined
      ),
    watches,
    kept: () => Object.values(kinds).reduce((sum, it) => sum + it.kept(), 0),
    stop: () => {
      for (const [, watch] of watches) watch.stop()
    },
  }
}
