import { attemptAnnotation } from '@flink-operator/core/manifest'
import type { JsonObject } from '@flink-operator/core/resource'
import type { ClusterRequest } from './cluster-request.ts'
import { unlessEmpty } from './unless-empty.ts'

/**
 * `metadata` of an object. The application is its controller, so garbage collection deletes it with the application
 * (lyft-flinkapplication.md, section 3.1).
 */
export const objectMetadata = (
  { meta, owner, attempt }: ClusterRequest,
  name: string,
  labels: JsonObject,
  annotations: JsonObject = {},
): JsonObject => ({
  name,
  namespace: meta.namespace,
  labels,
  ...unlessEmpty('annotations', { ...annotations, ...(attempt === null ? {} : { [attemptAnnotation]: attempt }) }),
  ownerReferences: [{ ...owner, controller: true, blockOwnerDeletion: true }],
})
