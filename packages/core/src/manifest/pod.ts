import { mainContainerName } from '../flink/configuration/main-container.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import { arrayAt, isJsonObject, objectAt } from './json-field.ts'

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
