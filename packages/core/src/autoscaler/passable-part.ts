import { averageOf, currentOf, type EvaluatedMetrics, type MetricsOf } from './evaluated-metrics.ts'
import { isSource, type JobTopology, type JobVertex, type VertexId } from './topology.ts'
import type { VertexDecision } from './vertex-decision.ts'

type Decisions = Readonly<Record<VertexId, VertexDecision>>

/** Share of its incoming records that the vertex can process after this decision; 1 if unknown. */
const ownPart = ({ id, parallelism }: JobVertex, metrics: MetricsOf, decisions: Decisions): number => {
  const after = (Object.hasOwn(decisions, id) ? decisions[id]?.newParallelism : undefined) ?? parallelism
  const possible = (averageOf(metrics, 'TRUE_PROCESSING_RATE') / parallelism) * after
  const part = possible / (averageOf(metrics, 'TARGET_DATA_RATE') + currentOf(metrics, 'CATCH_UP_DATA_RATE'))
  return part >= 0 && part < 1 ? part : 1
}

/**
 * For each vertex, the share of its records that can reach it. A vertex that can not process all its records causes back pressure on
 * its sources, and these then send less to all their downstream vertices. With several sources the largest share counts.
 */
export const passableParts = (
  { vertices }: JobTopology,
  evaluated: EvaluatedMetrics,
  decisions: Decisions,
): ReadonlyMap<VertexId, number> => {
  const behind = new Map(vertices.map(vertex => [vertex.id, ownPart(vertex, evaluated.vertices[vertex.id] ?? {}, decisions)]))
  for (const { id, inputs } of [...vertices].reverse())
    for (const input of inputs) behind.set(input.id, Math.min(behind.get(input.id) ?? 1, behind.get(id) ?? 1))
  const parts = new Map<VertexId, number>()
  for (const vertex of vertices) {
    const part = isSource(vertex) ? behind.get(vertex.id) ?? 1
      : vertex.inputs.reduce((most, { id }) => Math.max(most, parts.get(id) ?? 1), 0)
    parts.set(vertex.id, part)
  }
  return parts
}
