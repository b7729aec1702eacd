import { executionRows, execution } from './execute/execution.ts'
import type { ScalingObstacle } from './execute/scaling-report.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { ResourceRequest } from '../contract/fact/cluster-capacity-view.ts'
import type { FlinkVersion } from '../contract/resource/flink-version.ts'
import type { EpochMillis } from '../contract/resource/time.ts'
import type { AutoscalerConfiguration, Profile } from './autoscaler-configuration.ts'
import type { AutoscalerEvent } from './autoscaler-event.ts'
import { type AutoscalerState, emptyState, type ParallelismOverrides } from './autoscaler-state.ts'
import { evaluate } from './evaluate.ts'
import type { EvaluatedMetrics } from './evaluated-metrics.ts'
import type { ClusterCapacity } from './fit/cluster-capacity.ts'
import type { NewParallelism } from './fit/task-manager.ts'
import { collect, type Collected } from './sample/collect.ts'
import type { FlinkAnswers } from './sample/vertex-metrics.ts'
import { withRestartDuration } from './state/tracking-text.ts'
import { restartTime, trimmedHistory, trimmedTracking } from './state/fitted-state.ts'
import type { JobTopology, VertexId } from './topology.ts'
import type { VertexDecision } from './vertex-decision.ts'
import { vertexDecisions } from './vertex-decisions.ts'

/** The steps at which a cycle can end (autoscaler.md, section 1). */
export const cycleRows = [
  'off',
  'not-running',
  'unknown',
  'not-ready',
  'no-sample',
  'too-few-samples',
  'not-evaluated',
  'window-not-full',
  ...executionRows,
] as const

/** How a cycle ended. */
export type CycleRow = (typeof cycleRows)[number]

/** Input of one cycle. */
export interface CycleInput {
  readonly state: AutoscalerState
  readonly configuration: AutoscalerConfiguration
  readonly profile: Profile
  readonly flinkVersion: FlinkVersion
  /** Flink's responses about the job. `NotRunning`: the job does not run. `Unknown`: Flink could not be queried, so no sample is taken. */
  readonly job:
    | { readonly _tag: 'Known'; readonly answers: FlinkAnswers }
    | { readonly _tag: 'NotRunning' }
    | { readonly _tag: 'Unknown'; readonly reason: string }
  readonly cluster: ClusterCapacity
  readonly now: EpochMillis
  /** Absent: a scaling sets the parallelism. */
  readonly obstacle?: ScalingObstacle | undefined
}

/** Why the job is scaled or not, and the decision for each vertex. */
export interface Verdict {
  readonly row: CycleRow
  readonly reason: string
  readonly vertices: Readonly<Record<VertexId, VertexDecision>>
}

/** Result of one cycle: the new state, the overrides, the events, and the reason. */
export interface Cycle {
  /** The new state. It must be stored before an override takes effect. */
  readonly state: AutoscalerState
  /** Overrides that apply from now on, even if this cycle decided nothing. */
  readonly overrides: ParallelismOverrides
  readonly events: readonly AutoscalerEvent[]
  readonly verdict: Verdict
  /** Evaluated metrics for gauges; null: none were evaluated. */
  readonly evaluated: EvaluatedMetrics | null
  /** New parallelism of the vertices that would change, even if the scaling is blocked. */
  readonly recommended: NewParallelism
  /** Resources that the decided or blocked scaling needs; null: unknown, or there is none. */
  readonly request: ResourceRequest | null
}

const ended = (state: AutoscalerState, row: CycleRow, reason: string, its: Partial<Cycle> = {}): Cycle => ({
  state,
  overrides: state.parallelismOverrides,
  events: [],
  verdict: { row, reason, vertices: {} },
  evaluated: null,
  recommended: {},
  request: null,
  ...its,
})

const errorEvent = (message: string): AutoscalerEvent => ({
  type: 'Warning',
  reason: 'AutoscalerError',
  message,
  key: null,
  interval: null,
  unlessSame: null,
})

/** a persistent error is one event, not one per round. */
const failedWith = (message: string, { profile, configuration }: CycleInput): readonly AutoscalerEvent[] => [
  profile === '1.15.0' ? errorEvent(message) : { ...errorEvent(message), interval: configuration.scalingEventInterval },
]

const ofVertices = <A>(record: Readonly<Record<VertexId, A>>, { vertices }: JobTopology): Readonly<Record<VertexId, A>> =>
  Object.fromEntries(vertices.flatMap(({ id }) => {
    const value = Object.hasOwn(record, id) ? record[id] : undefined
    return value === undefined ? [] : [[id, value] as const]
  }))

const withSample = ({ state, configuration, profile, now }: CycleInput, { window, topology, runningSince }: Collected): AutoscalerState => {
  const history = ofVertices(state.history, topology)
  const tracking = trimmedTracking(state.tracking, configuration, now)
  return {
    ...state,
    samples: window,
    history,
    tracking: withRestartDuration({ tracking, history: trimmedHistory(history, configuration, now), topology, runningSince }, profile),
  }
}

/** Profile 1.15.0 clears the stored state, but continues with the window in memory once the autoscaler is on again. */
const clearedState = ({ state, profile }: CycleInput): AutoscalerState =>
  profile === '1.15.0' ? { ...emptyState, samples: state.samples } : emptyState

interface Decided {
  readonly state: AutoscalerState
  readonly collected: Collected
  readonly evaluated: EvaluatedMetrics
}

const decide = (input: CycleInput, decided: Decided): Cycle => {
  const { configuration, profile, flinkVersion, cluster, now, obstacle } = input
  const { state, collected: { topology, excluded }, evaluated } = decided
  const decisions = vertexDecisions({ state, configuration, profile, topology, evaluated, excluded, now })
  const done = execution({
    configuration,
    flinkVersion,
    topology,
    globalMetrics: evaluated.global,
    decisions,
    state,
    cluster,
    now,
    profile,
    obstacle,
  })
  return ended(done.state, done.row, done.reason, {
    events: done.events,
    verdict: { row: done.row, reason: done.reason, vertices: decisions },
    evaluated,
    recommended: done.recommended,
    request: done.request,
  })
}

const sampled = (input: CycleInput, collected: Collected): Cycle => {
  const { configuration, profile } = input
  const state = withSample(input, collected)
  const { topology, window, isFull } = collected
  if (window.length < 2) return ended(state, 'too-few-samples', 'rates need two samples, and only one exists')
  const evaluated = evaluate({ topology, window, configuration, profile, restartTime: restartTime(state.tracking, configuration) })
  if (E.isLeft(evaluated)) return ended(state, 'not-evaluated', evaluated.left, { events: failedWith(evaluated.left, input) })
  return isFull
    ? decide(input, { state, collected, evaluated: evaluated.right })
    : ended(state, 'window-not-full', 'the window of metrics is not full yet', { evaluated: evaluated.right })
}

/**
 * Runs one cycle of the autoscaler for one job (autoscaler.md, section 1). Returns the state to store, the effective overrides, the events
 * and the reason. Total; the input contains the current time.
 */
export const cycle = (input: CycleInput): Cycle => {
  const { state, configuration, profile, job, now } = input
  if (!configuration.enabled) return ended(clearedState(input), 'off', 'job.autoscaler.enabled is false')
  if (job._tag === 'NotRunning') return ended(state, 'not-running', 'the job does not run')
  if (job._tag === 'Unknown') return ended(state, 'unknown', job.reason)
  const collected = collect({ answers: job.answers, window: state.samples, configuration, profile, now })
  if (E.isRight(collected)) return sampled(input, collected.right)
  const { tag, message } = collected.left
  return tag === 'NotReady' ? ended(state, 'not-ready', message)
    : ended(state, 'no-sample', message, { events: failedWith(message, input) })
}
