import type { AutoscalerEvent } from './autoscaler-event.ts'
import type { DelayedVertex } from './autoscaler-state.ts'
import { type DelayedWish, delayedWish, ineffectiveScaleUp, scalingLimited } from './when-not-to-scale.ts'
import { averageOf, currentOnly, type MetricsOf } from './evaluated-metrics.ts'
import type { VertexDecision, VertexRow } from './vertex-decision.ts'
import { type DecisionContext, type VertexToScale, vertexWish, type VertexWish } from './vertex-wish.ts'

interface Considered {
  readonly vertex: VertexToScale
  readonly context: DecisionContext
  readonly wish: VertexWish
  readonly ineffective: AutoscalerEvent | null
  /** The delayed scale-down; null: no scale-down is recommended, or it need not wait. */
  readonly waiting: DelayedWish | null
}

interface Row {
  readonly id: VertexRow
  readonly when: (it: Considered) => boolean
  readonly reason: (it: Considered) => string
  /** The new parallelism; absent: the vertex does not change. */
  readonly scaledTo?: (it: Considered) => { readonly parallelism: number; readonly isOutsideBounds: boolean }
  readonly delayed: (it: Considered) => DelayedVertex | null
}

const forgotten = (): null => null
const unchanged = ({ vertex }: Considered): DelayedVertex | null => vertex.delayed
const shown = (value: number): string => (Number.isFinite(value) ? String(Math.round(value * 100) / 100) : String(value))

const wants = ({ wish }: Considered): string =>
  `needs ${shown(wish.capacity)} records/s and processes ${shown(wish.rate)} with parallelism ${wish.current}`
const aligned = ({ wish }: Considered): string =>
  wish.aligned.parallelism === wish.wished ? String(wish.wished) : `${wish.wished}, aligned to ${wish.aligned.parallelism}`
const heldBackBy = 'a vertex before or after it does not get the parallelism that it needs'
const isScaleDown = ({ wish }: Considered): boolean => wish.aligned.parallelism < wish.current
const asAligned = ({ wish }: Considered) => ({ parallelism: wish.aligned.parallelism, isOutsideBounds: wish.isOutsideBounds })

/** True if the load is at or above the target utilization, and the backlog does not shrink. */
const isBusy = ({ vertex, context }: Considered): boolean =>
  context.profile === 'main' && !vertex.isBacklogShrinking
  && averageOf(vertex.metrics, 'LOAD') >= context.configuration.utilizationTarget

const upWords = ({ vertex, wish, context }: Considered): string =>
  wish.isBelowFloor ? `, the schedule has at least ${context.floor}`
    : vertex.passable < 1 ? ` for the ${shown(vertex.passable * 100)} % of the records that can reach it` : ''

/** The decision table. The first matching row applies. */
const rows: readonly Row[] = [
  {
    id: 'no-rate',
    when: ({ wish }) => wish.current < 1 || Number.isNaN(wish.rate),
    reason: () => 'its true processing rate is unknown',
    delayed: unchanged,
  },
  {
    id: 'no-capacity',
    when: ({ wish }) => Number.isNaN(wish.capacity),
    reason: () => 'its target data rate is unknown',
    delayed: unchanged,
  },
  {
    id: 'held-back',
    when: ({ vertex, wish }) => vertex.passable < 1 && wish.wished === wish.current,
    reason: it => `${wants(it)}, but only ${shown(it.vertex.passable * 100)} % of the records can reach it: ${heldBackBy}`,
    delayed: forgotten,
  },
  { id: 'enough', when: ({ wish }) => wish.wished === wish.current, reason: it => `${wants(it)}: enough`, delayed: forgotten },
  {
    id: 'aligned-to-current',
    when: ({ wish }) => wish.aligned.parallelism === wish.current,
    reason: it =>
      `${
        wants(it)
      }: wants ${it.wish.wished}, but with ${it.wish.keyGroupsOrPartitions} partitions or key groups no parallelism in between is better`,
    delayed: forgotten,
  },
  {
    id: 'busy',
    when: it => isScaleDown(it) && isBusy(it),
    reason: it =>
      `${wants(it)}: would want ${aligned(it)}, but it is busy ${shown(averageOf(it.vertex.metrics, 'LOAD') * 100)} % of the time`,
    delayed: forgotten,
  },
  {
    id: 'contradictory',
    when: it => isScaleDown(it) && it.context.configuration.scaleDownRequireConsistentMetrics && it.vertex.contradiction !== null,
    reason: it => `${wants(it)}: would want ${aligned(it)}, but ${it.vertex.contradiction ?? ''}`,
    delayed: forgotten,
  },
  {
    id: 'ineffective',
    when: ({ ineffective, context }) => ineffective !== null && context.configuration.scalingEffectivenessDetectionEnabled,
    reason: it => `${wants(it)}: wants ${aligned(it)}, but the last scale-up did not help`,
    delayed: forgotten,
  },
  {
    id: 'scale-up',
    when: it => !isScaleDown(it),
    reason: it => `${wants(it)}: wants ${aligned(it)}${upWords(it)}`,
    scaledTo: asAligned,
    delayed: forgotten,
  },
  {
    id: 'delayed',
    when: ({ waiting, wish }) => waiting !== null && (waiting.due === null || waiting.due.parallelism >= wish.current),
    reason: it =>
      `${wants(it)}: wants ${aligned(it)}, once it has wanted to scale down for ${it.context.configuration.scaleDownInterval / 60_000} min`,
    delayed: ({ waiting }) => waiting?.delayed ?? null,
  },
  {
    id: 'scale-down',
    when: () => true,
    reason: it => `${wants(it)}: wants ${it.waiting?.due?.parallelism ?? aligned(it)}`,
    scaledTo: it => it.waiting?.due ?? asAligned(it),
    delayed: it => (it.waiting === null ? unchanged(it) : it.waiting.delayed),
  },
]

/** Expected processing rate after the scaling. Profile 1.15.0 ignores the limits and the alignment. */
const expectedRate = ({ wish }: Considered, isReleased: boolean): number =>
  isReleased ? wish.rate * wish.factor : (wish.rate / wish.current) * wish.aligned.parallelism

const withExpectedRate = (it: Considered): MetricsOf => {
  const { vertex, wish, context } = it
  if (wish.current < 1 || Number.isNaN(wish.rate) || Number.isNaN(wish.capacity) || wish.aligned.parallelism === wish.current)
    return vertex.metrics
  return { ...vertex.metrics, EXPECTED_PROCESSING_RATE: currentOnly(expectedRate(it, context.profile === '1.15.0')) }
}

const considered = (vertex: VertexToScale, context: DecisionContext): Considered => {
  const { configuration, now } = context
  const wish = vertexWish(vertex, context)
  const { current, aligned: { parallelism }, isOutsideBounds } = wish
  const isUp = parallelism > current
  const interval = configuration.scaleDownInterval
  const ineffective = isUp && !wish.isBelowFloor
    ? ineffectiveScaleUp({ id: vertex.id, metrics: vertex.metrics, parallelism: current }, vertex.history, configuration)
    : null
  return {
    vertex,
    context,
    wish,
    ineffective,
    waiting: isUp || interval <= 0 ? null : delayedWish(vertex.delayed, { parallelism, isOutsideBounds }, { now, interval }),
  }
}

const eventsOf = ({ vertex, wish, ineffective, context }: Considered): readonly AutoscalerEvent[] => [
  ...(wish.aligned.isLimited ? [scalingLimited(vertex.id, wish, context.configuration)] : []),
  ...(ineffective === null ? [] : [ineffective]),
]

/** Decides the new parallelism of one vertex, with the row that applied. Total: with NaN values the vertex does not change. */
export const vertexParallelism = (vertex: VertexToScale, context: DecisionContext): VertexDecision => {
  const it = considered(vertex, context)
  const row = rows.find(({ when }) => when(it))
  const scaled = row?.scaledTo?.(it) ?? { parallelism: it.wish.current, isOutsideBounds: false }
  const isKnown = !Number.isNaN(it.wish.rate) && !Number.isNaN(it.wish.capacity) && it.wish.current >= 1
  return {
    row: row?.id ?? 'scale-down',
    reason: row?.reason(it) ?? '',
    newParallelism: scaled.parallelism,
    isOutsideBounds: scaled.isOutsideBounds,
    metrics: withExpectedRate(it),
    delayed: row?.delayed(it) ?? null,
    events: isKnown ? eventsOf(it) : [],
  }
}
