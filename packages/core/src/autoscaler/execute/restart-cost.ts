import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { ScalingTracking } from '../autoscaler-state.ts'
import { type NewParallelism, parallelismAfter, slotsAfter } from '../fit/task-manager.ts'
import { restartTime } from '../state/fitted-state.ts'
import type { JobTopology } from '../topology.ts'

/** A change of the parallelism of some vertices. */
export interface WantedChange {
  readonly topology: JobTopology
  readonly parallelism: NewParallelism
  readonly slotsUsed: number
  /** Earlier scalings. */
  readonly tracking: ScalingTracking
  readonly now: EpochMillis
}

const isDownOnly = ({ topology, parallelism }: WantedChange): boolean =>
  topology.vertices.every(vertex => parallelismAfter(parallelism, vertex) <= vertex.parallelism)

/** Number of scalings within the period before or after now. With clock skew a scaling may be in the future. */
export const scalingsWithin = (tracking: ScalingTracking, period: Millis, now: EpochMillis): number =>
  tracking.filter(({ at }) => Math.abs(now - at) < period).length

/** Why the restart budget is used up; null: it is not. A scale-down leaves one restart for a scale-up. */
export const overBudget = (
  change: WantedChange,
  { restartBudgetCount: most, restartBudgetPeriod: period }: Pick<AutoscalerConfiguration, 'restartBudgetCount' | 'restartBudgetPeriod'>,
): string | null => {
  if (most === null) return null
  const count = scalingsWithin(change.tracking, period, change.now)
  const [isDown, left] = [isDownOnly(change), Math.max(0, most - count)]
  if (left >= (isDown ? 2 : 1)) return null
  const words = `${count} scalings in ${period / 60_000} min, and job.autoscaler.restart-budget.count is ${most}`
  return isDown && left === 1 ? `${words}: the last one is reserved for a scale-up` : words
}

/**
 * Why a scale-down saves less in the payback period than its restart costs (all slots of the job are idle during a restart). Null: it is
 * worth its restart, or the check does not apply.
 */
export const notEarned = (change: WantedChange, configuration: AutoscalerConfiguration): string | null => {
  const { topology, parallelism, slotsUsed, tracking } = change
  const period = configuration.scaleDownPaybackPeriod
  if (period <= 0 || !isDownOnly(change)) return null
  const [before, after] = [slotsAfter(topology, {}, slotsUsed), slotsAfter(topology, parallelism, slotsUsed)]
  const restart = restartTime(tracking, configuration)
  if ((before - after) * period >= before * restart) return null
  return `it saves ${before - after} slots, which in ${period / 60_000} min is less than a restart of ${
    restart / 60_000
  } min takes of ${before} slots`
}
