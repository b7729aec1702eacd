import { printDouble } from '../../flink/configuration/print-double.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../autoscaler-event.ts'
import { averageOf, currentOf, type MetricsOf } from '../evaluated-metrics.ts'

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
