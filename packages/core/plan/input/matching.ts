import type { JsonObject } from '../../src/resource/json.ts'
import type { FileResource } from './resource-document.ts'

type Named = Pick<FileResource, 'kind' | 'name' | 'namespace'>

const isSame = (a: Named, b: Named): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace === null || b.namespace === null || a.namespace === b.namespace)

/** The same resource among others, as it is deployed; a namespace that nobody says fits any. Null: it is not there. */
export const deployedOf = (wanted: Named, others: readonly FileResource[]): FileResource | null =>
  others.find(it => isSame(it, wanted)) ?? null

/** The session cluster of a FlinkSessionJob among resources: the first that has its name. Null: none, or it is no FlinkSessionJob. */
export const sessionClusterOf = ({ kind, json, namespace }: FileResource, told: readonly FileResource[]): JsonObject | null => {
  const { deploymentName } = (json['spec'] ?? {}) as JsonObject
  if (kind !== 'FlinkSessionJob' || typeof deploymentName !== 'string') return null
  return told.find(it => isSame(it, { kind: 'FlinkDeployment', name: deploymentName, namespace }))?.json ?? null
}
