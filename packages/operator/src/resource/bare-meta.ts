import type { ResourceMeta } from '@flink-operator/core'
import type { ResourceKey } from '../port/cluster-port.ts'

/** The metadata that an effect needs, for a resource that was not decoded. */
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
