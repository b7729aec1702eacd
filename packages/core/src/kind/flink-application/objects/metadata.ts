import { attemptAnnotation } from '../../../resource/attempt-annotation.ts'
import type { JsonObject } from '../../../resource/json.ts'
import type { ClusterRequest } from './cluster-request.ts'
import { unlessEmpty } from './unless-empty.ts'

/** `metadata` of an object: the application controls it, so that it goes with it (lyft-flinkapplication.md, section 3.1). */
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
