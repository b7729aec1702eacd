import type { FlinkConfiguration } from '../flink/configuration/flink-defaults.ts'
import { keysOf } from '../flink/configuration/option.ts'
import { isFixedAtStart } from './changed-keys.ts'
import { operatorPrefix } from './operator-option.ts'
import { optionTable } from './option-table.ts'

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
