import type { EpochMillis } from '../../contract/resource/time.ts'
import type { ScalingHistory, ScalingRecord, ScalingTracking } from '../autoscaler-state.ts'
import type { JobTopology } from '../topology.ts'
import type { Profile } from '../profile.ts'
import { compareTimes } from './order.ts'

interface Restart {
  readonly tracking: ScalingTracking
  readonly history: ScalingHistory
  readonly topology: JobTopology
  /** When the job last became RUNNING. */
  readonly runningSince: EpochMillis
}

/**
 * Records the duration of the newest restart, once every vertex of that scaling has its new parallelism. Returns the same tracking if
 * nothing changes (autoscaler.md, section 6.3). A-4: at least one of those vertices must be known.
 */
export const withRestartDuration = ({ tracking, history, topology, runningSince }: Restart, profile: Profile): ScalingTracking => {
  const newest = tracking.at(-1)
  if (newest === undefined || newest.restartDuration !== null) return tracking
  const scaled = Object.entries(history).flatMap(([id, records]): readonly (readonly [string, ScalingRecord])[] => {
    const record = records.find(it => compareTimes(it, newest) === 0)
    return record === undefined ? [] : [[id, record]]
  })
  const parallelism = new Map(topology.vertices.map(vertex => [vertex.id, vertex.parallelism]))
  const isDone = scaled.every(([id, { newParallelism }]) => parallelism.get(id) === newParallelism)
  if (!isDone || (scaled.length === 0 && profile === 'main')) return tracking
  return [...tracking.slice(0, -1), { ...newest, restartDuration: runningSince - newest.at }]
}
