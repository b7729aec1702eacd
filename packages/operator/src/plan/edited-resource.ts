import { identityOf, resourceTypes, type JsonObject } from '@flink-operator/core'
import type { FileResource } from './resource-files.ts'

const objectAt = (object: JsonObject | null, field: string): JsonObject => {
  const value = object?.[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : {}
}

const generationOf = (metadata: JsonObject): number => (typeof metadata['generation'] === 'number' ? metadata['generation'] : 1)

/**
 * The resource as it would be on the server after applying the file: its spec, with metadata and status of what is deployed. A first
 * deployment has made-up metadata.
 */
export const editedResource = (file: FileResource, deployed: JsonObject | null, namespace: string, now: number): JsonObject => {
  const { json } = file
  const wanted = objectAt(json, 'spec')
  const identity = identityOf(resourceTypes.FlinkDeployment)
  const own = objectAt(json, 'metadata')
  if (deployed === null) {
    const metadata = {
      ...own,
      name: file.name,
      namespace,
      uid: '00000000-0000-0000-0000-000000000000',
      generation: 1,
      resourceVersion: '1',
      creationTimestamp: new Date(now).toISOString(),
    }
    return { ...identity, metadata, spec: wanted }
  }
  const metadata = objectAt(deployed, 'metadata')
  const isChanged = JSON.stringify(objectAt(deployed, 'spec')) !== JSON.stringify(wanted)
  return {
    ...deployed,
    ...identity,
    spec: wanted,
    metadata: {
      ...metadata,
      generation: generationOf(metadata) + (isChanged ? 1 : 0),
      labels: { ...objectAt(metadata, 'labels'), ...objectAt(own, 'labels') },
      annotations: { ...objectAt(metadata, 'annotations'), ...objectAt(own, 'annotations') },
    },
  }
}
