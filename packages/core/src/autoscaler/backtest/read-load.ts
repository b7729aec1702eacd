import * as E from 'fp-ts/lib/Either.js'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import { defaultProfile } from '../autoscaler-configuration.ts'
import { byTime } from '../state/vertex-key.ts'
import { readState, type StoredData } from '../state/stored-state.ts'
import { shipStrategyOf } from '../topology.ts'
import { type KnownVertex, recordedLoad, type RecordedLoad } from './recorded-load.ts'
import { isWrittenLoad, writtenLoad } from './written-load.ts'

/** One document of a file, with its origin. */
export interface LoadDocument {
  readonly place: string
  readonly json: Json
}

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)
const textOf = (value: Json | undefined): string | null => (typeof value === 'string' ? value : null)
const countOf = (value: Json | undefined, usual: number): number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 32_768 ? value : usual

/** Content of one ConfigMap of an autoscaler. */
interface Stored {
  readonly name: string
  readonly data: StoredData
}

const storedOf = (json: JsonObject): Stored | null => {
  const { metadata, data } = json
  if (json['kind'] !== 'ConfigMap' || !isObject(metadata)) return null
  const texts = Object.entries(isObject(data) ? data : {}).flatMap((
    [key, value],
  ) => (typeof value === 'string' ? [[key, value] as const] : []))
  return { name: `${textOf(metadata['namespace']) ?? ''}/${textOf(metadata['name']) ?? ''}`, data: Object.fromEntries(texts) }
}

/** Vertices of `GET /jobs/<id>` of Flink's REST API. */
const planOf = (json: JsonObject): readonly KnownVertex[] | null => {
  const { plan, vertices } = json
  const nodes = isObject(plan) ? plan['nodes'] : undefined
  if (!isList(nodes)) return null
  const details = new Map((isList(vertices) ? vertices : []).filter(isObject).map(it => [textOf(it['id']) ?? '', it]))
  return nodes.filter(isObject).map(node => {
    const id = textOf(node['id']) ?? ''
    const vertex = details.get(id)
    return {
      id,
      name: textOf(vertex?.['name']) ?? textOf(node['description']) ?? id.slice(0, 8),
      parallelism: countOf(node['parallelism'], 1),
      maxParallelism: countOf(vertex?.['maxParallelism'], 128),
      slotSharingGroup: textOf(vertex?.['slotSharingGroupId']),
      inputs: (isList(node['inputs']) ? node['inputs'] : []).filter(isObject).map(input => ({
        id: textOf(input['id']) ?? '',
        shipStrategy: shipStrategyOf(textOf(input['ship_strategy'])),
      })),
    }
  })
}

/** Replaces a Kubernetes List by its items. */
const unpacked = ({ place, json }: LoadDocument): readonly LoadDocument[] => {
  const items = isObject(json) && textOf(json['kind'])?.endsWith('List') === true ? json['items'] : undefined
  return isList(items) ? items.map((item, index) => ({ place: `${place}, items[${index}]`, json: item })) : [{ place, json }]
}

const expected =
  'expected the ConfigMap autoscaler-<name> of a job, the job as GET /jobs/<id> of Flink answers it, or vertices and load that you wrote'

const kindOf = (json: Json): string => {
  if (!isObject(json)) return isList(json) ? 'a list' : json === null ? 'empty' : `a ${typeof json}`
  const kind = textOf(json['kind'])
  return kind === null ? `an object with ${Object.keys(json).slice(0, 5).join(', ') || 'no fields'}` : `of kind ${kind}`
}

/** Merges several copies of one ConfigMap, newest last. */
const merged = (states: readonly AutoscalerState[]): AutoscalerState => {
  const records = new Map<string, AutoscalerState['history'][string][number][]>()
  for (const { history } of states)
    for (const [id, them] of Object.entries(history)) {
      const before = records.get(id)
      if (before === undefined) records.set(id, [...them])
      else before.push(...them)
    }
  return {
    ...(states.at(-1) ?? emptyState),
    samples: byTime(states.flatMap(({ samples }) => samples)),
    history: Object.fromEntries([...records].map(([id, them]) => [id, byTime(them)])),
  }
}

const ofConfigMaps = (stored: readonly Stored[], plan: readonly KnownVertex[]): E.Either<string, RecordedLoad> => {
  const names = [...new Set(stored.map(({ name }) => name))]
  if (names.length > 1)
    return E.left(`the files contain ConfigMaps of several jobs, ${names.slice(0, 5).join(', ')}: pass those of one job`)
  const read = stored.map(({ data }) => readState(data, defaultProfile))
  const unreadable = new Set(read.flatMap(it => it.unreadable.map(({ key, reason }) => `${key} can't be read: ${reason}`)))
  return E.map((found: RecordedLoad): RecordedLoad => ({ ...found, notes: [...unreadable, ...found.notes] }))(
    E.mapLeft((why: string) => [...unreadable, why].join('; '))(recordedLoad(merged(read.map(({ state }) => state)), plan)),
  )
}

/** Reads the load of one job: from copies of its ConfigMap and optionally its plan, or from a hand-written load. */
export const readLoad = (documents: readonly LoadDocument[]): E.Either<string, RecordedLoad> => {
  const all = documents.flatMap(unpacked)
  const written = all.find(({ json }) => isWrittenLoad(json))
  if (written !== undefined && isWrittenLoad(written.json)) {
    return all.length > 1 ? E.left(`${written.place} has vertices and load: nothing else goes with it`)
      : E.mapLeft((why: string) => `${written.place}: ${why}`)(writtenLoad(written.json))
  }
  const read = all.map(({ place, json }) => ({
    place,
    json,
    stored: isObject(json) ? storedOf(json) : null,
    plan: isObject(json) ? planOf(json) : null,
  }))
  const strange = read.find(({ stored, plan }) => stored === null && plan === null)
  if (strange !== undefined) return E.left(`${strange.place} is ${kindOf(strange.json)}: ${expected}`)
  const stored = read.flatMap(it => it.stored ?? [])
  return stored.length === 0 ? E.left(`no recording found: ${expected}`)
    : ofConfigMaps(stored, read.findLast(it => it.plan !== null)?.plan ?? [])
}
