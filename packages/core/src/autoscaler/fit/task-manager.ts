import type { JobTopology, VertexId } from '../topology.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { taskManagerMemoryOptions } from '../../flink/configuration/memory-options.ts'
import { type ConfigOption, readOption, double } from '../../flink/configuration/option.ts'

/** New parallelism of the vertices that change. */
export type NewParallelism = Readonly<Record<VertexId, number>>

export const parallelismAfter = (
  changes: NewParallelism,
  { id, parallelism }: { readonly id: VertexId; readonly parallelism: number },
): number => (Object.hasOwn(changes, id) ? changes[id] : undefined) ?? parallelism

/**
 * Slots that the job needs after the change (autoscaler.md, section 9.1). If it now uses as many slots as its largest parallelism, its
 * vertices share slots; otherwise no sharing is assumed.
 */
export const slotsAfter = ({ vertices }: JobTopology, changes: NewParallelism, slotsUsed: number): number => {
  const widest = vertices.reduce((most, { parallelism }) => Math.max(most, parallelism), 0)
  const after = vertices.map(vertex => parallelismAfter(changes, vertex))
  return widest === slotsUsed ? after.reduce((most, it) => Math.max(most, it), 0) : after.reduce((sum, it) => sum + it, 0)
}

/** TaskManagers needed for the slots. Java's cast turns NaN into 0. */
export const taskManagersFor = (slots: number, slotsPerTaskManager: number): number => {
  const count = Math.ceil(slots / Math.max(1, slotsPerTaskManager))
  return Number.isFinite(count) ? Math.max(0, count) : 0
}

const cpuOption: ConfigOption<number | null> = {
  key: 'kubernetes.taskmanager.cpu.amount',
  aliases: ['kubernetes.taskmanager.cpu'],
  type: double,
  default: null,
  doc: '',
}

/** Resources and slots of one TaskManager. */
export interface TaskManagerSize {
  /** Cores; 0: unknown. */
  readonly cpu: number
  /** Bytes; 0: unknown. */
  readonly memory: number
  readonly slots: number
}

const read = <A>(configuration: FlinkConfiguration, option: ConfigOption<A>): A => {
  const value = readOption(configuration, option)
  return E.isRight(value) ? value.right : option.default
}

export const taskManagerSize = (configuration: FlinkConfiguration): TaskManagerSize => {
  const cpu = read(configuration, cpuOption) ?? 0
  return {
    cpu: Number.isFinite(cpu) ? Math.max(0, cpu) : 0,
    memory: Number(read(configuration, taskManagerMemoryOptions.process) ?? 0n),
    slots: Math.max(1, read(configuration, flinkOptions.numberOfTaskSlots)),
  }
}
