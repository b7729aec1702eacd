import * as E from 'fp-ts/lib/Either.js'
import type { FlinkConfiguration } from '../../flink/configuration/flink-defaults.ts'
import { flinkOptions } from '../../flink/configuration/flink-options.ts'
import { taskManagerMemoryOptions } from '../../flink/configuration/memory-options.ts'
import { type ConfigOption, readOption } from '../../flink/configuration/option.ts'
import { double } from '../../flink/configuration/option-types.ts'

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
