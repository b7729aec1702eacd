import { parse } from 'yaml'
import type { Json, JsonObject, Millis } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import type { World } from '@flink-operator/simulation'
import { isObject, objectAt, textAt } from '../object/fields.ts'

/** The settings that a simulated Flink reads from its mounted configuration file. */
export interface ClusterSettings {
  readonly configuration: Readonly<Record<string, string>>
  readonly flinkVersion: World['pods'][number]['input']['flinkVersion']
  readonly isVersion2: boolean
  /** Null: no periodic checkpoints. */
  readonly checkpointInterval: Millis | null
  readonly savepointDirectory: string | null
  readonly checkpointDirectory: string
  readonly isAdaptive: boolean
  readonly jobName: string
  /** The current parallelism of the job, also after a scaling. */
  readonly parallelism: number
  /** Of the resource requirements. */
  readonly lowerBound: number
  readonly slots: number
}

const lines = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\n').flatMap((line): (readonly [string, string])[] => {
      const [content = ''] = line.split(' #')
      const colon = content.indexOf(': ')
      return colon < 0 || content.startsWith('#') ? [] : [[content.slice(0, colon).trim(), content.slice(colon + 2).trim()]]
    }),
  )

const nested = (text: string): Readonly<Record<string, string>> => {
  const tree = parse(text, { intAsBigInt: true }) as Json
  return isObject(tree) ? Object.fromEntries(leaves(tree, '')) : {}
}

const plainText = (value: Json): string => (typeof value === 'string' ? value : exactJsonText(value))

const leaves = (tree: JsonObject, prefix: string): readonly (readonly [string, string])[] =>
  Object.entries(tree).flatMap(([key, value]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    if (isObject(value)) return leaves(value, path)
    return [[path, Array.isArray(value) ? value.map(plainText).join(';') : plainText(value)] as const]
  })

const units: Readonly<Record<string, Millis>> = {
  ms: 1,
  s: 1000,
  sec: 1000,
  secs: 1000,
  second: 1000,
  seconds: 1000,
  m: 60_000,
  min: 60_000,
  minutes: 60_000,
  h: 3_600_000,
  '': 1,
}

const duration = (text: string | undefined): Millis | null => {
  const iso = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/i.exec(text ?? '')
  if (iso !== null) return (Number(iso[1] ?? 0) * 3600 + Number(iso[2] ?? 0) * 60 + Number(iso[3] ?? 0)) * 1000
  const match = /^(\d+)\s*([a-z]*)$/i.exec((text ?? '').trim())
  const unit = units[(match?.[2] ?? '').toLowerCase()]
  return match === null || unit === undefined ? null : Number(match[1]) * unit
}

/** Reads the ConfigMap `flink-config-<id>`. */
export const clusterSettings = (configMap: JsonObject): ClusterSettings => {
  const data = objectAt(configMap, 'data')
  const configuration = 'config.yaml' in data ? nested(textAt(data, 'config.yaml')) : lines(textAt(data, 'flink-conf.yaml'))
  const flinkVersion =
    (configuration['$internal.flink.version'] ?? ('config.yaml' in data ? 'v2_0' : 'v1_20')) as ClusterSettings['flinkVersion']
  return settingsFrom(configuration, flinkVersion)
}

/** The settings of a job, whose own configuration overrides its cluster's. */
export const withOwnConfiguration = (
  { configuration, flinkVersion }: ClusterSettings,
  own: Readonly<Record<string, string>>,
): ClusterSettings => settingsFrom({ ...configuration, ...own }, flinkVersion)

const settingsFrom = (
  configuration: Readonly<Record<string, string>>,
  flinkVersion: ClusterSettings['flinkVersion'],
): ClusterSettings => {
  const first = (...keys: readonly string[]): string | undefined => keys.map(key => configuration[key]).find(value => value !== undefined)
  return {
    configuration,
    flinkVersion,
    isVersion2: /^v[2-9]/.test(flinkVersion),
    checkpointInterval: duration(first('execution.checkpointing.interval')),
    savepointDirectory: first('execution.checkpointing.savepoint-dir', 'state.savepoints.dir') || null,
    checkpointDirectory: first('execution.checkpointing.dir', 'state.checkpoints.dir') ?? 'file:/flink/checkpoints',
    isAdaptive: (configuration['jobmanager.scheduler'] ?? '').toLowerCase() === 'adaptive'
      || configuration['scheduler-mode'] === 'reactive',
    jobName: configuration['pipeline.name'] ?? 'flink-job',
    parallelism: Number(configuration['parallelism.default'] ?? 1),
    lowerBound: 1,
    slots: Number(configuration['taskmanager.numberOfTaskSlots'] ?? 1),
  }
}
