import { averageOf, currentOf, type EvaluatedMetrics, type MetricsOf } from './evaluated-metrics.ts'
import { isSource, type JobTopology, type JobVertex, type VertexId } from './topology.ts'
import type { VertexDecision } from './vertex-decision.ts'
import type { EpochMillis } from '../contract/resource/time.ts'
import { floorAt } from '../flink/schedule/scheduled-floor.ts'
import { timeZoneOf, utc } from '../flink/schedule/time-zone.ts'
import type { AutoscalerConfiguration, Profile } from './autoscaler-configuration.ts'
import type { AutoscalerState } from './autoscaler-state.ts'
import { restartTime, trimmedHistory } from './state/fitted-state.ts'
import { vertexParallelism } from './vertex-parallelism.ts'

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

export interface DecisionInput {
  readonly state: AutoscalerState
  readonly configuration: AutoscalerConfiguration
  readonly profile: Profile
  readonly topology: JobTopology
  readonly evaluated: EvaluatedMetrics
  /** Vertices that are not scaled in this cycle. */
  readonly excluded: readonly VertexId[]
  readonly now: EpochMillis
}

/** Decides on each vertex that is not excluded (autoscaler.md, section 5.1, row 2). */
export const vertexDecisions = (input: DecisionInput): Readonly<Record<VertexId, VertexDecision>> => {
  const { state, configuration, profile, topology, evaluated, now } = input
  const context = {
    configuration,
    profile,
    restartTime: restartTime(state.tracking, configuration),
    floor: floorAt(configuration.vertexMinParallelismSchedule, now, timeZoneOf(configuration.timeZone) ?? utc),
    now,
  }
  const history = trimmedHistory(state.history, configuration, now)
  const excluded = new Set([...configuration.vertexExcludeIds, ...input.excluded])
  const vertices = topology.vertices.filter(({ id }) => !excluded.has(id))
  const decided = (passableOf: (id: VertexId) => number): Readonly<Record<VertexId, VertexDecision>> =>
    Object.fromEntries(
      vertices.map(({ id, inputs }) => [
        id,
        vertexParallelism({
          id,
          inputShipStrategies: inputs.map(({ shipStrategy }) => shipStrategy),
          metrics: evaluated.vertices[id] ?? {},
          isBacklogShrinking: evaluated.isBacklogShrinking,
          contradiction: evaluated.contradiction,
          passable: passableOf(id),
          history: history[id] ?? [],
          delayed: state.delayedScaleDown[id] ?? null,
        }, context),
      ]),
    )
  const alone = decided(() => 1)
  if (!configuration.bottleneckLimitsOthers) return alone
  const parts = passableParts(topology, evaluated, alone)
  return decided(id => (alone[id]?.row === 'scale-up' ? parts.get(id) ?? 1 : 1))
}
