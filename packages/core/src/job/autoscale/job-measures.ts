import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AutoscalerState } from '../../autoscaler/autoscaler-state.ts'
import { type AggregatedMetric, type FlinkAnswers, metricsOfInner, metricsOfSource } from '../../autoscaler/sample/vertex-metrics.ts'
import { shipStrategyOf } from '../../autoscaler/topology.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { JobDetails, VertexDetails, VertexMetrics } from '../../contract/fact/job-details.ts'
import type { Query } from '../../contract/query/query.ts'
import { type Asked, inStages } from '../../contract/query/ask.ts'
import type { JobRound } from '../job-round.ts'

/** The metrics of the running job for one cycle. */
export type Measures =
  | { readonly _tag: 'Unknown'; readonly reason: string }
  | { readonly _tag: 'Known'; readonly answers: FlinkAnswers }

/** The sources of the last sample. The names of their metrics are queried together with the job graph, in one round trip. */
const sourcesOfLastSample = ({ samples }: AutoscalerState): readonly string[] =>
  Object.entries(samples.at(-1)?.vertices ?? {}).filter(([, values]) => values.LAG !== undefined).map(([id]) => id)

const unseen = (fact: Fact<unknown> | undefined): string =>
  fact?._tag === 'Unknown' ? `the metrics of the job could not be read (${fact.reason}: ${fact.message})` : 'Flink does not know the job'

const isSource = ({ inputs }: VertexDetails): boolean => inputs.length === 0

/** Only vertices that have not finished have metrics. */
const verticesToAsk = ({ vertices, metricNames }: JobDetails): Extract<Query, { _tag: 'GetVertexMetrics' }>['vertices'] =>
  vertices.filter(({ isFinished }) => !isFinished).map(vertex => {
    if (!isSource(vertex)) return { id: vertex.id, get: metricsOfInner }
    const names = metricNames[vertex.id]
    return { id: vertex.id, get: names === undefined ? null : metricsOfSource(names) }
  })

const nameAlone = (id: string): AggregatedMetric => ({ id, min: null, max: null, avg: null, sum: null })

/** Metrics with values, and metric names without values: partitions are counted by name. */
const metricsOf = (id: string, { metricNames }: JobDetails, { values, names }: VertexMetrics): readonly AggregatedMetric[] => {
  const known = values[id] ?? []
  const valued = new Set(known.map(it => it.id))
  return [...known, ...(names[id] ?? metricNames[id] ?? []).filter(name => !valued.has(name)).map(nameAlone)]
}

const answersOf = (details: JobDetails, metrics: VertexMetrics): FlinkAnswers => ({
  runningSince: details.runningSince,
  vertices: details.vertices.map(vertex => ({
    ...vertex,
    inputs: vertex.inputs.map(({ id, shipStrategy }) => ({ id, shipStrategy: shipStrategyOf(shipStrategy) })),
    metrics: metricsOf(vertex.id, details, metrics),
  })),
  jobManager: metrics.jobManager,
  taskManager: metrics.taskManager,
})

/**
 * Queries the metrics in two round trips: the job graph with its counters, then the values of all vertices at once. If the sources are not
 * known yet, a third one queries the names of their metrics.
 */
export const jobMeasures = ({ desired: { deployed }, observed: { status, facts } }: JobRound, state: AutoscalerState): Asked<Measures> => {
  const { jobId } = status.jobStatus
  if (deployed._tag !== 'Deployed' || jobId === null) return E.right({ _tag: 'Unknown', reason: 'no job is recorded' })
  const { endpoint } = deployed
  const { jobDetails } = facts
  return pipe(
    facts,
    inStages(
      () => [{ _tag: 'GetJobDetails', endpoint, jobId, namesOf: sourcesOfLastSample(state) }],
      () =>
        jobDetails?._tag !== 'Known' ? []
          : [{ _tag: 'GetVertexMetrics', endpoint, jobId, vertices: verticesToAsk(jobDetails.value) }],
    ),
    E.map(() => measuresSeen(facts)),
  )
}

const measuresSeen = ({ jobDetails, vertexMetrics }: JobRound['observed']['facts']): Measures => {
  if (jobDetails?._tag !== 'Known') return { _tag: 'Unknown', reason: unseen(jobDetails) }
  return vertexMetrics?._tag === 'Known' ? { _tag: 'Known', answers: answersOf(jobDetails.value, vertexMetrics.value) }
    : { _tag: 'Unknown', reason: unseen(vertexMetrics) }
}
