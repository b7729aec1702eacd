import type { ResourceRef } from '../../contract/resource/resource-ref.ts'
import type { StoredData } from './stored-state.ts'

/** `autoscaler-<name>`, in the namespace of the resource. */
export const configMapName = (resource: Pick<ResourceRef, 'name'>): string => `autoscaler-${resource.name}`

/** The ConfigMap, as in the reference operator (autoscaler.md, section 10.1). It is deleted with its resource. */
export const configMap = (resource: ResourceRef, data: StoredData) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: {
    name: configMapName(resource),
    namespace: resource.namespace,
    labels: { component: 'autoscaler', app: resource.name },
    ownerReferences: [{ apiVersion: resource.apiVersion, kind: resource.kind, name: resource.name, uid: resource.uid }],
  },
  data,
})
