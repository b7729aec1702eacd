import { type DeploymentView, type Fact, unknown } from '@flink-operator/core'
import { pauseAnnotation } from '@flink-operator/core/kinds'
import {
  type Cached,
  type ChangeType,
  createResourceCache,
  type ResourceText,
  watchClusters,
  type WatchedClusters,
} from '@flink-operator/k8s-adapter'
import type { ResourceKey } from '../port/cluster-port.ts'
import { type KindWatch, kindWatch, type WatchOptions } from './kind-watch.ts'
import { namespaceWatches } from './namespace-watches.ts'

export interface ResourceWatch extends KindWatch {
  /** What the watches tell of the clusters. */
  readonly clusters: WatchedClusters
  readonly deployment: (namespace: string, name: string) => Fact<DeploymentView>
}

/** What of a resource starts a round when it changes (control-flow.md, section 2.8): status writes, our own among them, don't (B67). */
interface Known {
  readonly uid: string
  readonly signature: string
  readonly job: string
}

interface ResourceParts {
  readonly metadata?: { readonly annotations?: Readonly<Record<string, string>> }
  readonly status?: {
    readonly jobStatus?: { readonly state?: string; readonly jobId?: string }
    readonly operation?: { readonly kind?: string } | null
    readonly reconciliationStatus?: { readonly state?: string }
  }
}

/** `job`: what decides whether a snapshot can be taken of the job. */
const signaturesOf = ({ generation, deleting, text }: ResourceText): Pick<Known, 'signature' | 'job'> => {
  const { metadata, status } = JSON.parse(text) as ResourceParts
  return {
    signature: `${generation} ${deleting} ${metadata?.annotations?.[pauseAnnotation] ?? ''}`,
    job: `${status?.jobStatus?.state ?? ''} ${status?.jobStatus?.jobId ?? ''} ${status?.operation?.kind ?? ''} ${
      status?.reconciliationStatus?.state ?? ''
    }`,
  }
}

/**
 * Watches FlinkDeployments and what their clusters are made of, in every watched namespace, and wakes the resource that a change concerns.
 * Nobody is woken before its namespace has its first full lists (B62); then everybody there is. Objects of clusters that can't be watched
 * are asked for.
 */
export const watchResources = (options: WatchOptions): ResourceWatch => {
  const { http, clock } = options
  const known = new Map<string, Known>()
  const byUid = new Map<string, ResourceKey>()
  const wake = (key: ResourceKey): void => {
    if (own.isOpen(key.namespace)) options.onWake(key)
  }

  const onResource = (type: ChangeType, { namespace, name, uid, view }: Cached<ResourceText>): void => {
    const key = { namespace, name }
    const text = `${namespace}/${name}`
    const before = known.get(text)
    options.onSeen?.(key, type === 'deleted' ? null : view.text)
    if (before !== undefined && before.uid !== uid) byUid.delete(before.uid)
    if (type === 'deleted') {
      known.delete(text)
      byUid.delete(uid)
      options.onGone(key)
      if (own.isOpen(namespace)) options.onJob(key)
      return
    }
    const { signature, job } = signaturesOf(view)
    known.set(text, { uid, signature, job })
    byUid.set(uid, key)
    options.onTold(key)
    if (before?.uid !== uid || before.signature !== signature) wake(key)
    if (own.isOpen(namespace) && (before?.uid !== uid || before.job !== job || before.signature !== signature)) options.onJob(key)
  }

  const resourceCache = createResourceCache({ onChange: onResource, clock })

  const onCluster = (namespace: string, name: string, { ownerUids = [] }: { readonly ownerUids?: readonly string[] }): void => {
    options.onClusterSeen?.({ namespace, name })
    const owners = ownerUids.flatMap(owner => byUid.get(owner) ?? [])
    // Most belong to the Deployment; and one without owner reference is still found by the cluster's name, which is the resource's (B87).
    const isNamed = known.has(`${namespace}/${name}`) && !owners.some(owner => owner.namespace === namespace && owner.name === name)
    for (const key of [...owners, ...(isNamed ? [{ namespace, name }] : [])]) wake(key)
  }

  const told = new Set<string>()
  const clusters = watchClusters({
    http,
    clock,
    namespaces: options.namespaces,
    onChange: onCluster,
    // what goes on for long is said once
    onError: (watch, message) => {
      if (told.has(`${watch} ${message}`)) return
      told.add(`${watch} ${message}`)
      options.onError(watch, `${message}; until it can be watched it is asked for`)
    },
  })

  const own: KindWatch = kindWatch(options, resourceCache, namespaceWatches('FlinkDeployment', options, resourceCache.onEvent), clusters)

  return {
    ...own,
    clusters,
    deployment: (namespace, name) => {
      const query = { _tag: 'ReadDeployment', namespace, name, freshness: 'watched' } as const
      return (clusters.answer(query) ?? unknown('NotSynced', `Deployments of namespace ${namespace} are not watched`, 0, 'cache')) as Fact<
        DeploymentView
      >
    },
  }
}
