import { type Fact, known, type RestEndpoint } from '@flink-operator/core'
import type { AggregatedMetric, VertexMetrics } from '@flink-operator/core/fact'
import { metricsOfSource } from '@flink-operator/core/autoscaler'
import * as T from 'fp-ts/lib/Task.js'
import { get, v1 } from '../rest-request.ts'
import { read, type Reader } from './answer.ts'
import { readMetricNames } from './job-details.ts'
import type { QueryOf } from './flink-answer.ts'

type Query = QueryOf<'GetVertexMetrics'>

const valuesAt = (
  reader: Reader,
  endpoint: RestEndpoint,
  path: string,
  names: readonly string[],
): T.Task<Fact<readonly AggregatedMetric[]>> =>
  names.length === 0 ? T.of(known([], reader.clock()))
    : read(reader)({ endpoint, request: get(path, { get: names.join(',') }), reads: 'AggregatedMetrics' })

interface OfVertex {
  readonly id: string
  readonly names: readonly string[] | null
  readonly values: Fact<readonly AggregatedMetric[]>
}

/** Requests the metric names of a vertex first if they are not known. */
const ofVertex =
  (reader: Reader, { endpoint, jobId }: Query) => async ({ id, get: wanted }: Query['vertices'][number]): Promise<OfVertex> => {
    const path = v1`/jobs/${jobId}/vertices/${id}/subtasks/metrics`
    if (wanted !== null) return { id, names: null, values: await valuesAt(reader, endpoint, path, wanted)() }
    const names = await readMetricNames(reader, endpoint, jobId, id)()
    return names._tag !== 'Known' ? { id, names: null, values: names }
      : { id, names: names.value, values: await valuesAt(reader, endpoint, path, metricsOfSource(names.value))() }
  }

const memory = [
  'Status.JVM.Memory.Heap.Max',
  'Status.JVM.Memory.Heap.Used',
  'Status.Flink.Memory.Managed.Used',
  'Status.JVM.Memory.Metaspace.Used',
]
const withGarbageCollection = [...memory, 'Status.JVM.GarbageCollector.All.TimeMsPerSecond']

/** Flink answers nothing at all if one name does not exist, such as that of garbage collection in older versions. */
const ofTaskManagers = async (reader: Reader, { endpoint }: Query): Promise<Fact<readonly AggregatedMetric[]>> => {
  const all = await valuesAt(reader, endpoint, v1`/taskmanagers/metrics`, withGarbageCollection)()
  return all._tag === 'Known' && all.value.length === 0 ? valuesAt(reader, endpoint, v1`/taskmanagers/metrics`, memory)() : all
}

/** All measurements of one autoscaler cycle, requested at once: one fact, which is unknown if a part of it is. */
export const getVertexMetrics = (reader: Reader) => (query: Query): T.Task<Fact<VertexMetrics>> => async () => {
  const { endpoint, vertices } = query
  const asOf = reader.clock()
  const slots = read(reader)({
    endpoint,
    request: get(v1`/jobmanager/metrics`, { get: 'taskSlotsTotal,taskSlotsAvailable' }),
    reads: 'Metrics',
  })
  const [ofVertices, jobManager, taskManager] = await Promise.all([
    Promise.all(vertices.map(ofVertex(reader, query))),
    slots(),
    ofTaskManagers(reader, query),
  ])
  const unseen = ofVertices.find(({ values }) => values._tag !== 'Known')?.values
  if (unseen !== undefined && unseen._tag !== 'Known') return unseen
  if (jobManager._tag !== 'Known') return jobManager
  if (taskManager._tag !== 'Known') return taskManager
  return known({
    values: Object.fromEntries(ofVertices.map(({ id, values }) => [id, values._tag === 'Known' ? values.value : []])),
    names: Object.fromEntries(ofVertices.flatMap(({ id, names }) => (names === null ? [] : [[id, names] as const]))),
    jobManager: Object.fromEntries(jobManager.value),
    taskManager: taskManager.value,
  }, asOf)
}
