import * as E from 'fp-ts/lib/Either.js'
import { parseInstant } from '../../crd/instant.ts'
import type { Json, JsonObject } from '../../contract/resource/json.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { daysOf, millisPerDay } from '../../flink/schedule/civil-date.ts'
import { shipStrategyOf, type VertexId } from '../topology.ts'
import type { Arrivals, ModelledVertex } from './modelled-job.ts'
import { inputsFirst, type RecordedLoad } from './recorded-load.ts'

type Read<A> = E.Either<string, A>

const shown = (value: Json | undefined): string => {
  const text = value === undefined ? 'absent' : JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}

const refused = (path: string, found: Json | undefined, expected: string): Read<never> =>
  E.left(`${path} is ${shown(found)}: expected ${expected}`)

const isObject = (value: Json | undefined): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

const numberAt = (path: string, value: Json | undefined, least: number, usual: number | null): Read<number> => {
  if (value === undefined && usual !== null) return E.right(usual)
  return typeof value === 'number' && Number.isFinite(value) && value >= least ? E.right(value)
    : refused(path, value, `a number from ${least} on`)
}

const wholeAt = (path: string, value: Json | undefined, usual: number): Read<number> => {
  if (value === undefined) return E.right(usual)
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= 32_768 ? E.right(value)
    : refused(path, value, 'a whole number from 1 to 32768')
}

const idOf = (index: number): VertexId => (index + 1).toString(16).padStart(32, '0')

interface WrittenInput {
  readonly name: string
  readonly strategy: string
}

const inputAt = (path: string, value: Json | undefined): Read<WrittenInput> => {
  if (typeof value === 'string') return E.right({ name: value, strategy: 'REBALANCE' })
  if (!isObject(value) || typeof value['name'] !== 'string') return refused(path, value, 'the name of a vertex, or {name, strategy}')
  const strategy = value['strategy'] ?? 'REBALANCE'
  return typeof strategy === 'string' && shipStrategyOf(strategy) !== 'UNKNOWN' ? E.right({ name: value['name'], strategy })
    : refused(`${path}.strategy`, strategy, 'HASH, REBALANCE, RESCALE, FORWARD or another of Flink')
}

const all = <A>(reads: readonly Read<A>[]): Read<readonly A[]> => {
  const values: A[] = []
  for (const read of reads) {
    if (E.isLeft(read)) return read
    values.push(read.right)
  }
  return E.right(values)
}

const vertexAt = (index: number, value: Json | undefined, names: readonly string[]): Read<ModelledVertex> => {
  const path = `vertices[${index}]`
  if (!isObject(value)) return refused(path, value, 'an object with name and recordsPerSecond')
  const name = value['name']
  if (typeof name !== 'string' || name === '') return refused(`${path}.name`, name, 'a name')
  if (names.indexOf(name) !== index) return refused(`${path}.name`, name, 'a name that no other vertex has')
  const given = value['inputs'] ?? []
  if (!isList(given)) return refused(`${path}.inputs`, given, 'a list of names of vertices')
  const inputs = all(given.map((input, at) => inputAt(`${path}.inputs[${at}]`, input)))
  if (E.isLeft(inputs)) return inputs
  const strange = inputs.right.find(input => !names.includes(input.name))
  if (strange !== undefined) return refused(`${path}.inputs`, strange.name, `one of ${names.join(', ')}`)
  const numbers = all([
    wholeAt(`${path}.parallelism`, value['parallelism'], 1),
    wholeAt(`${path}.maxParallelism`, value['maxParallelism'], 128),
    numberAt(`${path}.recordsPerSecond`, value['recordsPerSecond'], 0.001, null),
    numberAt(`${path}.ratio`, value['ratio'], 0, 1),
    value['partitions'] === undefined ? E.right(0) : wholeAt(`${path}.partitions`, value['partitions'], 1),
  ])
  return E.map((
    [parallelism = 1, maxParallelism = 128, subtaskRate = 1, ratio = 1, partitions = 0]: readonly number[],
  ): ModelledVertex => ({
    id: idOf(index),
    name,
    parallelism,
    maxParallelism,
    subtaskRate,
    sourcePartitions: partitions === 0 ? null : partitions,
    slotSharingGroup: null,
    inputs: inputs.right.map(input => ({
      id: idOf(names.indexOf(input.name)),
      shipStrategy: shipStrategyOf(input.strategy),
      ratio,
    })),
  }))(numbers)
}

const minute = 60_000
/** Hours and minutes count from a Monday. */
const monday = daysOf({ year: 2026, month: 1, day: 5 }) * millisPerDay

const clock = /^(\d{1,3}):(\d\d)$/

/** Parses `08:30`, also beyond 24 hours, or a time with its date. */
const momentAt = (path: string, value: Json | undefined): Read<EpochMillis> => {
  const text = typeof value === 'string' ? value : ''
  const [, hours = '', minutes = ''] = clock.exec(text) ?? []
  if (hours !== '' && Number(minutes) < 60) return E.right(monday + (Number(hours) * 60 + Number(minutes)) * minute)
  const time = parseInstant(text)
  return time === null ? refused(path, value, "a time such as '08:30' or 2026-01-01T08:30:00Z") : E.right(time)
}

const ratesAt = (path: string, value: Json | undefined, sources: readonly ModelledVertex[]): Read<Readonly<Record<VertexId, number>>> => {
  const [only, ...others] = sources
  if (typeof value === 'number' && only !== undefined && others.length === 0)
    return E.map((rate: number) => ({ [only.id]: rate }))(numberAt(path, value, 0, null))
  const expected = others.length === 0 ? 'records per second'
    : `records per second of each source: {${sources.map(({ name }) => name).join(', ')}}`
  if (!isObject(value)) return refused(path, value, expected)
  const strange = Object.keys(value).find(key => !sources.some(({ name }) => name === key))
  if (strange !== undefined) return refused(path, strange, expected)
  const rates = all(sources.map(({ name }) => numberAt(`${path}.${name}`, value[name], 0, 0)))
  return E.map((them: readonly number[]) => Object.fromEntries(sources.map(({ id }, index) => [id, them[index] ?? 0])))(rates)
}

const pointAt = (index: number, value: Json | undefined, sources: readonly ModelledVertex[]): Read<Arrivals> => {
  const path = `load[${index}]`
  if (!isObject(value)) return refused(path, value, 'an object with at and records')
  const at = momentAt(`${path}.at`, value['at'])
  if (E.isLeft(at)) return at
  return E.map((rates: Arrivals['rates']): Arrivals => ({ at: at.right, rates }))(ratesAt(`${path}.records`, value['records'], sources))
}

const mostMinutes = 50_000

/** Interpolates the load linearly between two points, per minute. */
const between = (points: readonly Arrivals[]): readonly Arrivals[] =>
  points.flatMap((point, index): readonly Arrivals[] => {
    const next = points[index + 1]
    if (next === undefined) return [point]
    const minutes = Math.max(1, Math.round((next.at - point.at) / minute))
    return Array.from({ length: minutes }, (_, n): Arrivals => ({
      at: point.at + n * minute,
      rates: Object.fromEntries(
        Object.entries(point.rates).map(([id, rate]) => [id, rate + (((next.rates[id] ?? 0) - rate) * n) / minutes]),
      ),
    }))
  })

const pointsOf = (value: Json | undefined, sources: readonly ModelledVertex[]): Read<readonly Arrivals[]> => {
  if (!isList(value) || value.length < 2) return refused('load', value, 'a list of at least two points {at, records}')
  const points = all(value.map((point, index) => pointAt(index, point, sources)))
  if (E.isLeft(points)) return points
  const late = points.right.findIndex((point, index) => index > 0 && point.at <= (points.right[index - 1]?.at ?? -Infinity))
  if (late >= 0) return refused(`load[${late}].at`, (value[late] as JsonObject)['at'], 'a later time than that of the point before it')
  const [first, last] = [points.right[0]?.at ?? 0, points.right.at(-1)?.at ?? 0]
  return last - first > mostMinutes * minute ? refused('load', null, `at most ${mostMinutes} minutes from its first point to its last`)
    : points
}

/** True if the file is a hand-written job and load. */
export const isWrittenLoad = (file: Json): file is JsonObject => isObject(file) && 'vertices' in file && 'load' in file

/** Reads a hand-written job and load: vertices by name, and points between which the load is interpolated. */
export const writtenLoad = (file: JsonObject): Read<RecordedLoad> => {
  const given = file['vertices']
  if (!isList(given) || given.length === 0 || given.length > 1000) return refused('vertices', given, 'a list of 1 to 1000 vertices')
  const names = given.map(vertex => (isObject(vertex) && typeof vertex['name'] === 'string' ? vertex['name'] : ''))
  const read = all(given.map((vertex, index) => vertexAt(index, vertex, names)))
  if (E.isLeft(read)) return read
  const vertices = inputsFirst(read.right)
  if (vertices === null) return E.left('the vertices read from each other in a circle')
  const sources = vertices.filter(({ inputs }) => inputs.length === 0)
  return E.map((points: readonly Arrivals[]): RecordedLoad => ({
    job: { vertices },
    load: { arrivals: between(points), until: points.at(-1)?.at ?? 0, lag: {} },
    notes: [],
  }))(pointsOf(file['load'], sources))
}
