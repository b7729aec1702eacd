import type { JsonObject } from '../contract/resource/json.ts'
import { appended } from './json-field.ts'
import { type FlinkPod, mapMainContainer, mapSpec } from './pod.ts'

/** Adds a volume to the pod and mounts it in the main container. */
export const mounted =
  (volume: JsonObject & { readonly name: string }, mount: JsonObject & { readonly mountPath: string }) => (pod: FlinkPod): FlinkPod =>
    mapMainContainer(container => appended(container, 'volumeMounts', [{ name: volume.name, ...mount }]))(
      mapSpec(spec => appended(spec, 'volumes', [volume]))(pod),
    )
