import type { JsonObject, OperatorOptions } from '@flink-operator/core'
import type { FlinkDefaults } from '@flink-operator/core/flink-configuration'
import { type ClusterSpec, hasOwnJarHeaders, jarHeaders } from '@flink-operator/core/kind/flink-session-job'
import { connectionRestriction } from '@flink-operator/core/validation'
import { sessionClusterNameIn } from '@flink-operator/core/codec'
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

const clusterSpec = (cluster: JsonObject | null): ClusterSpec | null => {
  const spec = objectIn(cluster, 'spec')
  const version = spec?.['flinkVersion']
  return spec === null ? null
    : { flinkVersion: typeof version === 'string' ? version : null, flinkConfiguration: objectIn(spec, 'flinkConfiguration') }
}

/** The FlinkDeployment that a session job runs in, or names; null: it names none. */
export const clusterOf = ({ resource }: Pick<EffectContext, 'resource'>): string | null => sessionClusterNameIn(resource)

/** `kubernetes.operator.user.artifacts.*` for one resource. `cluster`: the FlinkDeployment that it runs in, if it is there. */
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
