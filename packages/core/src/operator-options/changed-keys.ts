import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { keysOf } from '../flink-configuration/option.ts'
import { optionTable } from './option-table.ts'

/** Which keys a new configuration of the operator changes; no values, which may be secrets. */
export interface ChangedKeys {
  readonly inForce: readonly string[]
  /** Fixed when the operator starts: in force after a restart (E-44). */
  readonly afterRestart: readonly string[]
}

const startKeys: readonly string[] = Object.values(optionTable).filter(({ dynamic }) => dynamic === 'start').flatMap(option =>
  keysOf(option)
)
/** Fixed when the operator starts. A map is also written key by key. */
export const isFixedAtStart = (key: string): boolean => startKeys.some(it => key === it || key.startsWith(`${it}.`))

/** Compares two configurations of the operator, key by key, each list sorted. */
export const changedKeys = (before: FlinkConfiguration, after: FlinkConfiguration): ChangedKeys => {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(key => before[key] !== after[key]).sort()
  return { inForce: changed.filter(key => !isFixedAtStart(key)), afterRestart: changed.filter(isFixedAtStart) }
}
