import * as A from 'fp-ts/lib/Array.js'
import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { MetricsSample } from '../autoscaler-state.ts'
import type { MetricValues } from '../metric.ts'
import type { Profile } from '../profile.ts'
import { type JobTopology, jobTopology, type VertexId } from '../topology.ts'
import type { FlinkAnswers, VertexAnswer } from './flink-answers.ts'
import { globalSample } from './global-sample.ts'
import { sourcePartitions } from './source-partitions.ts'
import { missingMetric } from './vertex-metrics.ts'
import { vertexSample } from './vertex-sample.ts'

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
