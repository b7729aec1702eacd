import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { ScalingRecord } from './autoscaler-state.ts'
import { averageOf } from './evaluated-metrics.ts'

interface Observation {
  readonly parallelism: number
  readonly rate: number
}

type Options = Pick<
  AutoscalerConfiguration,
  'observedScalabilityEnabled' | 'observedScalabilityMinObservations' | 'observedScalabilityCoefficientMin'
>

/** Records per second of one subtask at the smallest parallelism; of several scalings the newest counts. */
const baseline = (observations: readonly Observation[]): number => {
  const smallest = Math.min(...observations.map(({ parallelism }) => parallelism))
  const newest = observations.findLast(({ parallelism }) => parallelism === smallest)
  return newest === undefined ? NaN : newest.rate / newest.parallelism
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Rounds up to two decimals. */
const roundedUp = (value: number): number => {
  const nearest = Math.round(value * 100)
  return nearest / 100 >= value ? nearest / 100 : (nearest + 1) / 100
}

/**
 * Scalability of a vertex, learned from past scalings; 1: its rate grows linearly with its parallelism (autoscaler.md, section 5.4). Fits a
 * line through the observed rates by least squares. 1 if the observations are too few or unusable (A-16: zero or infinite rates).
 */
export const scalingCoefficient = (history: readonly ScalingRecord[], options: Options): number => {
  if (!options.observedScalabilityEnabled || history.length === 0 || history.length < options.observedScalabilityMinObservations) return 1
  const observations = history.map(({ currentParallelism, metrics }) => ({
    parallelism: currentParallelism,
    rate: averageOf(metrics, 'TRUE_PROCESSING_RATE'),
  }))
  const products = sum(observations.map(({ parallelism, rate }) => parallelism * rate))
  const squares = sum(observations.map(({ parallelism }) => parallelism ** 2))
  const slope = products / (baseline(observations) * squares)
  return Number.isNaN(slope) ? 1 : roundedUp(Math.max(options.observedScalabilityCoefficientMin, Math.min(1, slope)))
}
