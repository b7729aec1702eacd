import { attemptAnnotation } from '../contract/resource/attempt-annotation.ts'
import { deployAnnotation } from '../contract/resource/deploy-annotation.ts'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import type { Labels } from './cluster-labels.ts'

/** `metadata` of one object of a cluster. Empty annotations are omitted. */
export const objectMetadata = (
  input: Pick<ClusterManifestInput, 'namespace' | 'attempt' | 'deploy'>,
  object: {
    readonly name: string
    readonly labels: Labels
    readonly annotations?: Labels
    readonly ownerReferences?: readonly JsonObject[]
  },
): JsonObject => {
  const annotations = {
    ...object.annotations,
    ...(input.attempt === null ? {} : { [attemptAnnotation]: input.attempt }),
    ...(input.deploy === undefined ? {} : { [deployAnnotation]: input.deploy }),
  }
  return {
    name: object.name,
    namespace: input.namespace,
    labels: object.labels,
    ...(Object.keys(annotations).length === 0 ? {} : { annotations }),
    ...(object.ownerReferences === undefined ? {} : { ownerReferences: object.ownerReferences }),
  }
}
