import type { ResourceMeta } from '@flink-operator/core'
import type { ResourceKey } from '../port/cluster-port.ts'

/** Enough of the metadata for an effect on a resource that isn't decoded. */
export const bareMeta = (key: ResourceKey, resource: unknown): ResourceMeta => {
  const { apiVersion = '', kind = '', metadata = {} } = resource as {
    apiVersion?: string
    kind?: string
    metadata?: { uid?: string; resourceVersion?: string }
  }
  return {
    ...key,
    apiVersion,
    kind,
    uid: metadata.uid ?? '',
    resourceVersion: metadata.resourceVersion ?? '',
    generation: 0,
    creationTimestamp: 0,
    deletionTimestamp: null,
    finalizers: [],
    labels: {},
    annotations: {},
  }
}
