import type { MetricValues } from '../metric.ts'
import type { FlinkAnswers } from './flink-answers.ts'

const names = {
  heapMax: 'Status.JVM.Memory.Heap.Max',
  heapUsed: 'Status.JVM.Memory.Heap.Used',
  managed: 'Status.Flink.Memory.Managed.Used',
  metaspace: 'Status.JVM.Memory.Metaspace.Used',
  gc: 'Status.JVM.GarbageCollector.All.TimeMsPerSecond',
} as const

const quotientOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a / b)

/** Metrics of the whole job: slots, and the TaskManager with the highest usage (autoscaler.md, section 3.1). Missing values are absent. */
export const globalSample = ({ jobManager, taskManager }: FlinkAnswers): MetricValues => {
  const most = (name: string): number | null => taskManager.find(({ id }) => id === name)?.max ?? null
  const heapUsed = most(names.heapUsed)
  const slots = (jobManager['taskSlotsTotal'] ?? NaN) - (jobManager['taskSlotsAvailable'] ?? NaN)
  const values: Readonly<Record<string, number | null>> = {
    NUM_TASK_SLOTS_USED: Number.isNaN(slots) ? null : slots,
    GC_PRESSURE: quotientOf(most(names.gc), 1000),
    HEAP_MEMORY_USED: heapUsed,
    HEAP_MAX_USAGE_RATIO: quotientOf(heapUsed, most(names.heapMax)),
    MANAGED_MEMORY_USED: most(names.managed),
    METASPACE_MEMORY_USED: most(names.metaspace),
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}
