import type { ConfigMapView, DeploymentView, EpochMillis, JsonObject, ServiceView } from '@flink-operator/core'

/** What of a created object is assumed. */
interface Assumed {
  readonly uid: string
  readonly resourceVersion: string
  readonly at: EpochMillis
}

const objectAt = (object: JsonObject, field: string): JsonObject => {
  const value = object[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

const texts = (object: JsonObject): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(object).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])))

const identity = (manifest: JsonObject, { uid, resourceVersion }: Assumed) => {
  const metadata = objectAt(manifest, 'metadata')
  const owners = metadata['ownerReferences'] as readonly { readonly uid?: unknown }[] | undefined
  return {
    name: typeof metadata['name'] === 'string' ? metadata['name'] : '',
    uid,
    resourceVersion,
    deleting: false,
    labels: texts(objectAt(metadata, 'labels')),
    annotations: texts(objectAt(metadata, 'annotations')),
    ownerUids: (owners ?? []).flatMap(owner => (typeof owner.uid === 'string' ? [owner.uid] : [])),
  }
}

/** A rendered object as the adapters would see it once it is created and everything about it is well. */
export const configMapOf = (manifest: JsonObject, assumed: Assumed): ConfigMapView => ({
  ...identity(manifest, assumed),
  dataKeys: Object.keys(objectAt(manifest, 'data')),
})

export const serviceOf = (manifest: JsonObject, assumed: Assumed): ServiceView => {
  const { labels: _, ...view } = identity(manifest, assumed)
  return view
}

export const deploymentOf = (manifest: JsonObject, assumed: Assumed): DeploymentView => {
  const { replicas = 1 } = objectAt(manifest, 'spec')
  const count = Number(replicas)
  return {
    ...identity(manifest, assumed),
    creationTimestamp: assumed.at,
    wantedReplicas: count,
    replicas: count,
    availableReplicas: count,
    conditions: [{ type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', message: '', lastTransitionTime: assumed.at }],
  }
}
