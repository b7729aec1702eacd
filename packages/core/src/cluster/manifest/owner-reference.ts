import type { ClusterManifestInput } from '../../action/manifest-request.ts'
import type { JsonObject } from '../../resource/json.ts'

type Owner = ClusterManifestInput['owner']

/** Deployments belong to the resource, which does not control them (cluster-manifests.md, section 1.1). */
export const deploymentOwnerReference = ({ apiVersion, kind, name, uid }: Owner): JsonObject => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: false,
  blockOwnerDeletion: true,
})

/**
 * ConfigMaps and Services come before the Deployment that they will belong to: until then they are the resource's, so that whose they are
 * is never in doubt, and nothing of an attempt that broke off outlives the resource (P21).
 */
export const firstOwnerReference = deploymentOwnerReference

/** The Ingress is controlled by the resource (cluster-manifests.md, section 9). */
export const ingressOwnerReference = ({ apiVersion, kind, name, uid }: Owner): JsonObject => ({
  apiVersion,
  kind,
  name,
  uid,
  controller: true,
  blockOwnerDeletion: true,
})

/**
 * Merge patch that gives an accompanying object (ConfigMap, Service, native mode: nothing else) to the JobManager's Deployment, so that
 * it is garbage collected with it. It comes after the Deployment, because it needs its uid (design.md, section 3).
 */
export const ownerReferencePatch = (deployment: { readonly name: string; readonly uid: string }): JsonObject => ({
  metadata: {
    ownerReferences: [
      { apiVersion: 'apps/v1', kind: 'Deployment', name: deployment.name, uid: deployment.uid, controller: true, blockOwnerDeletion: true },
    ],
  },
})
