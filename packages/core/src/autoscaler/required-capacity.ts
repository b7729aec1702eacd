import type { Millis } from '../resource/time.ts'
import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import { averageOf, currentOf, type MetricsOf } from './evaluated-metrics.ts'
import { roundToLong, wholeSeconds } from './java-arithmetic.ts'

interface Demand {
  /** Part of the time in which the vertex may be busy. */
  readonly utilization: number
  /** How long a restart takes whose backlog is caught up with too; null: no restart is counted. */
  readonly restartTime: Millis | null
}

const restartRate = (target: number, restartTime: Millis | null, catchUp: Millis): number =>
  restartTime === null || wholeSeconds(catchUp) === 0 ? 0 : (target * wholeSeconds(restartTime)) / wholeSeconds(catchUp)

/**
 * Records per second that a vertex must be able to process: its backlog, the backlog of a restart and what arrives, the last at the wanted
 * utilization (autoscaler.md, section 4.4). NaN: a rate is not known. Infinite: the utilization is 0.
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
