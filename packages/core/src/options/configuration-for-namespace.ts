import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { keysOf } from '../flink/configuration/option.ts'
import { optionTable } from './option-table.ts'
import { operatorPrefix } from './operator-option.ts'

/** Keys that a new operator configuration changes. Without values, which may be secrets. */
export interface ChangedKeys {
  readonly inForce: readonly string[]
  /** Keys that the operator reads only at its start: they take effect after a restart (E-44). */
  readonly afterRestart: readonly string[]
}

const startKeys: readonly string[] = Object.values(optionTable).filter(({ dynamic }) => dynamic === 'start').flatMap(option =>
  keysOf(option)
)
/** True if the operator reads the key only at its start. Includes the entries of map options. */
export const isFixedAtStart = (key: string): boolean => startKeys.some(it => key === it || key.startsWith(`${it}.`))

/** Compares two configurations of the operator by key. Lists are sorted. */
export const changedKeys = (before: FlinkConfiguration, after: FlinkConfiguration): ChangedKeys => {
  const changed = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(key => before[key] !== after[key]).sort()
  return { inForce: changed.filter(key => !isFixedAtStart(key)), afterRestart: changed.filter(isFixedAtStart) }
}

const namespaceLayers = `${operatorPrefix}default-configuration.namespace.`

/** Keys that name other namespaces. No validation rule reads them. */
const namesOthers: readonly string[] = keysOf(optionTable.watchedNamespaces)

/** The namespace in the key. A namespace contains no dot. */
const namespaceOf = (key: string): string => key.slice(namespaceLayers.length).split('.', 1)[0] ?? ''

/**
 * The part of the operator's configuration that affects resources of a namespace. Leaves out the watched namespaces and the defaults of
 * other namespaces.
 */
export const configurationForNamespace = (configuration: FlinkConfiguration, namespace: string): FlinkConfiguration =>
  Object.fromEntries(
    Object.entries(configuration).filter(([key]) =>
      !isFixedAtStart(key) && !namesOthers.includes(key) && (!key.startsWith(namespaceLayers) || namespaceOf(key) === namespace)
    ),
  )
