import { mainContainerName } from '../flink/configuration/pod-template.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { arrayAt, isJsonObject, objectAt, appended } from './json-field.ts'
import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { Cluster } from './cluster.ts'
import type { ManifestError } from './manifest-error.ts'

/** A pod between decorators: the container that runs Flink is separate from the others (cluster-manifests.md, section 6). */
export interface FlinkPod {
  readonly metadata: JsonObject
  /** Without the main container. */
  readonly spec: JsonObject
  readonly mainContainer: JsonObject
}

const isMain = (container: Json): container is JsonObject => isJsonObject(container) && container['name'] === mainContainerName

/** Splits the template. A missing template, spec or main container counts as empty. */
export const podFromTemplate = (template: JsonObject | null): FlinkPod => {
  const spec = objectAt(template ?? {}, 'spec')
  const containers = arrayAt(spec, 'containers')
  return {
    metadata: objectAt(template ?? {}, 'metadata'),
    spec: { ...spec, containers: containers.filter(container => !isMain(container)) },
    mainContainer: containers.findLast(isMain) ?? {},
  }
}

/** `metadata` and `spec` of the finished pod. The main container comes after the others. */
export const podTemplateSpec = (pod: FlinkPod): { readonly metadata: JsonObject; readonly spec: JsonObject } => ({
  metadata: pod.metadata,
  spec: { ...pod.spec, containers: [...arrayAt(pod.spec, 'containers'), pod.mainContainer] },
})

export const mapSpec = (change: (spec: JsonObject) => JsonObject) => (pod: FlinkPod): FlinkPod => ({ ...pod, spec: change(pod.spec) })

export const mapMetadata = (change: (metadata: JsonObject) => JsonObject) => (pod: FlinkPod): FlinkPod => ({
  ...pod,
  metadata: change(pod.metadata),
})

export const mapMainContainer = (change: (container: JsonObject) => JsonObject) => (pod: FlinkPod): FlinkPod => ({
  ...pod,
  mainContainer: change(pod.mainContainer),
})

/** One step of rendering a pod. Each step gets the result of the previous one (cluster-manifests.md, section 6). */
export type Decorator = (cluster: Cluster) => (pod: FlinkPod) => E.Either<ManifestError, FlinkPod>

/** Runs all steps in this order; the first error ends it. */
export const decorated = (steps: readonly Decorator[]): Decorator => cluster => pod =>
  steps.reduce<E.Either<ManifestError, FlinkPod>>((before, step) => pipe(before, E.chain(step(cluster))), E.right(pod))

/** Adds a volume to the pod and mounts it in the main container. */
export const mounted =
  (volume: JsonObject & { readonly name: string }, mount: JsonObject & { readonly mountPath: string }) => (pod: FlinkPod): FlinkPod =>
    mapMainContainer(container => appended(container, 'volumeMounts', [{ name: volume.name, ...mount }]))(
      mapSpec(spec => appended(spec, 'volumes', [volume]))(pod),
    )
