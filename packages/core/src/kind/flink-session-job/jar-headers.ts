import { isRight } from 'fp-ts/lib/Either.js'
import { overlay } from '../../flink/configuration/alias-table.ts'
import { flatten } from '../../flink/configuration/flatten.ts'
import type { FlinkDefaults } from '../../flink/configuration/flink-defaults.ts'
import { defaultConfiguration } from '../../flink/configuration/layers.ts'
import { readOption } from '../../flink/configuration/option.ts'
import type { JsonObject } from '../../contract/resource/json.ts'
import { isFlinkVersion } from '../../contract/resource/flink-version.ts'
import { optionTable } from '../../options/option-table.ts'

/** The part of a FlinkDeployment's spec that is the base of the configuration of its session jobs. */
export interface ClusterSpec {
  readonly flinkVersion: string | null
  readonly flinkConfiguration: JsonObject | null
}

const ownLayers = (cluster: ClusterSpec | null, flinkConfiguration: JsonObject | null) =>
  [cluster?.flinkConfiguration ?? {}, flinkConfiguration ?? {}].map(flatten)

/**
 * True if the headers come from the job or its cluster and are no secret of the operator. Then they may be sent to any host that the job
 * names.
 */
export const hasOwnJarHeaders = (cluster: ClusterSpec | null, flinkConfiguration: JsonObject | null): boolean => {
  const own = ownLayers(cluster, flinkConfiguration).reduce(overlay, {})
  const headers = readOption(own, optionTable.userArtifactsHttpHeader)
  return !isRight(headers) || headers.right !== null
}

/**
 * HTTP headers for fetching the jar of a session job. The job's own `flinkConfiguration` overrides that of its cluster, which overrides
 * that of the operator. Headers are secrets and appear in no action and no status, so the code that fetches the jar reads them here. A
 * value that does not parse gives no headers; validation reports it.
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
