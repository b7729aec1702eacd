import type { EpochMillis, Millis } from '../../resource/time.ts'

/** One look at a job's metrics. Null: Flink does not tell it. */
export interface HealthSample {
  readonly time: EpochMillis
  readonly restarts: number
  readonly completedCheckpoints: number | null
}

/** What is kept from look to look: the counts and moments that the next one is compared with (control-flow.md, section 3.9). */
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
   * In this time a healthy job completes a checkpoint (`checkpointProgressWindow`); null: not checked, or not known how often the job takes
   * checkpoints (B61).
   */
  readonly checkpointWindow: Millis | null
}

type Bases = Omit<ClusterHealth, 'timeStamp' | 'healthResult'>

/** One check: the moments to compare with next, and what is wrong. */
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
 * | row | seen | base | unhealthy |
 * |---|---|---|---|
 * | R1 | fewer restarts than before: another run | now | no |
 * | R2 | the base is older than the window | now | the restarts since, scaled to one window, are over the threshold |
 * | R3 | else | kept | the restarts since are over the threshold |
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
 * | row | seen | base | unhealthy |
 * |---|---|---|---|
 * | P1 | the window or the count is not known | kept | no: unknown is not unhealthy (B61) |
 * | P2 | the count fell (another run) or rose | now | no |
 * | P3 | the same count | kept | the base is older than the window |
 */
const checkProgress = ({ bases, error }: Checked, sample: HealthSample, { checkpointWindow }: HealthLimits): Checked => {
  const { completedCheckpoints, time } = sample
  if (checkpointWindow === null || completedCheckpoints === null) return { bases, error }
  if (completedCheckpoints !== bases.numCompletedCheckpoints)
    return { bases: { ...bases, numCompletedCheckpoints: completedCheckpoints, numCompletedCheckpointsIncreasedTimeStamp: time }, error }
  const isStuck = bases.numCompletedCheckpointsIncreasedTimeStamp + checkpointWindow < time
  return { bases, error: isStuck ? [...(error === null ? [] : [error]), 'Cluster is not able to complete checkpoints'].join('|') : error }
}

/** The first look, or the first at another run of the job: nothing to compare with yet. */
export const firstHealth = ({ time, restarts, completedCheckpoints }: HealthSample): ClusterHealth => ({
  timeStamp: time,
  numRestarts: restarts,
  numRestartsEvaluationTimeStamp: time,
  numCompletedCheckpoints: completedCheckpoints ?? 0,
  numCompletedCheckpointsIncreasedTimeStamp: time,
  healthResult: { healthy: true, error: null },
})

/** The record after one more look (control-flow.md, section 3.9). A look that is older than the last changes nothing. */
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
 * Does only a time differ? Then it is not worth a write, or a healthy job would be written about in each window for ever (P08). The time
 * before the first restart then counts with it: a job that begins to restart again and again is told one look later.
 */
export const isSameHealth = (a: ClusterHealth, b: ClusterHealth): boolean =>
  a.numRestarts === b.numRestarts && a.numCompletedCheckpoints === b.numCompletedCheckpoints
  && a.numCompletedCheckpointsIncreasedTimeStamp === b.numCompletedCheckpointsIncreasedTimeStamp
  && a.healthResult.healthy === b.healthResult.healthy && a.healthResult.error === b.healthResult.error
