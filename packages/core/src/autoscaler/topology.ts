/** Id of a vertex of the job graph: 32 lower-case hex digits. */
export type VertexId = string

/** How records get from one vertex to the next. `UNKNOWN`: a word that is none of the others. */
export const shipStrategies = ['HASH', 'REBALANCE', 'RESCALE', 'FORWARD', 'CUSTOM', 'BROADCAST', 'GLOBAL', 'SHUFFLE', 'UNKNOWN'] as const
/** How records go from one vertex to the next. */
export type ShipStrategy = (typeof shipStrategies)[number]

/** A vertex that sends records to another. */
export interface VertexInput {
  readonly id: VertexId
  readonly shipStrategy: ShipStrategy
}

/** One vertex of a running job, as the plan and the job's details show it. */
export interface JobVertex {
  readonly id: VertexId
  readonly parallelism: number
  readonly maxParallelism: number
  /** None: the vertex is a source. */
  readonly inputs: readonly VertexInput[]
  /** Partitions of what a source reads; null: not known, or no source. */
  readonly sourcePartitions: number | null
  readonly slotSharingGroup: string | null
  readonly isFinished: boolean
}

/** The vertices of a job in topological order: inputs before the vertices that read them (autoscaler.md, section 2.1). */
export interface JobTopology {
  readonly vertices: readonly JobVertex[]
}

/** A word of Flink's, in any case. */
export const shipStrategyOf = (word: string | null): ShipStrategy => shipStrategies.find(it => it === word?.toUpperCase()) ?? 'UNKNOWN'

/**
 * Inputs first, in layers: those that wait for nothing, then those that wait for them alone. What is on a cycle, which no plan of Flink's
 * has, comes last as it is.
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
  // what is placed grows while it is walked through
  for (const { id } of placed)
    for (const reader of readers.get(id) ?? []) {
      const left = (waitsFor.get(reader.id) ?? 0) - 1
      waitsFor.set(reader.id, left)
      if (left === 0) placed.push(reader)
    }
  const isPlaced = new Set(placed)
  return [...placed, ...vertices.filter(vertex => !isPlaced.has(vertex))]
}

/** A vertex that reads twice from another, as a self-join does, has it as one input, with the last strategy. */
const withDistinctInputs = (vertex: JobVertex): JobVertex => {
  const strategies = new Map(vertex.inputs.map(({ id, shipStrategy }) => [id, shipStrategy]))
  return strategies.size === vertex.inputs.length ? vertex
    : { ...vertex, inputs: [...strategies].map(([id, shipStrategy]) => ({ id, shipStrategy })) }
}

/** The vertices of a plan in any order; of vertices with one id the first counts. */
export const jobTopology = (vertices: readonly JobVertex[]): JobTopology => {
  const first = new Map([...vertices].reverse().map(vertex => [vertex.id, vertex]))
  return { vertices: layered(vertices.filter(vertex => first.get(vertex.id) === vertex).map(withDistinctInputs)) }
}

export const isSource = ({ inputs }: JobVertex): boolean => inputs.length === 0

/** How many vertices read from each. */
export const outputCounts = ({ vertices }: JobTopology): ReadonlyMap<VertexId, number> => {
  const counts = new Map<VertexId, number>()
  for (const { inputs } of vertices) for (const { id } of inputs) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}
