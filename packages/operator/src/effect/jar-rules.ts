import { connectionRestriction, type FlinkDefaults, jarHeaders, type JsonObject, type OperatorOptions } from '@flink-operator/core'
import type { JarRules } from '@flink-operator/flink-rest-adapter'
import type { EffectContext } from '../port/cluster-port.ts'

/** What a round's effects need of the operator's configuration as it is now. */
export interface JarSettings {
  readonly options: OperatorOptions
  readonly flinkDefaults: FlinkDefaults
}

const objectIn = (object: JsonObject | null, field: string): JsonObject | null => {
  const value = object?.[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : null
}

/** `kubernetes.operator.user.artifacts.*` for one resource. */
export const jarRules = (
  { options, flinkDefaults }: JarSettings,
  { meta, resource }: Pick<EffectContext, 'meta' | 'resource'>,
): JarRules => ({
  allowedSchemes: options.userArtifactsAllowedSchemes,
  restriction: options.userArtifactsDisallowRestrictedHosts ? connectionRestriction : () => null,
  headers: jarHeaders(flinkDefaults, meta.namespace, objectIn(objectIn(resource, 'spec'), 'flinkConfiguration')),
  maxBytes: options.userArtifactsMaxSize,
  maxRedirects: options.userArtifactsMaxRedirects,
  timeout: options.userArtifactsFetchTimeout,
})
