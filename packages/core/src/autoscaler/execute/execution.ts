import type { ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import type { FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import { excludedAt, type ExcludedAt } from '../../flink/schedule/excluded-period.ts'
import { timeZoneOf, utc } from '../../flink/schedule/time-zone.ts'
import type { AutoscalerConfiguration, Profile } from '../autoscaler-configuration.ts'
import type { AutoscalerEvent } from '../autoscaler-event.ts'
import type { AutoscalerState, ConfigChanges } from '../autoscaler-state.ts'
import { currentOf, type MetricsOf } from '../evaluated-metrics.ts'
import type { ClusterCapacity } from '../fit/cluster-capacity.ts'
import { overQuota, lackingRoom, uncheckedRoom } from '../fit/quota.ts'
import { type NewParallelism, slotsAfter, taskManagersFor, taskManagerSize } from '../fit/task-manager.ts'
import type { JobTopology, VertexId } from '../topology.ts'
import { memoryRecommendation } from '../tuning/recommendation.ts'
import { tunedMemory } from '../tuning/tune-memory.ts'
import type { VertexDecision } from '../vertex-decision.ts'
import {
  memoryPressure,
  obstacleReason,
  type ScalingChange,
  type ScalingObstacle,
  disabledReport,
  scalingReport,
} from './scaling-report.ts'
import { delayedAfter, scaledState } from './next-state.ts'
import { notEarned, overBudget } from './restart-cost.ts'

export interface ExecutionInput {
  readonly configuration: AutoscalerConfiguration
  readonly flinkVersion: FlinkVersion
  readonly topology: JobTopology
  readonly globalMetrics: MetricsOf
  /** Decisions for every vertex that is not excluded. */
  readonly decisions: Readonly<Record<VertexId, VertexDecision>>
  readonly state: AutoscalerState
  readonly cluster: ClusterCapacity
  readonly now: EpochMillis
  readonly profile: Profile
  /** Absent: a scaling sets the parallelism. */
  readonly obstacle?: ScalingObstacle | undefined
}

/** Rows of section 5.1 of autoscaler.md, in the order of evaluation. */
export const executionRows = [
  'memory-pressure',
  'within-bounds',
  'scaling-disabled',
  'overrides-ignored',
  'excluded-period',
  'unreadable-period',
  'restart-budget',
  'not-earned',
  'slots-unknown',
  'cluster-unknown',
  'cluster-full',
  'quota',
  'scaled',
] as const

export type ExecutionRow = (typeof executionRows)[number]

export interface Execution {
  readonly row: ExecutionRow
  /** The reason, as a sentence with the decisive numbers. */
  readonly reason: string
  readonly state: AutoscalerState
  /** Recommended parallelism of the vertices that would change, even if the scaling is blocked. */
  readonly recommended: NewParallelism
  /** Resources that the scaling needs. Null: unknown, or the cycle ended before they were asked for. */
  readonly request: ResourceRequest | null
  readonly events: readonly AutoscalerEvent[]
}

interface Considered {
  readonly input: ExecutionInput
  readonly pressure: AutoscalerEvent | null
  readonly changes: readonly ScalingChange[]
  readonly parallelism: NewParallelism
  readonly excluded: ExcludedAt
  /** Why the restart budget is used up, or why the scale-down is not worth a restart; null: neither blocks the scaling. */
  readonly overBudget: string | null
  readonly notEarned: string | null
  readonly tuned: ConfigChanges | null
  readonly request: ResourceRequest | null
  readonly overQuota: string | null
  /** Why the nodes have no room for the scaling, or why they can't be checked; null: neither. */
  readonly lackingRoom: string | null
  readonly unchecked: string | null
}

const noChanges: ConfigChanges = { overrides: {}, removals: [] }

const considered = (input: ExecutionInput): Considered => {
  const { configuration, topology, globalMetrics, decisions, profile, now } = input
  const changes = topology.vertices.flatMap(({ id, parallelism }): readonly ScalingChange[] => {
    const decision = Object.hasOwn(decisions, id) ? decisions[id] : undefined
    return decision === undefined || decision.newParallelism === parallelism ? []
      : [{
        id,
        current: parallelism,
        parallelism: decision.newParallelism,
        isOutsideBounds: decision.isOutsideBounds,
        metrics: decision.metrics,
      }]
  })
  const parallelism = Object.fromEntries(changes.map(change => [change.id, change.parallelism]))
  const tuned = tunedMemory({ configuration, flinkVersion: input.flinkVersion, topology, globalMetrics, changes: parallelism })
  const size = taskManagerSize({
    ...configuration.flinkConfiguration,
    ...(configuration.memoryTuningEnabled ? (tuned ?? noChanges).overrides : {}),
  })
  const current = currentOf(globalMetrics, 'NUM_TASK_SLOTS_USED')
  const used = Number.isFinite(current) ? Math.trunc(current) : 0
  const change = { topology, parallelism, slotsUsed: used, tracking: input.state.tracking, now }
  const request = size.cpu <= 0 || size.memory <= 0 ? null : {
    taskManagersNow: taskManagersFor(used, size.slots),
    taskManagersAfter: taskManagersFor(slotsAfter(topology, parallelism, used), size.slots),
    cpu: size.cpu,
    memory: size.memory,
  }
  return {
    input,
    pressure: memoryPressure(globalMetrics, configuration),
    changes,
    parallelism,
    excluded: excludedAt(configuration.excludedPeriods, now, timeZoneOf(configuration.timeZone) ?? utc),
    overBudget: overBudget(change, configuration),
    notEarned: notEarned(change, configuration),
    tuned,
    request,
    lackingRoom: lackingRoom({ cluster: input.cluster, request }),
    unchecked: uncheckedRoom({ cluster: input.cluster, request }),
    overQuota: overQuota(topology, parallelism, configuration, size, profile),
  }
}

const blocked = ({ input }: Considered, reason: AutoscalerEvent['reason'], message: string, key: string | null): AutoscalerEvent => ({
  type: 'Warning',
  reason,
  message,
  key,
  interval: input.configuration.scalingEventInterval,
  unlessSame: null,
})

const quotaMessage = 'Resource usage is above the allowed limit for scaling operations. Please adjust the resource quota manually.'

/** A-6: the reference operator does not report that the cluster is full. */
const clusterEvent = (it: Considered, message: string): readonly AutoscalerEvent[] =>
  it.input.profile === 'main' ? [blocked(it, 'ResourceQuotaReached', message, 'clusterCapacity')] : []

const changeWords = ({ changes }: Considered): string =>
  changes.map(({ id, current, parallelism }) => `${id}: ${current} -> ${parallelism}`).join(', ')

const fullWords = (it: Considered): string => `${it.lackingRoom ?? ''}. Vertices: ${changeWords(it)}`

/** A scaling without a check of the nodes is reported once: the cause lasts until somebody changes it. */
const uncheckedEvents = (it: Considered): readonly AutoscalerEvent[] => {
  const { unchecked, input: { cluster } } = it
  if (unchecked === null || (cluster._tag === 'Unknown' && cluster.isReported === true)) return []
  const message = `The free capacity of the cluster's nodes is unknown: ${unchecked}. The autoscaler scales the job without that check`
  return [{ ...blocked(it, 'ClusterCapacityUnknown', message, 'clusterCapacityUnknown'), interval: Number.MAX_SAFE_INTEGER }]
}

/** A-3: the time zone of the periods, if it is not UTC as in the reference operator's containers. */
const zoneWords = ({ timeZone }: AutoscalerConfiguration): string => (timeZone === 'UTC' ? '' : ` (${timeZone})`)

const periodOf = (excluded: ExcludedAt): string => (excluded._tag === 'Free' ? '' : excluded.period)

interface Row {
  readonly id: ExecutionRow
  readonly when: (it: Considered) => boolean
  readonly reason: (it: Considered) => string
  readonly events: (it: Considered) => readonly AutoscalerEvent[]
}

const rows: readonly Row[] = [
  {
    id: 'memory-pressure',
    when: ({ pressure }) => pressure !== null,
    reason: ({ pressure }) => pressure?.message ?? '',
    events: ({ pressure }) => (pressure === null ? [] : [pressure]),
  },
  {
    id: 'within-bounds',
    when: ({ changes }) => !changes.some(({ isOutsideBounds }) => isOutsideBounds),
    reason: ({ changes }) => changes.length === 0 ? 'no vertex wants another parallelism' : 'all vertices are within their bounds',
    events: () => [],
  },
  {
    id: 'scaling-disabled',
    when: ({ input }) => !input.configuration.scalingEnabled,
    reason: () => 'job.autoscaler.scaling.enabled is false',
    events: ({ changes, input }) => [disabledReport('job.autoscaler.scaling.enabled', 'false', changes, input.configuration)],
  },
  {
    id: 'overrides-ignored',
    when: ({ input }) => input.obstacle !== undefined,
    reason: ({ input: { obstacle } }) => obstacle === undefined ? '' : obstacleReason(obstacle),
    events: ({ changes, input: { obstacle, configuration } }) =>
      obstacle === undefined ? [] : [disabledReport(obstacle.option, obstacle.value, changes, configuration)],
  },
  {
    id: 'excluded-period',
    when: ({ excluded }) => excluded._tag === 'Excluded',
    reason: ({ excluded }) => `excluded period ${periodOf(excluded)}`,
    events: ({ changes, input: { configuration } }) => [
      disabledReport(
        'job.autoscaler.excluded.periods',
        `[${configuration.excludedPeriods.join(', ')}]${zoneWords(configuration)}`,
        changes,
        configuration,
      ),
    ],
  },
  {
    id: 'unreadable-period',
    when: ({ excluded }) => excluded._tag === 'Unreadable',
    reason: ({ excluded }) => `the excluded period ${periodOf(excluded)} can't be read`,
    events: it => [
      blocked(
        it,
        'AutoscalerError',
        `The excluded period ${periodOf(it.excluded)} can't be read`,
        'excludedPeriods',
      ),
    ],
  },
  {
    id: 'restart-budget',
    when: it => it.overBudget !== null,
    reason: it => it.overBudget ?? '',
    events: it => [blocked(it, 'ScalingLimited', `Scaling limited: ${it.overBudget ?? ''}`, 'restartBudget')],
  },
  {
    id: 'not-earned',
    when: it => it.notEarned !== null,
    reason: it => it.notEarned ?? '',
    events: () => [],
  },
  {
    id: 'slots-unknown',
    when: ({ input, request }) =>
      input.profile === 'main' && request !== null && input.cluster._tag === 'Known'
      && Number.isNaN(currentOf(input.globalMetrics, 'NUM_TASK_SLOTS_USED')),
    reason: () => 'the number of used slots is unknown',
    events: it => clusterEvent(it, 'The number of used slots is unknown, so free capacity in the cluster can not be checked.'),
  },
  {
    id: 'cluster-unknown',
    when: ({ input: { profile }, unchecked }) => profile === '1.15.0' && unchecked !== null,
    reason: ({ unchecked }) => `the cluster's nodes are unknown: ${unchecked ?? ''}`,
    events: () => [],
  },
  {
    id: 'cluster-full',
    when: it => it.lackingRoom !== null,
    reason: fullWords,
    events: it => clusterEvent(it, `Scaling blocked: ${fullWords(it)}`),
  },
  {
    id: 'quota',
    when: it => it.overQuota !== null,
    reason: it => it.overQuota ?? '',
    events: it => [
      blocked(it, 'ResourceQuotaReached', it.input.profile === 'main' ? `${quotaMessage} ${it.overQuota ?? ''}` : quotaMessage, null),
    ],
  },
  {
    id: 'scaled',
    when: () => true,
    reason: it => `${changeWords(it)}${it.unchecked === null ? '' : `; the nodes of the cluster are not checked: ${it.unchecked}`}`,
    events: uncheckedEvents,
  },
]

const atLeast = (row: ExecutionRow, first: ExecutionRow): boolean => executionRows.indexOf(row) >= executionRows.indexOf(first)

/** A-20: profile 1.15.0 reports a scaling as started even if a later row blocks it. */
const reports = ({ input: { profile, configuration, now }, changes, tuned }: Considered, row: ExecutionRow): readonly AutoscalerEvent[] => [
  ...(tuned !== null && atLeast(row, 'slots-unknown') ? [memoryRecommendation(tuned, configuration, profile)] : []),
  ...(row === 'scaled' || (profile === '1.15.0' && atLeast(row, 'slots-unknown')) ? [scalingReport(changes, configuration, now)] : []),
]

/** Decides whether to scale the job, and why not. Total. */
export const execution = (input: ExecutionInput): Execution => {
  const it = considered(input)
  const row = rows.find(({ when }) => when(it))
  const id = row?.id ?? 'scaled'
  const isPressed = id === 'memory-pressure'
  const state = isPressed ? input.state : { ...input.state, delayedScaleDown: delayedAfter(input.state.delayedScaleDown, input.decisions) }
  return {
    row: id,
    reason: row?.reason(it) ?? '',
    state: id !== 'scaled' ? state : scaledState(state, {
      topology: input.topology,
      changes: it.changes,
      parallelism: it.parallelism,
      configChanges: input.configuration.memoryTuningEnabled ? it.tuned ?? noChanges : noChanges,
      configuration: input.configuration,
      now: input.now,
    }),
    recommended: atLeast(id, 'scaling-disabled') ? it.parallelism : {},
    request: atLeast(id, 'cluster-unknown') ? it.request : null,
    events: [
      ...(isPressed ? [] : Object.values(input.decisions).flatMap(({ events }) => events)),
      ...reports(it, id),
      ...(row?.events(it) ?? []),
    ],
  }
}
