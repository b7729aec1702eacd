import type { EpochMillis, Millis } from '../../../../contract/resource/time.ts'
import * as E from 'fp-ts/lib/Either.js'
import { parseJson } from '../../../../crd/lossless-json.ts'
import type { Json, JsonObject } from '../../../../contract/resource/json.ts'

/** One sample of the metrics of a job. Null: Flink does not report the value. */
export interface HealthSample {
  readonly time: EpochMillis
  readonly restarts: number
  readonly completedCheckpoints: number | null
}

/** The counts and timestamps kept between health checks; the next check compares with them (control-flow.md, section 3.9). */
export interface ClusterHealth {
  readonly timeStamp: EpochMillis
  readonly numRestarts: number
  readonly numRestartsEvaluationTimeStamp: EpochMillis
  readonly numCompletedCheckpoints: number
  readonly numCompletedCheckpointsIncreasedTimeStamp: EpochMillis
  readonly healthResult: { readonly healthy: boolean; readonly error: string | null }
}

export interface HealthLimits {
  readonly restartsWindow: Millis
  readonly restartsThreshold: number
  /**
   * The time in which a healthy job completes a checkpoint (`checkpointProgressWindow`). Null: the check is off, or the checkpoint interval
   * of the job is unknown (B61).
   */
  readonly checkpointWindow: Millis | null
}

type Bases = Omit<ClusterHealth, 'timeStamp' | 'healthResult'>

/** The result of one check: the timestamps for the next comparison, and the error. */
interface Checked {
  readonly bases: Bases
  readonly error: string | null
}

const freshRestarts = (bases: Bases, sample: HealthSample): Bases => ({
  ...bases,
  numRestarts: sample.restarts,
  numRestartsEvaluationTimeStamp: sample.time,
})

/**
 * | row | observed | base | unhealthy |
 * |---|---|---|---|
 * | health/other-run | fewer restarts than before: another run | now | no |
 * | health/window-over | the base is older than the window | now | the restarts since, scaled to one window, are over the threshold |
 * | health/in-window | else | kept | the restarts since are over the threshold |
 */
const checkRestarts = (last: ClusterHealth, sample: HealthSample, { restartsWindow, restartsThreshold }: HealthLimits): Checked => {
  if (sample.restarts < last.numRestarts) return { bases: freshRestarts(last, sample), error: null }
  const since = sample.time - last.numRestartsEvaluationTimeStamp
  const inWindow = Math.floor((sample.restarts - last.numRestarts) * (since <= restartsWindow ? 1 : restartsWindow / since))
  return {
    bases: since > restartsWindow ? freshRestarts(last, sample) : last,
    error: inWindow > restartsThreshold ? `Restart count hit threshold: ${String(restartsThreshold)}` : null,
  }
}

/**
 * | row | observed | base | unhealthy |
 * |---|---|---|---|
 * | health/count-unknown | the window or the count is not known | kept | no: unknown is not unhealthy (B61) |
 * | health/count-changed | the count fell (another run) or rose | now | no |
 * | health/count-unchanged | the same count | kept | the base is older than the window |
 */
const checkProgress = ({ bases, error }: Checked, sample: HealthSample, { checkpointWindow }: HealthLimits): Checked => {
  const { completedCheckpoints, time } = sample
  if (checkpointWindow === null || completedCheckpoints === null) return { bases, error }
  if (completedCheckpoints !== bases.numCompletedCheckpoints)
    return { bases: { ...bases, numCompletedCheckpoints: completedCheckpoints, numCompletedCheckpointsIncreasedTimeStamp: time }, error }
  const isStuck = bases.numCompletedCheckpointsIncreasedTimeStamp + checkpointWindow < time
  return { bases, error: isStuck ? [...(error === null ? [] : [error]), 'Cluster is not able to complete checkpoints'].join('|') : error }
}

/** The first check of a job or of a new run of it: there is nothing to compare with yet. */
export const firstHealth = ({ time, restarts, completedCheckpoints }: HealthSample): ClusterHealth => ({
  timeStamp: time,
  numRestarts: restarts,
  numRestartsEvaluationTimeStamp: time,
  numCompletedCheckpoints: completedCheckpoints ?? 0,
  numCompletedCheckpointsIncreasedTimeStamp: time,
  healthResult: { healthy: true, error: null },
})

/** The record after one more check (control-flow.md, section 3.9). A sample that is older than the last one changes nothing. */
export const nextHealth = (last: ClusterHealth | null, sample: HealthSample, limits: HealthLimits): ClusterHealth => {
  if (last === null) return firstHealth(sample)
  if (sample.time < last.timeStamp) return last
  const { bases, error } = checkProgress(checkRestarts(last, sample, limits), sample, limits)
  return {
    timeStamp: sample.time,
    numRestarts: bases.numRestarts,
    numRestartsEvaluationTimeStamp: bases.numRestartsEvaluationTimeStamp,
    numCompletedCheckpoints: bases.numCompletedCheckpoints,
    numCompletedCheckpointsIncreasedTimeStamp: bases.numCompletedCheckpointsIncreasedTimeStamp,
    healthResult: { healthy: error === null, error },
  }
}

/**
 * True if the two records differ only in a timestamp. Such a change is not worth a status write: a healthy job would cause one in every
 * window for ever (P08). The price: the window then includes time before the first restart, so a job that begins to restart repeatedly is
 * reported one check later.
 */
export const isSameHealth = (a: ClusterHealth, b: ClusterHealth): boolean =>
  a.numRestarts === b.numRestarts && a.numCompletedCheckpoints === b.numCompletedCheckpoints
  && a.numCompletedCheckpointsIncreasedTimeStamp === b.numCompletedCheckpointsIncreasedTimeStamp
  && a.healthResult.healthy === b.healthResult.healthy && a.healthResult.error === b.healthResult.error

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
