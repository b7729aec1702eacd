import type { ManifestRequest } from '@flink-operator/core/action'
import { canonicalObject } from '@flink-operator/core/manifest'
import type { JsonObject } from '@flink-operator/core/resource'
import type { ClusterRequest } from './cluster-request.ts'
import { deployment } from './deployment.ts'
import { ingress } from './flink-application-ingress.ts'
import { deploymentName, genericServiceName, ingressName, versionedServiceName } from './flink-application-names.ts'
import { genericService, versionedService } from './service.ts'

/**
 * The objects of one cluster, in the order of creation (row creating/complete). The TaskManagers come last, so if they exist, all objects
 * do.
 */
export const objectParts = ['JobManagerDeployment', 'GenericService', 'VersionedService', 'Ingress', 'TaskManagerDeployment'] as const
export type ObjectPart = (typeof objectParts)[number]

const identities: Readonly<Record<ObjectPart, { readonly apiVersion: string; readonly kind: string }>> = {
  JobManagerDeployment: { apiVersion: 'apps/v1', kind: 'Deployment' },
  GenericService: { apiVersion: 'v1', kind: 'Service' },
  VersionedService: { apiVersion: 'v1', kind: 'Service' },
  Ingress: { apiVersion: 'networking.k8s.io/v1', kind: 'Ingress' },
  TaskManagerDeployment: { apiVersion: 'apps/v1', kind: 'Deployment' },
}

type Named = Pick<ClusterRequest, 'meta' | 'hash' | 'colour'>

/** The reference to an object, without rendering it. */
export const partRef = (
  { meta: { name, namespace }, hash, colour }: Named,
  part: ObjectPart,
): { readonly apiVersion: string; readonly kind: string; readonly namespace: string; readonly name: string } => {
  const names: Readonly<Record<ObjectPart, string>> = {
    JobManagerDeployment: deploymentName(name, hash, colour, 'jobmanager'),
    GenericService: genericServiceName(name, colour),
    VersionedService: versionedServiceName(name, hash),
    Ingress: ingressName(name, colour),
    TaskManagerDeployment: deploymentName(name, hash, colour, 'taskmanager'),
  }
  return { ...identities[part], namespace, name: names[part] }
}

const rendered = (request: ClusterRequest, part: ObjectPart): JsonObject | null => {
  switch (part) {
    case 'JobManagerDeployment':
      return deployment(request, 'jobmanager')
    case 'TaskManagerDeployment':
      return deployment(request, 'taskmanager')
    case 'GenericService':
      return genericService(request)
    case 'VersionedService':
      return versionedService(request)
    case 'Ingress':
      return ingress(request)
  }
}

/** Renders one object, with its keys in order; null: the cluster has no such object. */
export const renderObject = (request: ClusterRequest, part: ObjectPart): JsonObject | null => {
  const object = rendered(request, part)
  return object === null ? null : canonicalObject(object)
}

/** The parts of a cluster. It has an ingress only if the operator has an ingress URL format. */
export const partsOf = ({ options }: Pick<ClusterRequest, 'options'>): readonly ObjectPart[] =>
  objectParts.filter(part => part !== 'Ingress' || options.ingressUrlFormat !== '')

/** The manifest of a `CreateObject` action. */
export const manifestRequest = (request: ClusterRequest, part: ObjectPart): ManifestRequest | null => {
  const object = renderObject(request, part)
  return object === null ? null : { _tag: 'ObjectManifest', ...partRef(request, part), hard: part === 'JobManagerDeployment', object }
}
