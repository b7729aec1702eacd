import { autoscalerConfiguration } from '../../../packages/core/src/autoscaler/autoscaler-configuration.ts'
import { emptyState } from '../../../packages/core/src/autoscaler/autoscaler-state.ts'
import { type Execution, execution } from '../../../packages/core/src/autoscaler/execute/execution.ts'
import { type ClusterCapacity, clusterNodes } from '../../../packages/core/src/autoscaler/fit/cluster-capacity.ts'
import { restartTime } from '../../../packages/core/src/autoscaler/state/fitted-state.ts'
import { vertexParallelism } from '../../../packages/core/src/autoscaler/vertex-parallelism.ts'
import { excludedAt } from '../../../packages/core/src/flink/schedule/excluded-period.ts'
import { excludedPeriodProblem } from '../../../packages/core/src/spec/validation/autoscaler-rules.ts'
import { type Difference, differenceOf, type GoldenFamily, type GoldenVector } from '../family.ts'
import { valueDifferences } from './autoscaler.compare.ts'
import { eventsOf, sortedEvents } from './autoscaler-event.decode.ts'
import {
  delayedOf,
  historyOf,
  jsonOfDelayed,
  jsonOfHistory,
  jsonOfTracking,
  metricsOfJson,
  storedTime,
  topologyOf,
  trackingOf,
} from './autoscaler-state.decode.ts'

const profile = '1.15.0'

type Fields = Readonly<Record<string, unknown>>

const configurationOf = ({ given }: GoldenVector) =>
  autoscalerConfiguration(given['configuration'] as Record<string, string>, profile).configuration

const periods = (vector: GoldenVector): readonly Difference[] => {
  const { excludedPeriods } = configurationOf(vector)
  const found = excludedAt(excludedPeriods, storedTime(vector.given['now']).at)
  return [
    ...valueDifferences('excluded', vector.expect['excluded'], found._tag === 'Unreadable' ? null : found._tag === 'Excluded'),
    ...valueDifferences('throws', vector.expect['throws'], found._tag === 'Unreadable' ? 'java.util.NoSuchElementException' : null),
    ...valueDifferences('invalid', vector.expect['invalid'], excludedPeriods.map(excludedPeriodProblem).find(it => it !== null)),
  ]
}

interface Node {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
  readonly status: { readonly allocatable: Readonly<Record<string, string>> }
}

const clusterOf = ({ given }: GoldenVector): ClusterCapacity => {
  const cluster = given['cluster'] as Fields | undefined
  if (cluster === undefined) return given['resourceCheck'] === false ? { _tag: 'Known', nodes: [] } : { _tag: 'Unchecked' }
  if (Number(cluster['refreshSeconds']) < 0 || Number(cluster['forbidden']) === 403) return { _tag: 'Unchecked' }
  if (cluster['forbidden'] !== undefined) return { _tag: 'Unknown', reason: `HTTP ${Number(cluster['forbidden'])}` }
  const usage = (cluster['usage'] ?? {}) as Readonly<Record<string, Readonly<Record<string, string>>>>
  const nodes = (cluster['nodes'] as readonly Node[]).map(({ metadata: { name, labels = {} }, status: { allocatable } }) => ({
    labels,
    allocatable,
    usage: usage[name] ?? {},
  }))
  return { _tag: 'Known', nodes: clusterNodes(nodes, (cluster['clusterAutoscalerStatus'] ?? null) as string | null) }
}

const run = (vector: GoldenVector): Execution => {
  const { given } = vector
  const configuration = configurationOf(vector)
  const topology = topologyOf(given['topology'])
  const now = storedTime(given['now']).at
  const state = {
    ...emptyState,
    history: historyOf(given['history']),
    tracking: trackingOf(given['tracking']),
    delayedScaleDown: delayedOf(given['delayedScaleDown']),
  }
  const context = { configuration, profile, restartTime: restartTime(state.tracking, configuration), floor: 0, now } as const
  const decided = topology.vertices.filter(({ id }) => !configuration.vertexExcludeIds.includes(id)).map(({ id, inputs }) =>
    [
      id,
      vertexParallelism({
        id,
        inputShipStrategies: inputs.map(({ shipStrategy }) => shipStrategy),
        metrics: metricsOfJson((given['vertexMetrics'] as Fields)[id]),
        isBacklogShrinking: false,
        contradiction: null,
        passable: 1,
        history: state.history[id] ?? [],
        delayed: state.delayedScaleDown[id] ?? null,
      }, context),
    ] as const
  )
  return execution({
    configuration,
    flinkVersion: 'v1_20',
    topology,
    globalMetrics: metricsOfJson(given['globalMetrics']),
    decisions: Object.fromEntries(decided),
    state,
    cluster: clusterOf(vector),
    now,
    profile,
  })
}

const decision = (vector: GoldenVector): readonly Difference[] => {
  const { given, expect } = vector
  const { row, state, recommended, request, events } = run(vector)
  const topology = topologyOf(given['topology'])
  const isScaled = row === 'scaled'
  const all = Object.fromEntries(topology.vertices.map(({ id, parallelism }) => [id, recommended[id] ?? parallelism]))
  const added = Object.fromEntries(
    Object.entries(state.history).flatMap(([id, records]) => {
      const newest = records.at(-1)
      return newest === undefined || newest.at !== storedTime(given['now']).at ? []
        : [[id, Object.values((jsonOfHistory({ [id]: [newest] }) as Readonly<Record<string, Fields>>)[id] ?? {})[0]] as const]
    }),
  )
  const failed = row === 'cluster-unknown' ? 'io.fabric8.kubernetes.client.KubernetesClientException' : null
  if (expect['throws'] !== undefined && failed === null)
    return [
      differenceOf('throws', expect['throws'], null),
      ...valueDifferences('recommendedParallelism', expect['recommendedParallelism'], all),
    ]
  return [
    ...valueDifferences('throws', expect['throws'], failed),
    ...valueDifferences('scaled', expect['scaled'], failed === null ? isScaled : null),
    ...valueDifferences('recommendedParallelism', expect['recommendedParallelism'], all),
    ...valueDifferences('events', sortedEvents(expect['events'] as readonly unknown[]), eventsOf(events)),
    ...(expect['delayedScaleDown'] === undefined ? []
      : valueDifferences('delayedScaleDown', expect['delayedScaleDown'], jsonOfDelayed(state.delayedScaleDown))),
    ...(given['resourceCheck'] === undefined ? []
      : valueDifferences('resourceChecks', expect['resourceChecks'], request === null ? null : [request])),
    ...(isScaled ? [
      ...valueDifferences('parallelismOverrides', expect['parallelismOverrides'], state.parallelismOverrides),
      ...valueDifferences('configChanges', expect['configChanges'], state.configChanges),
      ...valueDifferences('addedToHistory', expect['addedToHistory'], added),
      ...valueDifferences('tracking', expect['tracking'], jsonOfTracking(state.tracking)),
    ] : []),
  ]
}

export const autoscalerExecute: GoldenFamily = {
  name: 'autoscaler-execute',
  run: vector => (vector.given['what'] === 'periods' ? periods(vector) : decision(vector)),
}
