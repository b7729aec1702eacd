import { builtInDefaults, type FlinkConfiguration } from '@flink-operator/core/flink-configuration'
import { idleOptions } from '@flink-operator/core/operator-options'
import { hidden, isSensitive } from '@flink-operator/core/redaction'
import type { WatchedNamespaces } from '../configuration/watched-namespaces.ts'
import { version } from '../version.ts'

interface Started {
  readonly server: string
  readonly port: number | null
  readonly namespaces: WatchedNamespaces
  readonly labelSelector: string | null
  readonly kinds: readonly string[]
  readonly plugins: readonly string[]
  readonly configuration: FlinkConfiguration
}

const operators = 'kubernetes.operator.'

/** True if a user set the option: its value differs from the operator's own default. */
const isSet = ([key, value]: readonly [string, string]): boolean => builtInDefaults.configuration[key] !== value

/** What the operator starts with: its version, watched resources, the options that are set, and those of them without effect (F24). */
export const startLine = (
  { server, port, namespaces, labelSelector, kinds, plugins, configuration }: Started,
): { readonly fields: Readonly<Record<string, unknown>>; readonly message: string } => {
  const withoutEffect = idleOptions(configuration).map(({ key }) => key)
  const options = Object.fromEntries(
    Object.entries(configuration).filter(isSet).filter(([key]) => key.startsWith(operators) && !withoutEffect.includes(key))
      .map(([key, value]) => [key, isSensitive(key) ? hidden : value]),
  )
  const where = namespaces === null ? 'all namespaces' : `namespaces ${namespaces.join(', ')}`
  return {
    fields: { version, server, port, namespaces: namespaces ?? 'all', labelSelector, kinds, plugins, options, withoutEffect },
    message: `flink-operator ${version} started: ${where}${labelSelector === null ? '' : ` with ${labelSelector}`}, ${
      String(Object.keys(options).length)
    } options set${withoutEffect.length === 0 ? '' : `, ${String(withoutEffect.length)} without effect`}`,
  }
}
