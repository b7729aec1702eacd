import { parseMap, parseMapList } from '../../flink/configuration/value-text.ts'

/** Options of Flink 1 and 2 whose value is a map. `conformance/rendered` compares the list with the options of real Flink. */
export const mapOptions: readonly string[] = [
  'high-availability.zookeeper.client.authorization',
  'kubernetes.internal-service.annotations',
  'kubernetes.internal-service.labels',
  'kubernetes.jobmanager.annotations',
  'kubernetes.jobmanager.labels',
  'kubernetes.jobmanager.node-selector',
  'kubernetes.persistent-volume-claims',
  'kubernetes.rest-service.annotations',
  'kubernetes.rest-service.labels',
  'kubernetes.secrets',
  'kubernetes.taskmanager.annotations',
  'kubernetes.taskmanager.labels',
  'kubernetes.taskmanager.node-selector',
  'pipeline.global-job-parameters',
  'pipeline.jobvertex-parallelism-overrides',
  'taskmanager.memory.managed.consumer-weights',
  'user.artifacts.http-headers',
]

/** Options whose value is a list of maps. */
export const mapListOptions: readonly string[] = [
  'kubernetes.env.secretKeyRef',
  'kubernetes.jobmanager.owner.reference',
  'kubernetes.jobmanager.tolerations',
  'kubernetes.taskmanager.tolerations',
]

type TextMap = Readonly<Record<string, string>>

const sorted = (map: TextMap): readonly (readonly [string, string])[] => Object.keys(map).sort().map(key => [key, map[key] ?? ''])

/** The content of a map option, independent of the order of its pairs. Null: not a map option, or the text is not a map. */
export const mapContent = (key: string, text: string): string | null => {
  if (mapOptions.includes(key)) {
    const map = parseMap(text)
    return map === null ? null : JSON.stringify(sorted(map))
  }
  const maps = mapListOptions.includes(key) ? parseMapList(text) : null
  return maps === null ? null : JSON.stringify(maps.map(sorted))
}

type Flat = ReadonlyMap<string, string>

/** The map that Flink reads from the keys `OPTION.NAME`. Null: no such key exists, or `OPTION` itself is set. */
const nestedContent = (configuration: Flat, option: string): string | null => {
  const below = [...configuration].filter(([key]) => key.startsWith(`${option}.`))
  if (configuration.has(option) || below.length === 0) return null
  return JSON.stringify(sorted(Object.fromEntries(below.map(([key, value]) => [key.slice(option.length + 1), value]))))
}

const textContent = (configuration: Flat, option: string): string | null => {
  const text = configuration.get(option)
  return text === undefined ? null : mapContent(option, text)
}

const isWrittenAlike = (text: Flat, nested: Flat, option: string): boolean => {
  const content = textContent(text, option)
  return content !== null && content === nestedContent(nested, option)
}

const without = (configuration: Flat, option: string): Flat =>
  new Map([...configuration].filter(([key]) => key !== option && !key.startsWith(`${option}.`)))

/** Removes the maps that one configuration writes as text, the other as nested keys, with equal content (U05). */
export const withoutSameMaps = (before: Flat, after: Flat): readonly [Flat, Flat] =>
  mapOptions.reduce<readonly [Flat, Flat]>(
    ([from, to], option) =>
      from.has(option) !== to.has(option) && (isWrittenAlike(from, to, option) || isWrittenAlike(to, from, option))
        ? [without(from, option), without(to, option)] : [from, to],
    [before, after],
  )
