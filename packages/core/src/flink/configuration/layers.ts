import type { Json, JsonObject } from '../../contract/resource/json.ts'
import type { FlinkConfiguration, FlinkDefaults } from './flink-defaults.ts'
import { printDouble } from './value-text.ts'
import { flinkVersions, isAtLeast, type FlinkVersion } from '../../contract/resource/flink-version.ts'

/** Whole numbers print without a decimal point, others as in Java. */
const numberText = (value: number): string => (Number.isInteger(value) && Math.abs(value) < 1e21 ? String(value) : printDouble(value))

/** The text of one value; empty for objects and lists (C-D06). `null` becomes the text `null` (C-D07). */
const scalarText = (value: Json): string =>
  typeof value === 'object' && value !== null ? '' : typeof value === 'number' ? numberText(value) : String(value)

const isList = (value: Json): value is readonly Json[] => Array.isArray(value)

const entries = (value: Json, key: string): readonly (readonly [string, string])[] => {
  if (isList(value)) return value.length === 0 ? [] : [[key, value.map(scalarText).join(';')]]
  if (typeof value !== 'object' || value === null) return [[key, scalarText(value)]]
  return Object.entries(value).flatMap(([name, child]) => entries(child, key === '' ? name : `${key}.${name}`))
}

/**
 * `spec.flinkConfiguration` as flat keys and text (api-and-config.md, section 3.1). Nested objects equal dotted keys. A list becomes its
 * elements, separated by `;`. Empty lists and objects are dropped. Of two equal keys the later wins. Exactly as in the reference operator,
 * including C-D06 and C-D07: any difference would change the rendered objects of existing resources.
 */
export const flatten = (configuration: JsonObject): FlinkConfiguration => Object.fromEntries(entries(configuration, ''))

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
