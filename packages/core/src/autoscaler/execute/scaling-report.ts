import { type MetricsOf, averageOf, currentOf } from '../evaluated-metrics.ts'
import type { VertexId } from '../topology.ts'
import { printDouble } from '../../flink/configuration/value-text.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../autoscaler-event.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'

/** Digits before and after the decimal point, from the shortest text of a non-negative number. */
const digitsOf = (value: number): { readonly whole: string; readonly fraction: string } => {
  const [mantissa = '0', exponentText = '0'] = String(value).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  const exponent = Number(exponentText)
  const digits = `${'0'.repeat(Math.max(0, -exponent))}${whole}${fraction}${'0'.repeat(Math.max(0, exponent))}`
  const point = Math.max(0, -exponent) + whole.length + exponent
  return { whole: digits.slice(0, point), fraction: digits.slice(point) }
}

/** Prints like Java's `%.2f` with a dot: the shortest decimal of the number, rounded half up. */
export const twoDecimals = (value: number): string => {
  if (!Number.isFinite(value)) return String(value)
  const { whole, fraction } = digitsOf(Math.abs(value))
  const isUp = fraction.charAt(2) >= '5'
  const hundredths = BigInt(`${whole}${fraction.padEnd(2, '0').slice(0, 2)}`) + (isUp ? 1n : 0n)
  const text = String(hundredths).padStart(3, '0')
  return `${value < 0 || Object.is(value, -0) ? '-' : ''}${text.slice(0, -2)}.${text.slice(-2)}`
}

/** A vertex to scale, with the metrics that led to the decision. */
export interface ScalingChange {
  readonly id: VertexId
  readonly current: number
  readonly parallelism: number
  readonly isOutsideBounds: boolean
  readonly metrics: MetricsOf
}

const event = (what: string, key: string, value: number, { scalingEventInterval }: AutoscalerConfiguration): AutoscalerEvent => ({
  type: 'Normal',
  reason: 'MemoryPressure',
  message: `${what} ${printDouble(value)} is above the allowed limit for scaling operations. Please adjust the available memory manually.`,
  key,
  interval: scalingEventInterval,
  unlessSame: null,
})

/** Event if the job is short of memory; null: it is not (autoscaler.md, section 5.2). */
export const memoryPressure = (global: MetricsOf, configuration: AutoscalerConfiguration): AutoscalerEvent | null => {
  const [collection, heap] = [currentOf(global, 'GC_PRESSURE'), averageOf(global, 'HEAP_MAX_USAGE_RATIO')]
  if (collection > configuration.memoryGcPressureThreshold) return event('GC Pressure', 'gcPressure', collection, configuration)
  return heap > configuration.memoryHeapUsageThreshold ? event('Heap Usage', 'heapUsage', heap, configuration) : null
}

/** Tools parse this text: it is identical to that of the reference operator (autoscaler.md, section 11). */
const entry = ({ id, current, parallelism, metrics }: ScalingChange): string => {
  const [rate, expected] = [averageOf(metrics, 'TRUE_PROCESSING_RATE'), currentOf(metrics, 'EXPECTED_PROCESSING_RATE')].map(twoDecimals)
  return `{ Vertex ID ${id} | Parallelism ${current} -> ${parallelism} | Processing capacity ${rate ?? ''} -> ${expected ?? ''} `
    + `| Target data rate ${twoDecimals(averageOf(metrics, 'TARGET_DATA_RATE'))}}`
}

const report = (
  header: string,
  changes: readonly ScalingChange[],
  { scalingEventInterval }: AutoscalerConfiguration,
  unlessSame: string,
): AutoscalerEvent => ({
  type: 'Normal',
  reason: 'ScalingReport',
  message: `${header}${changes.map(entry).join('')}`,
  key: 'ScalingExecutor',
  interval: scalingEventInterval,
  unlessSame,
})

/** Event of a scaling. Always sent: its key contains the time. */
export const scalingReport = (
  changes: readonly ScalingChange[],
  configuration: AutoscalerConfiguration,
  now: EpochMillis,
): AutoscalerEvent => report('Scaling execution enabled, begin scaling vertices:', changes, configuration, String(now))

/** Event with the recommended changes. Sent again if the changes differ. */
export const disabledReport = (
  option: string,
  value: string,
  changes: readonly ScalingChange[],
  configuration: AutoscalerConfiguration,
): AutoscalerEvent =>
  report(
    `Scaling execution disabled by config ${option}:${value}, recommended parallelism change:`,
    changes,
    configuration,
    changes.map(({ id, parallelism }) => `${id}:${parallelism}`).join(','),
  )

/** The option because of which a scaling would restart the job and change nothing: its start ignores the overrides (W44). */
export interface ScalingObstacle {
  readonly option: string
  readonly value: string
}

/** Why the scaling is only reported. */
export const obstacleReason = ({ option, value }: ScalingObstacle): string =>
  `Flink 2.0 to 2.3 starts a job without the decided parallelism (FLINK-38770), and with ${option}: ${value} it can't be rescaled in place`
