import type { Fact, Json, JsonObject } from '@flink-operator/core'
import type { JobDetails, VertexMetrics } from '@flink-operator/core/fact'
import { answerQuery, loadOf, ownerOf, perform } from '@flink-operator/simulation'
import { isObject, numberAt } from '../object/fields.ts'
import { type Call, endpointOf } from './call.ts'
import type { Job } from './cluster-world.ts'
import { vertexId } from './rest-views.ts'
import { okAnswer, refusedRequirements, type RestAnswer } from './rest-answer.ts'

/** Measurements of the load model, on the paths and in the form of Flink's REST API. */
type Measuring = Pick<Call, 'world' | 'flink'>

export const hasLoad = ({ world }: Pick<Call, 'world'>, job: Job): boolean => loadOf(world, job) !== null

const valueOf = <A>(fact: Fact<A>): A | null => (fact._tag === 'Known' ? fact.value : null)

const detailsOf = ({ world, flink }: Measuring, { jobId }: Job, namesOf: readonly string[] = []): JobDetails | null =>
  valueOf(answerQuery(world, { _tag: 'GetJobDetails', endpoint: endpointOf({ flink }), jobId, namesOf }) as Fact<JobDetails>)

type Asked = Parameters<typeof answerQuery>[1] & { readonly _tag: 'GetVertexMetrics' }

const metricsOf = ({ world, flink }: Measuring, jobId: string, vertices: Asked['vertices']): VertexMetrics | null =>
  valueOf(answerQuery(world, { _tag: 'GetVertexMetrics', endpoint: endpointOf({ flink }), jobId, vertices }) as Fact<VertexMetrics>)

/** The job graph and its counters, as a part of `GET /jobs/:id`. */
export const measuredJob = (call: Call, job: Job): JsonObject => {
  const { vertices, runningSince } = detailsOf(call, job) ?? { vertices: [], runningSince: null }
  const names = new Map(
    (loadOf(call.world, job)?.vertices ?? []).map(({ id, name, inputs }) => [id, inputs.length === 0 ? `Source: ${name}` : name]),
  )
  return {
    timestamps: { RUNNING: runningSince ?? 0 },
    vertices: vertices.map(vertex => ({
      id: vertex.id,
      slotSharingGroupId: vertices[0]?.id ?? vertex.id,
      name: names.get(vertex.id) ?? '',
      maxParallelism: vertex.maxParallelism,
      parallelism: vertex.parallelism,
      status: job.state,
      'start-time': job.startTime,
      'end-time': job.endTime,
      duration: call.world.now - job.startTime,
      tasks: {},
      metrics: {
        'read-records': vertex.readRecords,
        'read-records-complete': vertex.isComplete,
        'write-records': vertex.writeRecords,
        'write-records-complete': vertex.isComplete,
        'accumulated-busy-time': vertex.accumulatedBusyTime,
      },
    })),
    plan: {
      jid: job.jobId,
      name: call.settings.jobName,
      type: 'STREAMING',
      nodes: vertices.map(({ id, parallelism, inputs }) => ({
        id,
        parallelism,
        description: names.get(id) ?? '',
        inputs: inputs.map((input, num) => ({ num, id: input.id, ship_strategy: input.shipStrategy })),
      })),
    },
  }
}

type Aggregated = VertexMetrics['taskManager'][number]

const list = (body: readonly Json[]): RestAnswer => ({ status: 200, body })

/** The aggregates that `agg` names, or all of them. */
const shown = ({ query }: Call, { id, min, max, avg, sum }: Aggregated): JsonObject => {
  const wanted = query.get('agg')?.split(',') ?? ['min', 'max', 'avg', 'sum']
  return { id, ...Object.fromEntries(Object.entries({ min, max, avg, sum }).filter(([name]) => wanted.includes(name))) }
}

/** Metrics of a job without a load, in ms per second: its only vertex waits. */
const idle: Readonly<Record<string, number>> = { busyTimeMsPerSecond: 0, backPressuredTimeMsPerSecond: 0, idleTimeMsPerSecond: 1_000 }

/** N07 the same for a job without a load. */
const idleVertex = (call: Call, vertex: string, what: string): RestAnswer | null => {
  if (what !== 'subtasks' || vertex !== vertexId) return null
  const get = call.query.get('get')
  if (get === null) return list(Object.keys(idle).map(id => ({ id })))
  const { parallelism } = call.settings
  return list(
    get.split(',').flatMap(id => {
      const value = idle[id]
      return value === undefined ? [] : [shown(call, { id, min: value, max: value, avg: value, sum: value * parallelism })]
    }),
  )
}

/** `GET /jobs/:id/vertices/:vertex/subtasks/metrics`: names; with `get` the values. */
export const measuredVertex = (call: Call, job: Job, vertex: string, what: string): RestAnswer | null => {
  if (!hasLoad(call, job)) return idleVertex(call, vertex, what)
  if (what !== 'subtasks' || !(detailsOf(call, job)?.vertices ?? []).some(({ id }) => id === vertex)) return null
  const get = call.query.get('get')
  if (get === null) return list((detailsOf(call, job, [vertex])?.metricNames[vertex] ?? []).map(id => ({ id })))
  const values = metricsOf(call, job.jobId, [{ id: vertex, get: get.split(',') }])?.values[vertex] ?? []
  return list(values.map(it => shown(call, it)))
}

const ofJobManager = (values: VertexMetrics['jobManager'], wanted: readonly string[]): readonly Json[] =>
  Object.entries(values).flatMap(([id, value]) => (wanted.includes(id) ? [{ id, value: String(value) }] : []))

/** `GET /jobmanager/metrics` and `/taskmanagers/metrics`. For TaskManagers, Flink answers nothing if one name is missing. */
export const clusterMetrics = (call: Call, of: string): RestAnswer => {
  const job = call.process.jobs.findLast(it => it.state === 'RUNNING' && hasLoad(call, it))
  const wanted = call.query.get('get')?.split(',') ?? []
  const metrics = job === undefined ? null : metricsOf(call, job.jobId, [])
  if (metrics === null) return list([])
  if (of === 'jobmanager') return list(ofJobManager(metrics.jobManager, wanted))
  const found = metrics.taskManager.filter(({ id }) => wanted.includes(id))
  return list(found.length < wanted.length ? [] : found.map(it => shown(call, it)))
}

/** `GET` and `PUT …/resource-requirements` of a job with a load: each vertex has its own bounds. */
export const loadRequirements = (call: Call, job: Job): RestAnswer => {
  const endpoint = endpointOf(call)
  const { world, method, body, clusters, flink } = call
  const bounds = valueOf(answerQuery(world, { _tag: 'GetResourceRequirements', endpoint, jobId: job.jobId }) as Fact<Bounds>) ?? {}
  if (method !== 'PUT')
    return okAnswer(
      Object.fromEntries(
        Object.entries(bounds).map(([id, { lower, upper }]) => [id, { parallelism: { lowerBound: lower, upperBound: upper } }]),
      ),
    )
  const wanted = isObject(body) ? body : {}
  const other = Object.keys(wanted).find(id => bounds[id] === undefined)
  if (other !== undefined) return refusedRequirements(`Job vertex [${other}] was not found in the JobGraph.`)
  const asked: Bounds = {
    ...bounds,
    ...Object.fromEntries(
      Object.keys(wanted).map(id => [id, {
        lower: numberAt(wanted, id, 'parallelism', 'lowerBound'),
        upper: numberAt(wanted, id, 'parallelism', 'upperBound'),
      }]),
    ),
  }
  clusters.change(
    flink,
    it => perform(it, { _tag: 'UpdateResourceRequirements', endpoint, jobId: job.jobId, bounds: asked }, '', 'Ok', ownerOf(job)).world,
  )
  return okAnswer({})
}

type Bounds = Readonly<Record<string, { readonly lower: number; readonly upper: number }>>
