import { isRight } from 'fp-ts/lib/Either.js'
import { overlay } from '../../flink-configuration/alias-table.ts'
import { flatten } from '../../flink-configuration/flatten.ts'
import type { FlinkDefaults } from '../../flink-configuration/flink-defaults.ts'
import { defaultConfiguration } from '../../flink-configuration/layers.ts'
import { readOption } from '../../flink-configuration/option.ts'
import type { JsonObject } from '../../resource/json.ts'
import { isFlinkVersion } from '../../resource/flink-version.ts'
import { optionTable } from '../../operator-options/option-table.ts'

/** What of a FlinkDeployment's spec goes under the configuration of its session jobs. */
export interface ClusterSpec {
  readonly flinkVersion: string | null
  readonly flinkConfiguration: JsonObject | null
}

const ownLayers = (cluster: ClusterSpec | null, flinkConfiguration: JsonObject | null) =>
  [cluster?.flinkConfiguration ?? {}, flinkConfiguration ?? {}].map(flatten)

/** Are the headers those of the job or its cluster, and no secret of the operator? Then they go wherever the job says. */
export const hasOwnJarHeaders = (cluster: ClusterSpec | null, flinkConfiguration: JsonObject | null): boolean => {
  const own = ownLayers(cluster, flinkConfiguration).reduce(overlay, {})
  const headers = readOption(own, optionTable.userArtifactsHttpHeader)
  return !isRight(headers) || headers.right !== null
}

/**
 * HTTP headers for fetching the jar of a session job: of its own `flinkConfiguration`, then of its cluster's, then of the operator's. They
 * stand in no action and no status, since they are secrets; who fetches reads them here. What does not parse is none, as validation tells.
 */
export const jarHeaders = (
  defaults: FlinkDefaults,
  namespace: string,
  cluster: ClusterSpec | null,
  flinkConfiguration: JsonObject | null,
): Readonly<Record<string, string>> => {
  const version = cluster?.flinkVersion ?? null
  const defaultLayer = defaultConfiguration(defaults, namespace, isFlinkVersion(version) ? version : null)
  const configuration = ownLayers(cluster, flinkConfiguration).reduce(overlay, defaultLayer)
  const headers = readOption(configuration, optionTable.userArtifactsHttpHeader)
  return isRight(headers) ? headers.right ?? {} : {}
}
