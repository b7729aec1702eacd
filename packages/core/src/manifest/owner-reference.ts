import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import type { JsonObject } from '../contract/resource/json.ts'

type Owner = ClusterManifestInput['owner']

/** Owner reference of Deployments: the resource, not as controller (cluster-manifests.md, section 1.1). */
export const deploymentOwnerReference = ({ apiVersion, kind, name, uid }: Owner): JsonObject => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: false,
  blockOwnerDeletion: true,
})

/**
 * Owner reference of ConfigMaps and Services until their Deployment exists: the resource. So their ownership is never in doubt, and no
 * object of an interrupted attempt outlives the resource (P21).
 */
export const firstOwnerReference = deploymentOwnerReference

/** Owner reference of the Ingress: the resource, as controller (cluster-manifests.md, section 9). */
export const ingressOwnerReference = ({ apiVersion, kind, name, uid }: Owner): JsonObject => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
})

/**
 * Merge patch that makes the JobManager's Deployment the owner of an accompanying object (ConfigMap, Service), so that it is garbage
 * collected with it. It needs the Deployment's uid, so it follows after the Deployment (design.md, section 3).
 */
export const ownerReferencePatch = (deployment: { readonly name: string; readonly uid: string }): JsonObject => ({
  metadata: {
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'Deployment', name: deployment.name, uid: deployment.uid, controller: true, blockOwnerDeletion: true },
    ],
  },
})
