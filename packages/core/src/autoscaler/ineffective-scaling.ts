import { printDouble } from '../flink/configuration/print-double.ts'
import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { AutoscalerEvent } from './autoscaler-event.ts'
import type { ScalingRecord } from './autoscaler-state.ts'
import { averageOf, currentOf, type MetricsOf } from './evaluated-metrics.ts'
import type { VertexId } from './topology.ts'

type Options = Pick<
  AutoscalerConfiguration,
  'scalingEffectivenessThreshold' | 'scalingEffectivenessDetectionEnabled' | 'scalingEventInterval'
>

interface ScaledVertex {
  readonly id: VertexId
  readonly metrics: MetricsOf
  readonly parallelism: number
}

/** Detects that the last scale-up gained less than the required share of its expected gain, and returns an event. */
export const ineffectiveScaleUp = (
  { id, metrics, parallelism }: ScaledVertex,
  history: readonly ScalingRecord[],
  options: Options,
): AutoscalerEvent | null => {
  const last = history.at(-1)
  if (last === undefined || last.newParallelism <= last.currentParallelism || last.newParallelism !== parallelism) return null
  const before = averageOf(last.metrics, 'TRUE_PROCESSING_RATE')
  const expected = currentOf(last.metrics, 'EXPECTED_PROCESSING_RATE') - before
  const actual = averageOf(metrics, 'TRUE_PROCESSING_RATE') - before
  // NaN counts as ineffective, as in the reference operator
  if (actual / expected >= options.scalingEffectivenessThreshold) return null
  const state = options.scalingEffectivenessDetectionEnabled ? 'enabled' : 'disabled'
  return {
    type: 'Normal',
    reason: 'IneffectiveScaling',
    message:
      `Ineffective scaling detected for ${id} (expected increase: ${printDouble(expected)}, actual increase ${printDouble(actual)}). `
      + `Blocking of ineffective scaling decisions is ${state}`,
    key: `ineffective${id}${printDouble(expected)}`,
    interval: options.scalingEventInterval,
    unlessSame: null,
  }
}
