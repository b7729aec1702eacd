import { sessionClusterNameIn } from '@flink-operator/core/codec'
import type { JsonObject } from '@flink-operator/core/resource'
import type { FileResource } from './resource-document.ts'

type Named = Pick<FileResource, 'kind' | 'name' | 'namespace'>

const isSame = (a: Named, b: Named): boolean =>
  a.kind === b.kind && a.name === b.name && (a.namespace === null || b.namespace === null || a.namespace === b.namespace)

/** The same resource among others, as it is deployed; a missing namespace matches any. Null: it is not among them. */
export const deployedOf = (wanted: Named, others: readonly FileResource[]): FileResource | null =>
  others.find(it => isSame(it, wanted)) ?? null

/**
 * The session cluster of a FlinkSessionJob among resources: the one that it was submitted to, according to the deployed resource, even
 * if the edit names another; null: none, or it is no FlinkSessionJob.
 */
export const sessionClusterOf = (
  { kind, json, namespace }: FileResource,
  deployed: JsonObject | null,
  reported: readonly FileResource[],
): JsonObject | null => {
  const name = kind === 'FlinkSessionJob' ? sessionClusterNameIn(deployed ?? json) : null
  return name === null ? null : reported.find(it => isSame(it, { kind: 'FlinkDeployment', name, namespace }))?.json ?? null
}
