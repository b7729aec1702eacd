import type { DeploymentView, Fact } from '@flink-operator/core'
import { pauseAnnotation } from '@flink-operator/core/kinds'
import {
  type Cached, type ChangeType, createDeploymentCache, createResourceCache, deploymentFromCache, jobManagerSelector, type ListWatch, listWatch, type ResourceText,
} from '@flink-operator/k8s-adapter'
import type { ResourceKey } from '../port/cluster-port.ts'
import { type KindWatch, kindWatch, type WatchOptions } from './kind-watch.ts'

export interface ResourceWatch extends KindWatch {
  readonly deployment: (namespace: string, name: string) => Fact<DeploymentView>
}

/** What of a resource starts a round when it changes (control-flow.md, section 2.8): status writes, our own among them, don't (B67). */
interface Known { readonly uid: string; readonly signature: string; readonly job: string }

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
    job: `${status?.jobStatus?.state ?? ''} ${status?.jobStatus?.jobId ?? ''} ${status?.operation?.kind ?? ''} ${status?.reconciliationStatus?.state ?? ''}`,
  }
}

/** What of a Deployment may change a decision; the times and counters in its status don't. */
const deploymentSignature = (uid: string, { deleting, wantedReplicas, replicas, availableReplicas, conditions, annotations }: DeploymentView): string =>
  JSON.stringify([uid, deleting, wantedReplicas, replicas, availableReplicas, conditions.map(({ type, status, reason }) => [type, status, reason]), annotations])

const resources = (namespace: string | null): string =>
  `/apis/flink.apache.org/v1beta1${namespace === null ? '' : `/namespaces/${namespace}`}/flinkdeployments`
const deployments = (namespace: string | null): string => `/apis/apps/v1${namespace === null ? '' : `/namespaces/${namespace}`}/deployments`

/**
 * Watches FlinkDeployments and the JobManager Deployments that belong to them, in every watched namespace, and wakes the resource that a change
 * concerns. Nobody is woken before every watch has its first full list (B62); then everybody is.
 */
export const watchResources = (options: WatchOptions): ResourceWatch => {
  const { http, clock } = options
  const known = new Map<string, Known>()
  const byUid = new Map<string, ResourceKey>()
  const deploymentSignatures = new Map<string, string>()
  let open = false

  const wake = (key: ResourceKey): void => { if (open) options.onWake(key) }

  const onResource = (type: ChangeType, { namespace, name, uid, view }: Cached<ResourceText>): void => {
    const key = { namespace, name }
    const text = `${namespace}/${name}`
    const before = known.get(text)
    if (before !== undefined && before.uid !== uid) byUid.delete(before.uid)
    if (type === 'deleted') {
      known.delete(text)
      byUid.delete(uid)
      options.onGone(key)
      if (open) options.onJob(key)
      return
    }
    const { signature, job } = signaturesOf(view)
    known.set(text, { uid, signature, job })
    byUid.set(uid, key)
    options.onTold(key)
    if (before?.uid !== uid || before.signature !== signature) wake(key)
    if (open && (before?.uid !== uid || before.job !== job || before.signature !== signature)) options.onJob(key)
  }

  const resourceCache = createResourceCache({ onChange: onResource, clock })

  const onDeployment = (type: ChangeType, { namespace, name, uid, view }: Cached<DeploymentView>): void => {
    const text = `${namespace}/${name}`
    const signature = type === 'deleted' ? '' : deploymentSignature(uid, view)
    if (deploymentSignatures.get(text) === signature) return
    if (type === 'deleted') deploymentSignatures.delete(text)
    else deploymentSignatures.set(text, signature)
    const owners = view.ownerUids.flatMap(owner => byUid.get(owner) ?? [])
    // A Deployment without owner reference is still found by its name, which is the resource's (B87).
    const named = known.has(text) && !owners.some(owner => owner.namespace === namespace && owner.name === name) ? [{ namespace, name }] : []
    for (const key of [...owners, ...named]) wake(key)
  }

  const deploymentCache = createDeploymentCache({ onChange: onDeployment, clock })

  const namespaces = options.namespaces ?? [null]
  const watches = namespaces.map(namespace => {
    const suffix = namespace === null ? '' : `/${namespace}`
    const onError = (what: string) => (message: string): void => options.onError(`${what}${suffix}`, message)
    return {
      namespace,
      resources: listWatch({
        http, path: resources(namespace), onEvent: resourceCache.onEvent, onError: onError('flinkdeployments'), clock,
        ...(options.labelSelector === null ? {} : { labelSelector: options.labelSelector }),
      }),
      deployments: listWatch({ http, path: deployments(namespace), labelSelector: jobManagerSelector, onEvent: deploymentCache.onEvent, onError: onError('deployments'), clock }),
    }
  })
  const facts = new Map(watches.map(({ namespace, deployments: watch }) => [namespace, deploymentFromCache(deploymentCache, watch)]))
  const all = watches.flatMap(({ namespace, ...each }) =>
    Object.entries(each).map(([what, watch]): readonly [string, ListWatch] => [namespace === null ? what : `${what}/${namespace}`, watch]))

  return {
    ...kindWatch(options, resourceCache, all, () => { open = true }),
    deployment: (namespace, name) => {
      const fact = facts.get(namespace) ?? facts.get(null)
      return fact === undefined
        ? { source: 'cache', asOf: 0, _tag: 'Unknown', reason: 'NotSynced', message: `namespace ${namespace} is not watched` }
        : fact(namespace, name)
    },
  }
}
