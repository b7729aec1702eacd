import type { JsonObject } from '@flink-operator/core'
import type { ObjectRef } from '@flink-operator/core/resource'
import { textAt } from './json-path.ts'

/** The identity of the object in a rendered manifest. */
export const manifestRef = (manifest: JsonObject): ObjectRef => ({
  apiVersion: textAt(manifest, 'apiVersion') ?? '',
  kind: textAt(manifest, 'kind') ?? '',
  namespace: textAt(manifest, 'metadata', 'namespace'),
  name: textAt(manifest, 'metadata', 'name') ?? '',
})
