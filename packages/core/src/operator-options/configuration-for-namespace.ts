import type { FlinkConfiguration } from '../flink-configuration/flink-defaults.ts'
import { keysOf } from '../flink-configuration/option.ts'
import { isFixedAtStart } from './changed-keys.ts'
import { operatorPrefix } from './operator-option.ts'
import { optionTable } from './option-table.ts'

const namespaceLayers = `${operatorPrefix}default-configuration.namespace.`

/** They name other namespaces, and no rule of a spec reads them. */
const namesOthers: readonly string[] = keysOf(optionTable.watchedNamespaces)

/** Has no dot itself. */
const namespaceOf = (key: string): string => key.slice(namespaceLayers.length).split('.', 1)[0] ?? ''

/**
 * What of the operator's configuration bears on resources of a namespace: without what concerns the process alone, such as the namespaces
 * that it watches, and without the defaults of other namespaces.
 */
export const configurationForNamespace = (configuration: FlinkConfiguration, namespace: string): FlinkConfiguration =>
  Object.fromEntries(
    Object.entries(configuration).filter(([key]) =>
      !isFixedAtStart(key) && !namesOthers.includes(key) && (!key.startsWith(namespaceLayers) || namespaceOf(key) === namespace)
    ),
  )
