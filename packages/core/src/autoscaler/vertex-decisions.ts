import type { EpochMillis } from '../contract/resource/time.ts'
import { floorAt } from '../flink/schedule/scheduled-floor.ts'
import { timeZoneOf, utc } from '../flink/schedule/time-zone.ts'
import type { AutoscalerConfiguration } from './autoscaler-configuration.ts'
import type { AutoscalerState } from './autoscaler-state.ts'
import type { EvaluatedMetrics } from './evaluated-metrics.ts'
import { passableParts } from './passable-part.ts'
import type { Profile } from './profile.ts'
import { restartTime, trimmedHistory } from './state/trim.ts'
import type { JobTopology, VertexId } from './topology.ts'
import type { VertexDecision } from './vertex-decision.ts'
import { vertexParallelism } from './vertex-parallelism.ts'

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
