import type { ManifestRequest } from '../contract/action/manifest-request.ts'
import { flinkDeploymentSpecJson } from '../crd/flink-deployment.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { identityOf, resourceTypes } from '../contract/resource/resource-type.ts'
import { deploymentOwnerReference } from './owner-reference.ts'

type Request = Extract<ManifestRequest, { readonly _tag: 'FlinkDeploymentManifest' }>

/**
 * A FlinkDeployment that is another resource's child. Its owner reference is not a controller reference (session-snapshot-bluegreen.md,
 * section 4.1).
 */
export const flinkDeploymentManifest = ({ namespace, name, owner, labels, annotations, spec }: Request): JsonObject => ({
  ...identityOf(resourceTypes.FlinkDeployment),
  metadata: { name, namespace, labels, annotations, ownerReferences: [deploymentOwnerReference(owner)] },
  spec: flinkDeploymentSpecJson(spec),
})
