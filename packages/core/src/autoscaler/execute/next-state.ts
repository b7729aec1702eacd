import type { EpochMillis } from '../../resource/time.ts'
import type { AutoscalerConfiguration } from '../autoscaler-configuration.ts'
import type { AutoscalerState, ConfigChanges, DelayedScaleDown, ScalingHistory } from '../autoscaler-state.ts'
import { currentOnly } from '../evaluated-metrics.ts'
import { parallelismAfter, type NewParallelism } from '../fit/slots.ts'
import { byTime } from '../state/order.ts'
import { trimmedHistory } from '../state/trim.ts'
import type { JobTopology, VertexId } from '../topology.ts'
import type { VertexDecision } from '../vertex-decision.ts'
import type { ScalingChange } from './scaling-change.ts'

/** Delayed scale-downs after the decisions; a vertex without a decision keeps its own. */
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

/** The history with one record more of each changed vertex. Of two changes of one vertex the last counts. */
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
 * The state in which a scaling is recorded (autoscaler.md, section 5.1, row 9): it is stored before anything takes effect. The overrides
 * name every vertex, so that none changes by itself later.
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
