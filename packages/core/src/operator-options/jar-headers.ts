import { isRight } from 'fp-ts/lib/Either.js'
import { flatten } from '../flink-configuration/flatten.ts'
import type { FlinkDefaults } from '../flink-configuration/flink-defaults.ts'
import { defaultConfiguration } from '../flink-configuration/layers.ts'
import { readOption } from '../flink-configuration/option.ts'
import type { JsonObject } from '../resource/json.ts'
import { optionTable } from './option-table.ts'

/**
 * HTTP headers for fetching the jar of a session job: of its own `flinkConfiguration`, for which the operator's is the default. They stand
 * in no action and no status, since they are secrets; who fetches reads them here. What does not parse is none, as validation tells.
 */
export const jarHeaders = (
  defaults: FlinkDefaults,
  namespace: string,
  flinkConfiguration: JsonObject | null,
): Readonly<Record<string, string>> => {
  const configuration = {
    ...defaultConfiguration(defaults, namespace, null),
    ...(flinkConfiguration === null ? {} : flatten(flinkConfiguration)),
  }
  const headers = readOption(configuration, optionTable.userArtifactsHttpHeader)
  return isRight(headers) ? headers.right ?? {} : {}
}
