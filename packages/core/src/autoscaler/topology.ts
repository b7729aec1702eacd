/** Id of a vertex of the job graph: 32 lower-case hex digits. */
export type VertexId = string

/** How records are sent from one vertex to the next. `UNKNOWN`: any other name. */
export const shipStrategies = ['HASH', 'REBALANCE', 'RESCALE', 'FORWARD', 'CUSTOM', 'BROADCAST', 'GLOBAL', 'SHUFFLE', 'UNKNOWN'] as const
/** How records are sent from one vertex to the next. */
export type ShipStrategy = (typeof shipStrategies)[number]

/** A vertex that sends records to another. */
export interface VertexInput {
  readonly id: VertexId
  readonly shipStrategy: ShipStrategy
}

/** One vertex of a running job, from the plan and the job details. */
export interface JobVertex {
  readonly id: VertexId
  readonly parallelism: number
  readonly maxParallelism: number
  /** Empty: the vertex is a source. */
  readonly inputs: readonly VertexInput[]
  /** Partitions that a source reads; null: unknown, or not a source. */
  readonly sourcePartitions: number | null
  readonly slotSharingGroup: string | null
  readonly isFinished: boolean
}

/** The vertices of a job in topological order: inputs before the vertices that read them (autoscaler.md, section 2.1). */
export interface JobTopology {
  readonly vertices: readonly JobVertex[]
}

/** Parses Flink's name of a strategy, in any case. */
export const shipStrategyOf = (word: string | null): ShipStrategy => shipStrategies.find(it => it === word?.toUpperCase()) ?? 'UNKNOWN'

/**
 * Topological order, in layers: first vertices without inputs, then vertices whose inputs are all placed. Vertices on a cycle, which no
 * plan of Flink has, are last, in their given order.
 */
const layered = (vertices: readonly JobVertex[]): readonly JobVertex[] => {
  const known = new Set(vertices.map(({ id }) => id))
  const readers = new Map<VertexId, JobVertex[]>()
  const waitsFor = new Map<VertexId, number>()
  for (const vertex of vertices) {
    const inputs = [...new Set(vertex.inputs.map(({ id }) => id))].filter(id => known.has(id))
    waitsFor.set(vertex.id, inputs.length)
    for (const id of inputs) {
      const before = readers.get(id)
      if (before === undefined) readers.set(id, [vertex])
      else before.push(vertex)
    }
  }
  const placed = vertices.filter(({ id }) => waitsFor.get(id) === 0)
  // `placed` grows during the iteration
  for (const { id } of placed)
    for (const reader of readers.get(id) ?? []) {
      const left = (waitsFor.get(reader.id) ?? 0) - 1
      waitsFor.set(reader.id, left)
      if (left === 0) placed.push(reader)
    }
  const isPlaced = new Set(placed)
  return [...placed, ...vertices.filter(vertex => !isPlaced.has(vertex))]
}

/** Merges duplicate inputs of a vertex, such as of a self-join, into one input with the last strategy. */
const withDistinctInputs = (vertex: JobVertex): JobVertex => {
  const strategies = new Map(vertex.inputs.map(({ id, shipStrategy }) => [id, shipStrategy]))
  return strategies.size === vertex.inputs.length ? vertex
    : { ...vertex, inputs: [...strategies].map(([id, shipStrategy]) => ({ id, shipStrategy })) }
}

/** Builds the topology from the vertices of a plan, in any order. Of vertices with the same id the first wins. */
export const jobTopology = (vertices: readonly JobVertex[]): JobTopology => {
  const first = new Map([...vertices].reverse().map(vertex => [vertex.id, vertex]))
  return { vertices: layered(vertices.filter(vertex => first.get(vertex.id) === vertex).map(withDistinctInputs)) }
}

export const isSource = ({ inputs }: JobVertex): boolean => inputs.length === 0

/** Number of downstream vertices of each vertex. */
export const outputCounts = ({ vertices }: JobTopology): ReadonlyMap<VertexId, number> => {
  const counts = new Map<VertexId, number>()
  for (const { inputs } of vertices) for (const { id } of inputs) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
