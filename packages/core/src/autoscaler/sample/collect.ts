import type { MetricValues } from '../evaluated-metrics.ts'
import { type FlinkAnswers, type VertexAnswer, missingMetric } from './vertex-metrics.ts'
import * as A from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration, Profile } from '../autoscaler-configuration.ts'
import type { MetricsSample } from '../autoscaler-state.ts'
import { type JobTopology, jobTopology, type VertexId } from '../topology.ts'
import { vertexSample } from './vertex-sample.ts'

const names = {
  heapMax: 'Status.JVM.Memory.Heap.Max',
  heapUsed: 'Status.JVM.Memory.Heap.Used',
  managed: 'Status.Flink.Memory.Managed.Used',
  metaspace: 'Status.JVM.Memory.Metaspace.Used',
  gc: 'Status.JVM.GarbageCollector.All.TimeMsPerSecond',
} as const

const quotientOf = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a / b)

/** Metrics of the whole job: slots, and the TaskManager with the highest usage (autoscaler.md, section 3.1). Missing values are absent. */
export const globalSample = ({ jobManager, taskManager }: FlinkAnswers): MetricValues => {
  const most = (name: string): number | null => taskManager.find(({ id }) => id === name)?.max ?? null
  const heapUsed = most(names.heapUsed)
  const slots = (jobManager['taskSlotsTotal'] ?? NaN) - (jobManager['taskSlotsAvailable'] ?? NaN)
  const values: Readonly<Record<string, number | null>> = {
    NUM_TASK_SLOTS_USED: Number.isNaN(slots) ? null : slots,
    GC_PRESSURE: quotientOf(most(names.gc), 1000),
    HEAP_MEMORY_USED: heapUsed,
    HEAP_MAX_USAGE_RATIO: quotientOf(heapUsed, most(names.heapMax)),
    MANAGED_MEMORY_USED: most(names.managed),
    METASPACE_MEMORY_USED: most(names.metaspace),
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}

const cutAt = (text: string, mark: string): readonly [string, string] | null => {
  const at = text.lastIndexOf(mark)
  return at < 0 ? null : [text.slice(0, at), text.slice(at + mark.length)]
}

const isNumber = (text: string): boolean => /^\d+$/.test(text)

/** `….[kafkaCluster.<c>.]KafkaSourceReader.topic.<t>.partition.<n>.currentOffset` */
const kafkaPartition = (name: string): string | null => {
  if (!name.endsWith('.currentOffset')) return null
  const [reader, rest] = cutAt(name.slice(0, -'.currentOffset'.length), '.KafkaSourceReader.topic.') ?? []
  const [topic, partition] = cutAt(rest ?? '', '.partition.') ?? []
  if (reader === undefined || topic === undefined || topic === '' || partition === undefined || !isNumber(partition)) return null
  return JSON.stringify([cutAt(reader, '.kafkaCluster.')?.[1] ?? null, topic, partition])
}

/** `….PulsarConsumer.<t>-partition-<n>.….numMsgsReceived` */
const pulsarPartition = (name: string): string | null => {
  if (!name.endsWith('.numMsgsReceived')) return null
  const [, rest] = cutAt(name.slice(0, -'.numMsgsReceived'.length), '.PulsarConsumer.') ?? []
  const [topic, after] = cutAt(rest ?? '', '-partition-') ?? []
  const dot = after?.indexOf('.') ?? -1
  const partition = dot < 0 ? '' : after?.slice(0, dot) ?? ''
  return topic === undefined || topic === '' || !isNumber(partition) ? null : JSON.stringify([topic, partition])
}

/** Number of partitions of a source, from the names of its metrics (autoscaler.md, section 2.2); null: unknown. */
export const sourcePartitions = (names: readonly string[]): number | null => {
  const found = new Set(names.flatMap(name => kafkaPartition(name) ?? pulsarPartition(name) ?? []))
  return found.size === 0 ? null : found.size
}

export interface CollectInput {
  readonly answers: FlinkAnswers
  /** The stored samples, oldest first. */
  readonly window: readonly MetricsSample[]
  readonly configuration: AutoscalerConfiguration
  readonly profile: Profile
  readonly now: EpochMillis
}

/** Why this cycle has no sample. `NotReady`: it resolves automatically and is not reported. */
export interface NoSample {
  readonly tag: 'NotReady' | 'Failed'
  readonly message: string
}

export interface Collected {
  /** The samples with the new one and without those that are too old. */
  readonly window: readonly MetricsSample[]
  /** True if the window has its full length, so that decisions may use it. */
  readonly isFull: boolean
  readonly runningSince: EpochMillis
  readonly topology: JobTopology
  /** Vertices that are not scaled in this cycle: finished ones, and those whose busy time is NaN. */
  readonly excluded: readonly VertexId[]
}

const notReady = (message: string): E.Either<NoSample, never> => E.left({ tag: 'NotReady', message })
const failed = (message: string): NoSample => ({ tag: 'Failed', message })

const topologyOf = ({ vertices }: FlinkAnswers): JobTopology =>
  jobTopology(vertices.map(({ id, parallelism, maxParallelism, slotSharingGroup, isFinished, inputs, metrics }) => ({
    id,
    parallelism,
    maxParallelism,
    inputs,
    slotSharingGroup,
    isFinished,
    sourcePartitions: inputs.length === 0 ? sourcePartitions(metrics.map(it => it.id)) : null,
  })))

/** Drops samples from before the restart of the job. */
const sinceRestart = (window: readonly MetricsSample[], runningSince: EpochMillis): readonly MetricsSample[] =>
  window.some(({ at }, index) => index === 0 && runningSince > at) ? [] : window

const problemOf = ({ answers, profile, now, configuration }: CollectInput, runningSince: EpochMillis): E.Either<NoSample, null> => {
  const isStabilizing = now < runningSince + configuration.stabilizationInterval
  const lacks = (vertex: VertexAnswer): string | null => {
    const metric = vertex.isFinished ? null : missingMetric(vertex)
    return metric === null ? null : `Could not find required metric ${metric} for ${vertex.id}`
  }
  const missing = answers.vertices.map(lacks).find(it => it !== null)
  if (missing !== undefined) return isStabilizing ? notReady(missing) : E.left(failed(missing))
  const incomplete = answers.vertices.find(({ isComplete, isFinished }) => !isComplete && !isFinished)
  if (incomplete !== undefined && profile === 'main')
    return notReady(`Some TaskManagers have not reported the counters of ${incomplete.id}`)
  return answers.taskManager.length === 0 ? E.left(failed('Missing required TM metrics')) : E.right(null)
}

const newSample = (input: CollectInput, before: readonly MetricsSample[]): E.Either<NoSample, MetricsSample> => {
  const { answers, configuration, profile, now } = input
  const vertices = A.traverse(E.Applicative)((vertex: VertexAnswer) =>
    E.map((values: MetricValues) => [vertex.id, values] as const)(vertexSample(vertex, { configuration, profile, window: before }))
  )([...answers.vertices])
  return E.bimap(failed, (its: readonly (readonly [VertexId, MetricValues])[]): MetricsSample => ({
    at: now,
    vertices: Object.fromEntries(its),
    global: globalSample(answers),
  }))(vertices)
}

/** When the window will be full: its length after the first sample of a stable job (autoscaler.md, section 3.2). */
const fullAt = (before: readonly MetricsSample[], runningSince: EpochMillis, { configuration, now }: CollectInput): EpochMillis =>
  (before.find(({ at }) => at >= runningSince + configuration.stabilizationInterval)?.at ?? now) + configuration.metricsWindow

/** Takes one sample of a running job and adds it to the window. Total. */
export const collect = (input: CollectInput): E.Either<NoSample, Collected> => {
  const { answers, configuration, now } = input
  const { runningSince } = answers
  if (answers.vertices.length === 0) return notReady('No nodes found in the plan, job is not ready yet')
  if (runningSince === null) return E.left(failed('Unable to find when the job was switched to RUNNING.'))
  const problem = problemOf(input, runningSince)
  if (E.isLeft(problem)) return problem
  const before = sinceRestart(input.window, runningSince)
  return E.map((sample: MetricsSample): Collected => {
    const isFull = now >= fullAt(before, runningSince, input)
    const all = [...before.filter(({ at }) => at !== now), sample]
    return {
      window: isFull ? all.filter(({ at }) => at >= now - configuration.metricsWindow) : all,
      isFull,
      runningSince,
      topology: topologyOf(answers),
      excluded: answers.vertices
        .filter(({ id, isFinished }) => isFinished || Number.isNaN(sample.vertices[id]?.LOAD ?? NaN))
        .map(({ id }) => id),
    }
  })(newSample(input, before))
}
