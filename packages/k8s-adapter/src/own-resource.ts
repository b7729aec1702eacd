import type { ResourceMeta } from '@flink-operator/core'

/** The resource of a round, with the newest resourceVersion that the round knows. */
export type OwnResource = Pick<ResourceMeta, 'apiVersion' | 'kind' | 'namespace' | 'name' | 'uid' | 'resourceVersion'>
