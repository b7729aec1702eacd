import { flinkVersions, isAtLeast, type FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'

const prefix = 'kubernetes.operator.default-configuration.'

const under = (configuration: FlinkConfiguration, start: string): FlinkConfiguration =>
  Object.fromEntries(
    Object.entries(configuration)
      .filter(([key]) => key.startsWith(start))
      .map(([key, value]) => [key.slice(start.length), value]),
  )

/**
 * Prefixes of the layers, in ascending precedence: namespace, then `<w>+` of every known version up to this one, then the version itself.
 */
const layerPrefixes = (namespace: string, version: FlinkVersion | null): readonly string[] => [
  `${prefix}namespace.${namespace}.`,
  ...(version === null
    ? []
    : [
      ...flinkVersions.filter(known => isAtLeast(version, known)).map(known => `${prefix}flink-version.${known}+.`),
      `${prefix}flink-version.${version}.`,
    ]),
]

/**
 * The defaults for a resource of a namespace and Flink version (api-and-config.md, section 8): the operator's base configuration,
 * overridden by its entries for the namespace and version. Later layers win by literal key. The result keeps the prefixed entries.
 */
export const defaultConfiguration = (defaults: FlinkDefaults, namespace: string, version: FlinkVersion | null): FlinkConfiguration => {
  const base = defaults.configuration
  if (!Object.keys(base).some(key => key.startsWith(prefix))) return base
  return layerPrefixes(namespace, version).reduce<FlinkConfiguration>((layered, start) => ({ ...layered, ...under(base, start) }), base)
}
