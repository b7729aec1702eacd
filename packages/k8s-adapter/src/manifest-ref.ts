import type { JsonObject } from '@flink-operator/core'
import type { ObjectRef } from '@flink-operator/core/resource'
import { textAt } from './json-path.ts'

/** What a rendered manifest names. */
export const manifestRef = (manifest: JsonObject): ObjectRef => ({
  apiVersion: textAt(manifest, 'apiVersion') ?? '',
  kind: textAt(manifest, 'kind') ?? '',
  namespace: textAt(manifest, 'metadata', 'namespace'),
  name: textAt(manifest, 'metadata', 'name') ?? '',
})
