import type { EpochMillis } from '@flink-operator/core'
import type { FlinkCluster } from '@flink-operator/sandbox'

/** The observed state of a job with a load at one moment. */
export interface LoadMoment {
  readonly at: EpochMillis
  /** Arriving records per second. */
  readonly arriving: number
  /** Records that wait in front of the source. */
  readonly lag: number
  /** By vertex; null: the job does not run. */
  readonly parallelism: Readonly<Record<string, number>> | null
  /** Records that the job has counted; null: it does not run. */
  readonly counted: number | null
  /** Records in its newest checkpoint; 0: it has none. */
  readonly saved: number
}

/** The current state of the model. */
export const loadMoment = ({ world }: FlinkCluster, at: EpochMillis): LoadMoment => {
  const load = world.autoscaled?.loads[world.clusterId]
  const job = world.pods.flatMap(({ process }) => process?.jobs ?? []).find(({ state }) => state === 'RUNNING')
  return {
    at,
    arriving: load?.arrivals.at(-1)?.perSecond ?? 0,
    lag: Math.round(load?.lag ?? 0),
    parallelism: job?.run?.parallelism ?? null,
    counted: job?.progress ?? null,
    saved: world.storage.reduce((most, { kind, progress }) => (kind === 'Checkpoint' ? Math.max(most, progress) : most), 0),
  }
}
