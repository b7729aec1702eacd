import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { AutoscalerState, MetricsSample } from '../autoscaler-state.ts'
import { currentOf, type MetricValues } from '../evaluated-metrics.ts'
import { valuesOf } from '../rates.ts'
import { jobTopology, type JobVertex, type VertexId } from '../topology.ts'
import type { Arrivals, LoadCurve, ModelledInput, ModelledJob, ModelledVertex } from './modelled-job.ts'

/** A vertex in the plan of the job. */
export type KnownVertex = Pick<JobVertex, 'id' | 'parallelism' | 'maxParallelism' | 'inputs' | 'slotSharingGroup'> & {
  readonly name: string
}

/** A job whose load can be simulated, with notes on assumptions. */
export interface RecordedLoad {
  readonly job: ModelledJob
  readonly load: LoadCurve
  readonly notes: readonly string[]
}

/** Two consecutive samples of one vertex. */
interface Pair {
  readonly at: EpochMillis
  readonly seconds: number
  readonly before: MetricValues
  readonly after: MetricValues
}

const grown = ({ before, after }: Pair, metric: 'NUM_RECORDS_IN' | 'LAG'): number => (after[metric] ?? NaN) - (before[metric] ?? NaN)

/** True if the counters increased: the job did not restart in between. */
const isUsable = (pair: Pair): boolean => grown(pair, 'NUM_RECORDS_IN') >= 0

const pairsOf = (samples: readonly MetricsSample[], id: VertexId): readonly Pair[] =>
  samples.slice(1).flatMap((sample, index): readonly Pair[] => {
    const earlier = samples[index]
    const [before, after] = [valuesOf(earlier, id), valuesOf(sample, id)]
    if (earlier === undefined || before === undefined || after === undefined || sample.at <= earlier.at) return []
    return [{ at: earlier.at, seconds: (sample.at - earlier.at) / 1000, before, after }]
  })

const median = (values: readonly number[]): number | null => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null

/** Parallelism of a vertex at a moment: from its scalings, else from the stored override, else from the plan; null: unknown. */
const parallelismAt = (state: AutoscalerState, known: KnownVertex | undefined, id: VertexId) => {
  const records = Object.hasOwn(state.history, id) ? state.history[id] ?? [] : []
  const override = Number(Object.hasOwn(state.parallelismOverrides, id) ? state.parallelismOverrides[id] : NaN)
  return (at: EpochMillis): number | null => {
    const last = records.findLast(record => record.at <= at)
    const found = last?.newParallelism ?? records[0]?.currentParallelism ?? (override >= 1 ? override : known?.parallelism)
    return found !== undefined && found >= 1 && Number.isFinite(found) ? Math.floor(found) : null
  }
}

/** Below this load the busy time is no reliable measure of the capacity of a subtask. */
const leastLoad = 0.02

/** Factor by which the rate from the busy time of a source may exceed its observed rate. */
const switchFactor = 1.15

const subtaskRates = (pairs: readonly Pair[], parallelism: (at: EpochMillis) => number): readonly number[] =>
  pairs.filter(isUsable).flatMap(pair => {
    const load = ((pair.before.LOAD ?? NaN) + (pair.after.LOAD ?? NaN)) / 2
    const busy = grown(pair, 'NUM_RECORDS_IN') / pair.seconds / load
    const observed = pair.after.OBSERVED_TPR ?? NaN
    const rate = Number.isFinite(observed) && busy > observed * switchFactor ? observed : busy
    return load >= leastLoad && Number.isFinite(rate) && rate > 0 ? [rate / parallelism(pair.at)] : []
  })

const isSourceIn = (samples: readonly MetricsSample[], id: VertexId): boolean =>
  samples.some(sample => valuesOf(sample, id)?.LAG !== undefined)

const totalIn = (samples: readonly MetricsSample[], id: VertexId): number =>
  pairsOf(samples, id).filter(isUsable).reduce((sum, pair) => sum + grown(pair, 'NUM_RECORDS_IN'), 0)

const ratioOf = (samples: readonly MetricsSample[], id: VertexId, inputs: readonly VertexId[]): number => {
  const before = inputs.reduce((sum, input) => sum + totalIn(samples, input), 0)
  return before > 0 ? totalIn(samples, id) / before : 0
}

/** Assumed inputs, since a ConfigMap has no edges: the first vertex reads from all sources, and the others read from it. */
const guessedInputs = (ids: readonly VertexId[], sources: readonly VertexId[]) => (id: VertexId): JobVertex['inputs'] => {
  if (sources.includes(id)) return []
  const first = ids.find(it => !sources.includes(it))
  return (first === id || first === undefined ? sources : [first]).map(input => ({ id: input, shipStrategy: 'REBALANCE' }))
}

const arrivalsOf = (samples: readonly MetricsSample[], sources: readonly VertexId[]): readonly Arrivals[] => {
  const bySource = sources.map(id => [id, new Map(pairsOf(samples, id).map(pair => [pair.at, pair]))] as const)
  const arrivals: Arrivals[] = []
  for (const { at } of samples.slice(0, -1)) {
    const before = arrivals.at(-1)?.rates ?? {}
    const rates = Object.fromEntries(bySource.map(([id, pairs]) => {
      const pair = pairs.get(at)
      const rate = pair === undefined || !isUsable(pair) ? NaN : (grown(pair, 'NUM_RECORDS_IN') + (grown(pair, 'LAG') || 0)) / pair.seconds
      return [id, Number.isFinite(rate) ? Math.max(0, rate) : before[id] ?? 0]
    }))
    arrivals.push({ at, rates })
  }
  return arrivals
}

const lagsOf = (sample: MetricsSample | undefined, sources: readonly VertexId[]): Readonly<Record<VertexId, number>> =>
  Object.fromEntries(sources.map(id => {
    const lag = valuesOf(sample, id)?.LAG ?? 0
    return [id, Number.isFinite(lag) ? Math.max(0, lag) : 0]
  }))

const usualMaxParallelism = 128

const wholeNumber = (value: number): number | null => (Number.isFinite(value) && value >= 1 ? Math.floor(value) : null)

interface Vertices {
  readonly state: AutoscalerState
  readonly known: ReadonlyMap<VertexId, KnownVertex>
  readonly inputsOf: (id: VertexId) => JobVertex['inputs']
}

interface Guessed {
  readonly vertex: ModelledVertex
  readonly notes: readonly string[]
}

const guessedVertex = (id: VertexId, { state, known, inputsOf }: Vertices): Guessed => {
  const { samples, history } = state
  const plan = known.get(id)
  const name = plan?.name ?? id.slice(0, 8)
  const metrics = (Object.hasOwn(history, id) ? history[id]?.at(-1)?.metrics : undefined) ?? {}
  const at = parallelismAt(state, plan, id)
  const first = samples[0]?.at ?? 0
  const rate = median(subtaskRates(pairsOf(samples, id), moment => at(moment) ?? 1))
  const inputs = inputsOf(id)
  const ratio = ratioOf(samples, id, inputs.map(input => input.id))
  return {
    vertex: {
      id,
      name,
      parallelism: at(first) ?? 1,
      maxParallelism: plan?.maxParallelism ?? wholeNumber(currentOf(metrics, 'MAX_PARALLELISM')) ?? usualMaxParallelism,
      sourcePartitions: wholeNumber(currentOf(metrics, 'NUM_SOURCE_PARTITIONS')),
      slotSharingGroup: plan?.slotSharingGroup ?? null,
      subtaskRate: rate ?? Infinity,
      inputs: inputs.map((input): ModelledInput => ({ ...input, ratio })),
    },
    notes: [
      ...(at(first) === null ? [`the parallelism of ${name} is not recorded: 1 is assumed`] : []),
      ...(rate === null ? [`${name} was never busy: it is assumed to be without limit`] : []),
    ],
  }
}

/** Sorts inputs before the vertices that read them; null: they form a cycle, or an input does not exist. */
export const inputsFirst = (vertices: readonly ModelledVertex[]): readonly ModelledVertex[] | null => {
  const byId = new Map(vertices.map(vertex => [vertex.id, vertex]))
  const order = jobTopology(vertices.map(vertex => ({ ...vertex, isFinished: false }))).vertices.flatMap(({ id }) => byId.get(id) ?? [])
  const placed = new Set<VertexId>()
  for (const { id, inputs } of order) {
    if (inputs.some(input => !placed.has(input.id))) return null
    placed.add(id)
  }
  return order
}

/**
 * Derives the load of a job and the rates of its subtasks from the stored state of its autoscaler (collected metrics, history, overrides)
 * and from its plan, if given.
 */
export const recordedLoad = (state: AutoscalerState, plan: readonly KnownVertex[]): E.Either<string, RecordedLoad> => {
  const { samples } = state
  if (samples.length < 2) return E.left(`the recording has ${samples.length} samples of metrics, and rates need two`)
  const ids = [...new Set(samples.flatMap(({ vertices }) => Object.keys(vertices)))]
  const isRecorded = new Set(ids)
  const known = new Map(plan.filter(({ id }) => isRecorded.has(id)).map(vertex => [vertex.id, vertex]))
  const isPlanned = known.size === ids.length
  if (plan.length > 0 && !isPlanned) return E.left('the plan of the job does not have all vertices of the recording: it is of another job')
  const sources = ids.filter(id => (isPlanned ? known.get(id)?.inputs.length === 0 : isSourceIn(samples, id)))
  if (sources.length === 0) return E.left('no vertex of the recording is a source: none has a lag')
  const inputsOf = isPlanned ? (id: VertexId): JobVertex['inputs'] => known.get(id)?.inputs ?? [] : guessedInputs(ids, sources)
  const guessed = ids.map(id => guessedVertex(id, { state, known, inputsOf }))
  const vertices = inputsFirst(guessed.map(({ vertex }) => vertex))
  if (vertices === null) return E.left('the vertices of the plan read from each other in a circle, or from vertices that it does not have')
  return E.right({
    job: { vertices },
    load: { arrivals: arrivalsOf(samples, sources), until: samples.at(-1)?.at ?? 0, lag: lagsOf(samples[0], sources) },
    notes: [
      ...(isPlanned ? [] : ['a recording has no edges between vertices: all are assumed to follow the sources']),
      ...guessed.flatMap(({ notes }) => notes),
    ],
  })
}
