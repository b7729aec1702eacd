import * as E from 'fp-ts/lib/Either.js'
import { parseJson } from '../../codec/lossless-json.ts'
import type { Json, JsonObject } from '../../resource/json.ts'
import type { ClusterHealth } from './cluster-health.ts'

/** The entry of `status.clusterInfo` that holds the record as JSON text. */
export const clusterHealthKey = 'ClusterHealthInfo'

const objectOf = (
  json: Json | undefined,
): JsonObject => (typeof json === 'object' && json !== null && !Array.isArray(json) ? json as JsonObject : {})

/** The record of an earlier look; null where there is none or it can't be read: then the next look is the first. */
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

/** With the record in the reference operator's form. */
export const withClusterHealth = (
  clusterInfo: Readonly<Record<string, string>>,
  health: ClusterHealth,
): Readonly<Record<string, string>> => ({ ...clusterInfo, [clusterHealthKey]: JSON.stringify(health) })

export const withoutClusterHealth = (clusterInfo: Readonly<Record<string, string>>): Readonly<Record<string, string>> => {
  const { [clusterHealthKey]: health, ...rest } = clusterInfo
  return health === undefined ? clusterInfo : rest
}
