import * as E from 'fp-ts/lib/Either.js'
import { parseJson } from '../../../../crd/lossless-json.ts'
import type { Json, JsonObject } from '../../../../contract/resource/json.ts'
import type { ClusterHealth } from './cluster-health.ts'

/** The entry of `status.clusterInfo` that holds the record as JSON text. */
export const clusterHealthKey = 'ClusterHealthInfo'

const objectOf = (
  json: Json | undefined,
): JsonObject => (typeof json === 'object' && json !== null && !Array.isArray(json) ? json as JsonObject : {})

/** The record of an earlier health check. Null: there is none or it cannot be read, so the next check is the first one. */
export const readClusterHealth = (clusterInfo: Readonly<Record<string, string>>): ClusterHealth | null => {
  const parsed = parseJson(clusterInfo[clusterHealthKey] ?? 'null')
  const json = objectOf(E.isRight(parsed) ? parsed.right : null)
  const { timeStamp, numRestarts, numRestartsEvaluationTimeStamp, numCompletedCheckpoints, numCompletedCheckpointsIncreasedTimeStamp } =
    json
  const { healthy, error } = objectOf(json['healthResult'])
  return typeof timeStamp === 'number' && typeof numRestarts === 'number' && typeof numRestartsEvaluationTimeStamp === 'number'
      && typeof numCompletedCheckpoints === 'number' && typeof numCompletedCheckpointsIncreasedTimeStamp === 'number'
    ? {
      timeStamp,
      numRestarts,
      numRestartsEvaluationTimeStamp,
      numCompletedCheckpoints,
      numCompletedCheckpointsIncreasedTimeStamp,
      healthResult: { healthy: healthy !== false, error: typeof error === 'string' ? error : null },
    }
    : null
}

/** Adds the record in the format of the reference operator. */
export const withClusterHealth = (
  clusterInfo: Readonly<Record<string, string>>,
  health: ClusterHealth,
): Readonly<Record<string, string>> => ({ ...clusterInfo, [clusterHealthKey]: JSON.stringify(health) })

export const withoutClusterHealth = (clusterInfo: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { [clusterHealthKey]: health, ...rest } = clusterInfo
  return health === undefined ? clusterInfo : rest
}
