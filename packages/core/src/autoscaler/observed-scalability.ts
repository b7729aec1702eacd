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

/** Records per second of one subtask: its share of what the smallest parallelism did; the newest such scaling counts. */
const baseline = (observations: readonly Observation[]): number => {
  const smallest = Math.min(...observations.map(({ parallelism }) => parallelism))
  const newest = observations.findLast(({ parallelism }) => parallelism === smallest)
  return newest === undefined ? NaN : newest.rate / newest.parallelism
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** Two decimals, up; a decimal that has no more than two stays. */
const roundedUp = (value: number): number => {
  const nearest = Math.round(value * 100)
  return nearest / 100 >= value ? nearest / 100 : (nearest + 1) / 100
}

/**
 * How well past scalings of a vertex paid, 1 = its rate grew with its parallelism (autoscaler.md, section 5.4): a line through the rates
 * that were seen, by least squares. 1 where too little was seen, or where the rates say nothing (A-16: zeros or an infinite one).
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
