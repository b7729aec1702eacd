import type { JsonObject, OperatorOptions } from '@flink-operator/core'
import type { FlinkDefaults } from '@flink-operator/core/flink-configuration'
import { type ClusterSpec, hasOwnJarHeaders, jarHeaders } from '@flink-operator/core/kind/flink-session-job'
import { connectionRestriction } from '@flink-operator/core/validation'
import { sessionClusterNameIn } from '@flink-operator/core/codec'
import type { JarRules } from '@flink-operator/flink-rest-adapter'
import type { EffectContext } from '../port/cluster-port.ts'

/** The parts of the operator's current configuration that a round's effects need. */
export interface JarSettings {
  readonly options: OperatorOptions
  readonly flinkDefaults: FlinkDefaults
}

const objectIn = (object: JsonObject | null, field: string): JsonObject | null => {
  const value = object?.[field]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value as JsonObject : null
}

const clusterSpec = (cluster: JsonObject | null): ClusterSpec | null => {
  const spec = objectIn(cluster, 'spec')
  const version = spec?.['flinkVersion']
  return spec === null ? null
    : { flinkVersion: typeof version === 'string' ? version : null, flinkConfiguration: objectIn(spec, 'flinkConfiguration') }
}

/** The FlinkDeployment of a session job; null: the resource names none. */
export const clusterOf = ({ resource }: Pick<EffectContext, 'resource'>): string | null => sessionClusterNameIn(resource)

/** `kubernetes.operator.user.artifacts.*` for one resource. `cluster`: its FlinkDeployment, if it exists. */
export const jarRules = (
  { options, flinkDefaults }: JarSettings,
  { meta, resource }: Pick<EffectContext, 'meta' | 'resource'>,
  cluster: JsonObject | null,
): JarRules => {
  const [ofCluster, own] = [clusterSpec(cluster), objectIn(objectIn(resource, 'spec'), 'flinkConfiguration')]
  return {
    allowedSchemes: options.userArtifactsAllowedSchemes,
    restriction: options.userArtifactsDisallowRestrictedHosts ? connectionRestriction : () => null,
    headers: jarHeaders(flinkDefaults, meta.namespace, ofCluster, own),
    ...(hasOwnJarHeaders(ofCluster, own) ? {} : { headerHosts: options.userArtifactsHttpHeaderHosts }),
    maxBytes: options.userArtifactsMaxSize,
    maxRedirects: options.userArtifactsMaxRedirects,
    timeout: options.userArtifactsFetchTimeout,
  }
}
