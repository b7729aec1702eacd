import type { EpochMillis } from '../../contract/resource/time.ts'
import type { JobVertex, VertexId, VertexInput } from '../topology.ts'

/** An input, with the number of records it sends per record that it receives. */
export interface ModelledInput extends VertexInput {
  readonly ratio: number
}

/** One vertex of a simulated job. */
export interface ModelledVertex extends Omit<JobVertex, 'inputs' | 'isFinished'> {
  /** Name for reports. */
  readonly name: string
  readonly inputs: readonly ModelledInput[]
  /** Records per second that one subtask processes while it is busy; infinite: it is never busy. */
  readonly subtaskRate: number
}

/** The vertices of a job, inputs before the vertices that read them. */
export interface ModelledJob {
  readonly vertices: readonly ModelledVertex[]
}

/** Records per second that arrive at each source from this moment on. */
export interface Arrivals {
  readonly at: EpochMillis
  readonly rates: Readonly<Record<VertexId, number>>
}

/** Arrivals over time, oldest first, with an end. */
export interface LoadCurve {
  readonly arrivals: readonly Arrivals[]
  readonly until: EpochMillis
  /** Initial lag of each source in records. A source without lag is absent. */
  readonly lag: Readonly<Record<VertexId, number>>
}

export type ParallelismOf = (vertex: ModelledVertex) => number

export const isModelledSource = ({ inputs }: ModelledVertex): boolean => inputs.length === 0

/** Records per second that all subtasks of a vertex process together. */
export const capacityOf = (vertex: ModelledVertex, parallelismOf: ParallelismOf): number => vertex.subtaskRate * parallelismOf(vertex)

/** Records per second that each vertex receives, given the rates of the sources. */
export const inflow = ({ vertices }: ModelledJob, sourceRate: (source: ModelledVertex) => number): ReadonlyMap<VertexId, number> => {
  const rates = new Map<VertexId, number>()
  for (const vertex of vertices)
    rates.set(
      vertex.id,
      isModelledSource(vertex) ? sourceRate(vertex) : vertex.inputs.reduce((sum, { id, ratio }) => sum + (rates.get(id) ?? 0) * ratio, 0),
    )
  return rates
}

/** For each source, the share of its desired rate that the slowest downstream vertex allows; 1: all of it. */
const passedParts = ({ vertices }: ModelledJob, wanted: ReadonlyMap<VertexId, number>, parallelismOf: ParallelismOf) => {
  const parts = new Map<VertexId, number>()
  const ownPart = (vertex: ModelledVertex): number => {
    const rate = wanted.get(vertex.id) ?? 0
    const capacity = capacityOf(vertex, parallelismOf)
    return rate > capacity ? capacity / rate : 1
  }
  for (const vertex of [...vertices].reverse()) {
    const part = Math.min(parts.get(vertex.id) ?? 1, ownPart(vertex))
    parts.set(vertex.id, part)
    for (const { id } of vertex.inputs) parts.set(id, Math.min(parts.get(id) ?? 1, part))
  }
  return parts
}

/** Processing rate of each vertex, given the desired rates of the sources. The slowest vertex causes back pressure upstream. */
export const throughput = (
  job: ModelledJob,
  wantedOf: (source: ModelledVertex) => number,
  parallelismOf: ParallelismOf,
): ReadonlyMap<VertexId, number> => {
  const wanted = inflow(job, wantedOf)
  const parts = passedParts(job, wanted, parallelismOf)
  return inflow(job, source => (wanted.get(source.id) ?? 0) * (parts.get(source.id) ?? 1))
}

/** Share of the load of the sources that the job can process; above 1 it has spare capacity. Infinite: no limit. */
export const headroom = (job: ModelledJob, arriving: (source: ModelledVertex) => number, parallelismOf: ParallelismOf): number => {
  const needed = inflow(job, arriving)
  return job.vertices.reduce((least, vertex) => {
    const rate = needed.get(vertex.id) ?? 0
    return rate > 0 ? Math.min(least, capacityOf(vertex, parallelismOf) / rate) : least
  }, Infinity)
}
