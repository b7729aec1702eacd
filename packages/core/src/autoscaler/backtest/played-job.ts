import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { AggregatedMetric, FlinkAnswers, VertexAnswer } from '../sample/vertex-metrics.ts'
import type { VertexId } from '../topology.ts'
import { capacityOf, isModelledSource, type ModelledJob, type ModelledVertex, throughput } from './modelled-job.ts'

type Numbers = Readonly<Record<VertexId, number>>

/** State of a simulated job at one moment, with its counters. */
export interface PlayedJob {
  readonly at: EpochMillis
  readonly parallelism: Numbers
  /** The job processes nothing before this moment. */
  readonly runningSince: EpochMillis
  /** Lag of each source in records. */
  readonly lag: Numbers
  readonly received: Numbers
  readonly sent: Numbers
  readonly busyMillis: Numbers
  /** Records per second that each vertex processed in the last step. */
  readonly rates: Numbers
  /** Sources under back pressure in the last step. */
  readonly heldBack: readonly VertexId[]
}

const ofEach = (job: ModelledJob, value: (vertex: ModelledVertex) => number): Numbers =>
  Object.fromEntries(job.vertices.map(vertex => [vertex.id, value(vertex)]))

export const valueIn = (numbers: Numbers, id: VertexId): number => (Object.hasOwn(numbers, id) ? numbers[id] : undefined) ?? 0

/** A job that has been running for a long time, without a backlog. */
export const startedJob = (job: ModelledJob, at: EpochMillis, runningSince: EpochMillis): PlayedJob => ({
  at,
  parallelism: ofEach(job, ({ parallelism }) => parallelism),
  runningSince,
  lag: {},
  received: ofEach(job, () => 1),
  sent: ofEach(job, () => 1),
  busyMillis: {},
  rates: {},
  heldBack: [],
})

/** The job after a scaling: its counters restart at zero, and it processes nothing during the restart. */
export const restartedJob = (before: PlayedJob, parallelism: Numbers, restart: Millis): PlayedJob => ({
  ...before,
  parallelism: { ...before.parallelism, ...parallelism },
  runningSince: before.at + restart,
  received: {},
  sent: {},
  busyMillis: {},
  rates: {},
  heldBack: [],
})

const sentBy = (job: ModelledJob, rates: ReadonlyMap<VertexId, number>): ReadonlyMap<VertexId, number> => {
  const sent = new Map<VertexId, number>()
  for (const { inputs } of job.vertices)
    for (const { id, ratio } of inputs) sent.set(id, Math.max(sent.get(id) ?? 0, (rates.get(id) ?? 0) * ratio))
  return sent
}

/** Share of a capacity that counts as all of it: the rest is rounding. */
const nearlyAll = 1 - 1e-9

/** Advances the job by `time` with these arrivals. */
export const playedOn = (job: ModelledJob, before: PlayedJob, arrivals: Numbers, time: Millis): PlayedJob => {
  const at = before.at + time
  const seconds = Math.max(0, Math.min(time, at - before.runningSince)) / 1000
  const parallelismOf = ({ id }: ModelledVertex): number => valueIn(before.parallelism, id)
  const arrived = (id: VertexId): number => valueIn(before.lag, id) + (valueIn(arrivals, id) * time) / 1000
  const wanted = (source: ModelledVertex): number =>
    seconds === 0 ? 0 : Math.min(arrived(source.id) / seconds, capacityOf(source, parallelismOf))
  const rates = throughput(job, wanted, parallelismOf)
  const rate = (id: VertexId): number => rates.get(id) ?? 0
  const sent = sentBy(job, rates)
  const load = (vertex: ModelledVertex): number => Math.min(1, rate(vertex.id) / capacityOf(vertex, parallelismOf)) || 0
  return {
    ...before,
    at,
    lag: Object.fromEntries(
      job.vertices.filter(isModelledSource).map(({ id }) => [id, Math.max(0, arrived(id) - rate(id) * seconds)]),
    ),
    received: ofEach(job, ({ id }) => valueIn(before.received, id) + rate(id) * seconds),
    sent: ofEach(job, ({ id }) => valueIn(before.sent, id) + (sent.get(id) ?? 0) * seconds),
    busyMillis: ofEach(job, vertex => valueIn(before.busyMillis, vertex.id) + load(vertex) * parallelismOf(vertex) * seconds * 1000),
    rates: ofEach(job, ({ id }) => rate(id)),
    heldBack: job.vertices.filter(it => isModelledSource(it) && rate(it.id) < wanted(it) * nearlyAll).map(({ id }) => id),
  }
}

const same = (id: string, value: number): AggregatedMetric => ({ id, min: value, max: value, avg: value, sum: value })

const partitions = (count: number): readonly AggregatedMetric[] =>
  Array.from({ length: count }, (_, n) => same(`Source__s.KafkaSourceReader.topic.t.partition.${n}.currentOffset`, 0))

const loadOf = (vertex: ModelledVertex, played: PlayedJob): number => {
  const rate = valueIn(played.rates, vertex.id)
  return Math.min(1, rate / capacityOf(vertex, ({ id }) => valueIn(played.parallelism, id))) || 0
}

const sourceMetrics = (vertex: ModelledVertex, played: PlayedJob): readonly AggregatedMetric[] => [
  same('backPressuredTimeMsPerSecond', played.heldBack.includes(vertex.id) ? 1000 * (1 - loadOf(vertex, played)) : 0),
  same('Source__s.numRecordsInPerSecond', valueIn(played.rates, vertex.id)),
  same('Source__s.numRecordsIn', valueIn(played.received, vertex.id)),
  same('Source__s.pendingRecords', valueIn(played.lag, vertex.id)),
  ...partitions(vertex.sourcePartitions ?? 0),
]

const vertexAnswer = (vertex: ModelledVertex, played: PlayedJob): VertexAnswer => ({
  id: vertex.id,
  parallelism: valueIn(played.parallelism, vertex.id),
  maxParallelism: vertex.maxParallelism,
  slotSharingGroup: vertex.slotSharingGroup,
  isFinished: false,
  inputs: vertex.inputs.map(({ id, shipStrategy }) => ({ id, shipStrategy })),
  readRecords: isModelledSource(vertex) ? 0 : valueIn(played.received, vertex.id),
  writeRecords: valueIn(played.sent, vertex.id),
  accumulatedBusyTime: valueIn(played.busyMillis, vertex.id),
  isComplete: true,
  metrics: [
    same('busyTimeMsPerSecond', 1000 * loadOf(vertex, played)),
    ...(isModelledSource(vertex) ? sourceMetrics(vertex, played) : [same('numRecordsInPerSecond', valueIn(played.rates, vertex.id))]),
  ],
})

/** Slots that the job uses: each slot sharing group needs as many as its vertex with the largest parallelism. */
export const slotsOf = (job: ModelledJob, played: PlayedJob): number => {
  const widest = new Map<string, number>()
  for (const { id, slotSharingGroup } of job.vertices)
    widest.set(slotSharingGroup ?? '', Math.max(widest.get(slotSharingGroup ?? '') ?? 0, valueIn(played.parallelism, id)))
  return [...widest.values()].reduce((sum, it) => sum + it, 0)
}

/** Responses that Flink would give for the job. */
export const answersOf = (job: ModelledJob, played: PlayedJob): FlinkAnswers => ({
  runningSince: played.runningSince,
  vertices: job.vertices.map(vertex => vertexAnswer(vertex, played)),
  jobManager: { taskSlotsTotal: slotsOf(job, played), taskSlotsAvailable: 0 },
  taskManager: [same('Status.JVM.Memory.Heap.Max', 1)],
})
