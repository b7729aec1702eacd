import type { VertexBounds } from '@flink-operator/core/fact'
import { parseMap } from '@flink-operator/core/flink-configuration'
import type { EpochMillis, Millis } from '@flink-operator/core/resource'
import { changeJob } from '../flink/end-job.ts'
import { clusterConfiguration } from '../flink/cluster-configuration.ts'
import { type FlinkJob, inputOf } from '../flink/job-manager-process.ts'
import type { PodObject, World } from '../world/world.ts'
import { arrivalAt } from './arrival-rate.ts'
import type { JobLoad, LoadRun, LoadVertex } from './autoscaled.ts'
import { noteRun } from './scalings.ts'

/** The load of the job; null: the model has none for it. */
export const loadOf = ({ autoscaled, clusterId }: World, { submission }: Pick<FlinkJob, 'submission'>): JobLoad | null =>
  autoscaled?.loads[submission?.owner ?? clusterId] ?? null

const wanted = (pod: PodObject, job: FlinkJob, { id }: LoadVertex): number => {
  const { configuration } = inputOf(pod, job)
  const overrides = clusterConfiguration(pod.input).ignoresOverrides ? {}
    : parseMap(configuration['pipeline.jobvertex-parallelism-overrides'] ?? '') ?? {}
  return Number(overrides[id] ?? configuration['parallelism.default'] ?? '1')
}

/** The parallelism bounds of its vertices: as at the start, until a request changes them. */
export const boundsOf = (world: World, pod: PodObject, job: FlinkJob): VertexBounds =>
  job.bounds ?? Object.fromEntries((loadOf(world, job)?.vertices ?? []).map(it => [it.id, { lower: 1, upper: wanted(pod, job, it) }]))

/** The job runs from now on, with the largest allowed parallelism. */
export const withRun = (world: World, pod: PodObject, job: FlinkJob): World => {
  const load = loadOf(world, job)
  if (load === null) return world
  const bounds = boundsOf(world, pod, job)
  const run: LoadRun = {
    since: world.now,
    parallelism: Object.fromEntries(load.vertices.map(({ id }) => [id, bounds[id]?.upper ?? 1])),
    read: {},
    sent: {},
    busy: {},
    perSecond: 0,
  }
  return noteRun(changeJob(world, pod.uid, job.jobId, it => ({ ...it, run })), job.submission?.owner ?? world.clusterId, load)
}

/** With the adaptive scheduler: the job restarts with another parallelism from its last checkpoint, as after a failure. */
export const rescaled = (
  world: World,
  pod: PodObject,
  job: FlinkJob,
  bounds: VertexBounds,
  failOver: (world: World, pod: PodObject, job: FlinkJob) => World,
): World => {
  if (loadOf(world, job) === null || !clusterConfiguration(pod.input).adaptive) return world
  const now = boundsOf(world, pod, job)
  const isSame = Object.entries(bounds).every(([id, { lower, upper }]) => now[id]?.lower === lower && now[id].upper === upper)
  if (isSame) return world
  const changed = changeJob(world, pod.uid, job.jobId, it => ({ ...it, bounds }))
  return job.state === 'RUNNING' ? failOver(changed, pod, { ...job, bounds }) : changed
}

const subtasks = ({ partitions }: LoadVertex, parallelism: number): number =>
  partitions === null ? parallelism : Math.min(partitions, parallelism)

export const capacityOf = (vertex: LoadVertex, parallelism: number): number => {
  const { capacity, scalability = 1 } = vertex
  return capacity * (1 + (subtasks(vertex, parallelism) - 1) * scalability)
}

/** Records that reach a vertex for each record that a source reads. */
export const reachOf = (vertices: readonly LoadVertex[], { inputs }: LoadVertex): number =>
  inputs.length === 0 ? 1 : inputs.reduce((sum, { id }) => {
    const from = vertices.find(it => it.id === id)
    return from === undefined ? sum : sum + reachOf(vertices, from) * from.selectivity
  }, 0)

/** What each source processes per second: everything that arrives and waits, as far as the slowest vertex allows. */
export const throughput = ({ vertices, ...load }: JobLoad, run: LoadRun, now: EpochMillis, over: Millis): number => {
  const most = Math.min(...vertices.map(it => capacityOf(it, run.parallelism[it.id] ?? 1) / (reachOf(vertices, it) || 1e-9)))
  return Math.max(0, Math.min(most, arrivalAt(load, now) + load.lag / Math.max(1, over / 1000)))
}

/** The share of its time that a vertex is busy, at that many records per second at each source. */
export const busyShare = ({ vertices }: JobLoad, run: LoadRun, vertex: LoadVertex, perSecond: number): number =>
  Math.min(1, (perSecond * reachOf(vertices, vertex)) / capacityOf(vertex, run.parallelism[vertex.id] ?? 1))

const plus = (counts: Readonly<Record<string, number>>, id: string, more: number): Readonly<Record<string, number>> => ({
  ...counts,
  [id]: (counts[id] ?? 0) + more,
})

const worked = (load: JobLoad, run: LoadRun, perSecond: number, millis: Millis): LoadRun =>
  load.vertices.reduce<LoadRun>((sofar, vertex) => {
    const records = perSecond * reachOf(load.vertices, vertex) * (millis / 1000)
    const { id } = vertex
    return {
      ...sofar,
      read: plus(sofar.read, id, records),
      sent: plus(sofar.sent, id, records * vertex.selectivity),
      busy: plus(sofar.busy, id, busyShare(load, run, vertex, perSecond) * (run.parallelism[id] ?? 1) * millis),
    }
  }, { ...run, perSecond })

/** Lets time pass for the job: it processes records, and the rest becomes backlog. A job that does not run processes nothing. */
export const passLoad = (world: World, millis: Millis): World => {
  const { autoscaled } = world
  if (autoscaled === undefined) return world
  return Object.entries(autoscaled.loads).reduce((now, [name, load]) => {
    const pod = now.pods.find(({ process, deleting }) => !deleting && process?.jobs.some(job => isOf(now, job, name)))
    const job = pod?.process?.jobs.find(it => isOf(now, it, name))
    const perSecond = job?.run === undefined ? 0 : throughput(load, job.run, now.now, millis)
    const waiting = Math.max(0, load.lag + ((arrivalAt(load, now.now) - perSecond) * millis) / 1000)
    const lag = load.mostLag === undefined ? waiting : Math.min(load.mostLag, Math.round(waiting))
    const after = pod === undefined || job === undefined ? now
      : changeJob(now, pod.uid, job.jobId, it => it.run === undefined ? it : { ...it, run: worked(load, it.run, perSecond, millis) })
    return { ...after, autoscaled: { ...autoscaled, loads: { ...after.autoscaled?.loads, [name]: { ...load, lag } } } }
  }, world)
}

const isOf = ({ clusterId }: World, { submission, state }: FlinkJob, name: string): boolean =>
  state === 'RUNNING' && (submission?.owner ?? clusterId) === name
