import type { JsonObject, ObjectRef } from '@flink-operator/core'
import { textAt } from './json-path.ts'

/** What a rendered manifest names. */
export const manifestRef = (manifest: JsonObject): ObjectRef => ({
  apiVersion: textAt(manifest, 'apiVersion') ?? '',
  kind: textAt(manifest, 'kind') ?? '',
  namespace: textAt(manifest, 'metadata', 'namespace'),
  name: textAt(manifest, 'metadata', 'name') ?? '',
})
