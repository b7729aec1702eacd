import type { ManifestRequest, ClusterManifestInput, ClusterPart } from '../contract/action/manifest-request.ts'
import { flinkDeploymentSpecJson } from '../crd/flink-deployment.ts'
import type { JsonObject } from '../contract/resource/json.ts'
import { identityOf, resourceTypes } from '../contract/resource/resource-type.ts'
import { deploymentOwnerReference, ownerReferencePatch } from './owner-reference.ts'
import * as E from 'fp-ts/lib/Either.js'
import { flow, pipe } from 'fp-ts/lib/function.js'
import { withAppliedDigest } from './applied-digest.ts'
import { type Cluster, clusterOf } from './cluster.ts'
import { clusterParts } from './cluster-parts.ts'
import { flinkConfigMap } from './flink-config.ts'
import { ingressManifest } from './ingress-manifest.ts'
import { internalService, restService } from './rest-service.ts'
import { jobManagerDeployment } from './job-manager-deployment.ts'
import { canonicalObject } from './json-field.ts'
import { type ManifestError, manifestError } from './manifest-error.ts'
import { podTemplateConfigMap } from './pod-template-mount.ts'
import { checkMemory } from './process-memory.ts'
import { taskManagerDeployment } from './task-manager-deployment.ts'

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

const part = (cluster: Cluster, wanted: ClusterPart): E.Either<ManifestError, JsonObject> => {
  switch (wanted) {
    case 'FlinkConfig':
      return flinkConfigMap(cluster)
    case 'PodTemplate':
      return E.right(podTemplateConfigMap(cluster.input))
    case 'InternalService':
      return internalService(cluster)
    case 'RestService':
      return restService(cluster)
    case 'TaskManagerDeployment':
      return taskManagerDeployment(cluster)
    case 'JobManagerDeployment':
      return jobManagerDeployment(cluster)
  }
}

/** An object of a cluster, with its part. */
export interface RenderedPart {
  readonly part: ClusterPart
  readonly manifest: JsonObject
}

/** Renders all objects of a cluster in the order of creation; Left: the first error. */
export const renderCluster = (input: ClusterManifestInput): E.Either<ManifestError, readonly RenderedPart[]> =>
  pipe(
    unsortedCluster(input),
    E.map(parts => parts.map(({ part: name, manifest }) => ({ part: name, manifest: canonicalObject(manifest) }))),
  )

/** The same with unsorted keys: for inspection, not for sending. */
export const unsortedCluster = (input: ClusterManifestInput): E.Either<ManifestError, readonly RenderedPart[]> =>
  pipe(
    clusterOf(input),
    E.chainFirst(cluster => checkMemory(cluster)),
    E.chain(cluster =>
      pipe(
        clusterParts(input),
        E.traverseArray(wanted => pipe(part(cluster, wanted), E.map(manifest => ({ part: wanted, manifest })))),
      )
    ),
  )

const withOwner = (manifest: JsonObject, deployment: { readonly name: string; readonly uid: string }): JsonObject => ({
  ...manifest,
  metadata: { ...(manifest['metadata'] as JsonObject), ...(ownerReferencePatch(deployment)['metadata'] as JsonObject) },
})

/**
 * Renders the object of a request, with sorted keys, so that equal requests give equal bytes. An error in any part of a cluster is the
 * result for each of its parts: no object is created of a cluster that can't be created as a whole.
 */
export const renderManifest = (request: ManifestRequest): E.Either<ManifestError, JsonObject> => {
  switch (request._tag) {
    case 'IngressManifest':
      return pipe(ingressManifest(request), E.map(flow(withAppliedDigest, canonicalObject)))
    case 'FlinkDeploymentManifest':
      return E.right(canonicalObject(flinkDeploymentManifest(request)))
    case 'ObjectManifest':
      return E.right(canonicalObject(request.object))
    case 'ClusterManifest':
      return partManifest(request)
  }
}

const partManifest = (request: Extract<ManifestRequest, { readonly _tag: 'ClusterManifest' }>): E.Either<ManifestError, JsonObject> =>
  pipe(
    renderCluster(request.input),
    E.map(parts => parts.find(rendered => rendered.part === request.part)?.manifest),
    E.chain(E.fromNullable(manifestError('Value', null, `this cluster has no ${request.part}`))),
    E.map(manifest => (request.dependentOf === undefined ? manifest : canonicalObject(withOwner(manifest, request.dependentOf)))),
  )
