import type { Millis } from '../contract/resource/time.ts'
import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import { averageOf, currentOf, type MetricsOf } from './evaluated-metrics.ts'
import { roundToLong, wholeSeconds } from './java-arithmetic.ts'

interface Demand {
  /** Share of the time in which the vertex may be busy. */
  readonly utilization: number
  /** Duration of a restart whose backlog must be caught up too; null: no restart. */
  readonly restartTime: Millis | null
}

const restartRate = (target: number, restartTime: Millis | null, catchUp: Millis): number =>
  restartTime === null || wholeSeconds(catchUp) === 0 ? 0 : (target * wholeSeconds(restartTime)) / wholeSeconds(catchUp)

/**
 * Records per second that a vertex must be able to process: its backlog, the backlog of a restart, and the incoming records at the target
 * utilization (autoscaler.md, section 4.4). NaN: a rate is unknown. Infinite: the utilization is 0.
 */
export const requiredCapacity = (
  metrics: MetricsOf,
  { catchUpDuration }: Pick<AutoscalerConfiguration, 'catchUpDuration'>,
  demand: Demand,
): number => {
  const [catchUp, target] = [currentOf(metrics, 'CATCH_UP_DATA_RATE'), averageOf(metrics, 'TARGET_DATA_RATE')]
  const utilization = Math.max(0, Math.min(1, demand.utilization))
  if (Number.isNaN(catchUp) || Number.isNaN(target) || Number.isNaN(utilization)) return NaN
  if (utilization === 0) return Infinity
  return roundToLong(catchUp + restartRate(target, demand.restartTime, catchUpDuration) + target / utilization)
}
