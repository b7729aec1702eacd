import type { TaskManagerMemory } from '../flink/configuration/memory-model.ts'
import { cpuQuantity } from './cpu-quantity.ts'
import type { ExternalResource } from './external-resources.ts'

/** JVM options of a TaskManager (cluster-manifests.md, section 8.3). */
export const taskManagerJvmOptions = (memory: TaskManagerMemory): string => {
  const heap = memory.frameworkHeap + memory.taskHeap
  const direct = memory.frameworkOffHeap + memory.taskOffHeap + memory.network
  return `-Xmx${heap} -Xms${heap} -XX:MaxDirectMemorySize=${direct} -XX:MaxMetaspaceSize=${memory.metaspace}`
}

const externalOptions = (external: readonly ExternalResource[]): readonly (readonly [string, string])[] =>
  external.length === 0
    ? [['external-resources', 'none']]
    : [
      ['external-resources', `"${external.map(({ name }) => name).join(';')}"`],
      ...external.map(({ name, amount }) => [`external-resource.${name}.amount`, String(amount)] as const),
    ]

/** Dynamic options of a TaskManager, which set exactly the computed resources (cluster-manifests.md, section 8.3). */
export const taskManagerOptions = ({ memory, cores, slots, external }: {
  readonly memory: TaskManagerMemory
  readonly cores: number
  readonly slots: number
  readonly external: readonly ExternalResource[]
}): string => {
  const bytes = (key: string, size: bigint) => [`taskmanager.memory.${key}`, `${size}b`] as const
  const options: readonly (readonly [string, string])[] = [
    ['taskmanager.cpu.cores', cpuQuantity(cores)],
    bytes('framework.heap.size', memory.frameworkHeap),
    bytes('framework.off-heap.size', memory.frameworkOffHeap),
    bytes('task.heap.size', memory.taskHeap),
    bytes('task.off-heap.size', memory.taskOffHeap),
    bytes('network.min', memory.network),
    bytes('network.max', memory.network),
    bytes('managed.size', memory.managed),
    bytes('jvm-metaspace.size', memory.metaspace),
    bytes('jvm-overhead.min', memory.overhead),
    bytes('jvm-overhead.max', memory.overhead),
    ['taskmanager.numberOfTaskSlots', String(slots)],
    ...externalOptions(external),
  ]
  return options.map(([key, value]) => `-D ${key}=${value}`).join(' ')
}
