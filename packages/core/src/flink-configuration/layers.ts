import { flinkVersions, isAtLeast, type FlinkVersion } from '../resource/flink-version.ts'
import type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'

const prefix = 'kubernetes.operator.default-configuration.'

const under = (configuration: FlinkConfiguration, start: string): FlinkConfiguration =>
  Object.fromEntries(
    Object.entries(configuration)
      .filter(([key]) => key.startsWith(start))
      .map(([key, value]) => [key.slice(start.length), value]),
  )

/**
 * In the order in which they are laid over one another: namespace, then `<w>+` of every known version up to this one, then the version
 * itself.
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
 * What a resource of a namespace and Flink version starts from (api-and-config.md, section 8): the operator's base configuration with its
 * entries for them laid over it, the later layer winning by literal key. The prefixed entries stay in the result.
 */
export const defaultConfiguration = (defaults: FlinkDefaults, namespace: string, version: FlinkVersion | null): FlinkConfiguration => {
  const base = defaults.configuration
  if (!Object.keys(base).some(key => key.startsWith(prefix))) return base
  return layerPrefixes(namespace, version).reduce<FlinkConfiguration>((layered, start) => ({ ...layered, ...under(base, start) }), base)
}
