import type { EpochMillis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { AutoscalerState, ConfigChanges, DelayedScaleDown, ScalingHistory } from '../autoscaler-state.ts'
import { currentOnly } from '../evaluated-metrics.ts'
import { parallelismAfter, type NewParallelism } from '../fit/task-manager.ts'
import { byTime } from '../state/vertex-key.ts'
import { trimmedHistory } from '../state/fitted-state.ts'
import type { JobTopology, VertexId } from '../topology.ts'
import type { VertexDecision } from '../vertex-decision.ts'
import type { ScalingChange } from './scaling-report.ts'

/** Delayed scale-downs after the decisions. A vertex without a decision keeps its entry. */
export const delayedAfter = (
  before: DelayedScaleDown,
  decisions: Readonly<Record<VertexId, VertexDecision>>,
): DelayedScaleDown =>
  Object.fromEntries([
    ...Object.entries(before).filter(([id]) => !Object.hasOwn(decisions, id)),
    ...Object.entries(decisions).flatMap(([id, { delayed }]) => (delayed === null ? [] : [[id, delayed] as const])),
  ])

interface Scaling {
  readonly topology: JobTopology
  readonly changes: readonly ScalingChange[]
  readonly parallelism: NewParallelism
  readonly configChanges: ConfigChanges
  readonly configuration: AutoscalerConfiguration
  readonly now: EpochMillis
}

/** Adds one record per changed vertex to the history. Of two changes of one vertex the last wins. */
const historyWith = (
  before: ScalingHistory,
  { changes, now }: Pick<Scaling, 'changes' | 'now'>,
): ScalingHistory => {
  const added = new Map(changes.map(({ id, current, parallelism: next, metrics }) => [id, {
    at: now,
    currentParallelism: current,
    newParallelism: next,
    metrics: { ...metrics, RECOMMENDED_PARALLELISM: currentOnly(next) },
  }]))
  const known = new Map(Object.entries(before))
  return Object.fromEntries([
    ...known,
    ...[...added].map(([id, record]) => [id, byTime([...(known.get(id) ?? []), record])] as const),
  ])
}

/**
 * The state with the scaling recorded (autoscaler.md, section 5.1, row 9). It is stored before the scaling takes effect. The overrides
 * contain every vertex, so that no vertex changes unintentionally later.
 */
export const scaledState = (
  state: AutoscalerState,
  { topology, changes, parallelism, configChanges, configuration, now }: Scaling,
): AutoscalerState => ({
  ...state,
  history: historyWith(trimmedHistory(state.history, configuration, now), { changes, now }),
  tracking: byTime([...state.tracking, { at: now, restartDuration: null }]),
  delayedScaleDown: {},
  parallelismOverrides: Object.fromEntries(topology.vertices.map(vertex => [vertex.id, String(parallelismAfter(parallelism, vertex))])),
  configChanges,
})
