import { sessionClusterNameIn } from '../../src/codec/recorded-spec.ts'
import type { JsonObject } from '../../src/resource/json.ts'
import type { FileResource } from './resource-document.ts'

type Named = Pick<FileResource, 'kind' | 'name' | 'namespace'>

const isSame = (a: Named, b: Named): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace === null || b.namespace === null || a.namespace === b.namespace)

/** The same resource among others, as it is deployed; a namespace that nobody says fits any. Null: it is not there. */
export const deployedOf = (wanted: Named, others: readonly FileResource[]): FileResource | null =>
  others.find(it => isSame(it, wanted)) ?? null

/**
 * The session cluster of a FlinkSessionJob among resources: the one that it was submitted to, as what is deployed says, whatever name is
 * asked for since; null: none, or it is no FlinkSessionJob.
 */
export const sessionClusterOf = (
  { kind, json, namespace }: FileResource,
  deployed: JsonObject | null,
  told: readonly FileResource[],
): JsonObject | null => {
  const name = kind === 'FlinkSessionJob' ? sessionClusterNameIn(deployed ?? json) : null
  return name === null ? null : told.find(it => isSame(it, { kind: 'FlinkDeployment', name, namespace }))?.json ?? null
}
