import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import { type Cycle, cycle } from '../../autoscaler/cycle.ts'
import { type ClusterCapacity, nodesOf } from '../../autoscaler/fit/cluster-capacity.ts'
import type { ResourceRequest } from '../../contract/fact/cluster-capacity-view.ts'
import type { JobFacts } from '../../contract/fact/cluster-facts.ts'
import { type Asked, asked } from '../../contract/query/ask.ts'
import type { AutoscalerOfJob, JobRound } from '../job-round.ts'
import type { AutoscalerState } from '../../autoscaler/autoscaler-state.ts'
import { defaultProfile } from '../../autoscaler/autoscaler-configuration.ts'
import type { FlinkAnswers } from '../../autoscaler/sample/vertex-metrics.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { InPlaceScalingInputs } from '../scale/in-place-scaling-answer.ts'
import { scalingObstacle } from '../scale/in-place-scaling.ts'
import type { Measures } from './job-measures.ts'

/** The nodes as a cycle reads them. Unknown permits the scaling. */
const capacityIn = ({ clusterCapacity }: Pick<JobFacts, 'clusterCapacity'>): ClusterCapacity => {
  switch (clusterCapacity?._tag) {
    case undefined:
      return { _tag: 'Unchecked' }
    case 'Known':
      return { _tag: 'Known', nodes: nodesOf(clusterCapacity.value) }
    case 'Absent':
      return { _tag: 'Unknown', reason: 'the API server has no list of nodes' }
    case 'Unknown':
      return {
        _tag: 'Unknown',
        reason: `${clusterCapacity.reason}: ${clusterCapacity.message}`,
        isReported: clusterCapacity.reason === 'Forbidden',
      }
  }
}

/** True if the cycle decided to start more TaskManagers. */
const needsMore = ({ verdict: { row }, request }: Cycle): boolean =>
  row === 'scaled' && request !== null && request.taskManagersAfter > request.taskManagersNow

/**
 * Decides a cycle, and decides it again with the nodes of the cluster if it needs more TaskManagers. Nodes are queried last, and for no
 * other cycle: the list is long. Jobs of a session cluster share its TaskManagers, so their scalings are not checked, as in the reference
 * operator.
 */
export const withRoom = (
  { observed: { facts }, env: { options: { clusterResourceViewRefreshInterval: refreshInterval } } }: JobRound,
  { taskManagers }: AutoscalerOfJob,
  decide: (cluster: ClusterCapacity) => Cycle,
): Asked<Cycle> => {
  const unchecked = decide({ _tag: 'Unchecked' })
  return refreshInterval < 0 || taskManagers === 'Shared' || !needsMore(unchecked) ? E.right(unchecked)
    : pipe(facts, asked([{ _tag: 'ReadClusterCapacity', refreshInterval }]), E.map(() => decide(capacityIn(facts))))
}

/** The room on the checked nodes that a decided cycle takes; null: none, or the nodes were not checked. */
export const reservedBy = ({ clusterCapacity }: Pick<JobFacts, 'clusterCapacity'>, cycle: Cycle): ResourceRequest | null =>
  clusterCapacity?._tag === 'Known' && needsMore(cycle) ? cycle.request : null

/** Drops samples of a clock that was ahead: they would look like the newest for ever (F15). */
const withoutFuture = (state: AutoscalerState, now: EpochMillis): AutoscalerState =>
  state.samples.every(({ at }) => at <= now) ? state : { ...state, samples: state.samples.filter(({ at }) => at <= now) }

/**
 * True while a vertex does not run with its decided parallelism yet, and the restart may still be in progress. The metrics are those from
 * before then, and the decision would be made twice.
 */
const isScaling = ({ parallelismOverrides, tracking }: AutoscalerState, { vertices }: FlinkAnswers, restart: number, now: EpochMillis) => {
  const newest = tracking.at(-1)
  return newest?.restartDuration === null && newest.at <= now && now - newest.at < restart
    && vertices.some(({ id, parallelism }) => Object.hasOwn(parallelismOverrides, id) && parallelismOverrides[id] !== String(parallelism))
}

const waiting = (state: AutoscalerState): Cycle => ({
  state,
  overrides: state.parallelismOverrides,
  events: [],
  verdict: { row: 'not-ready', reason: 'the job does not run with the last decided parallelism yet', vertices: {} },
  evaluated: null,
  recommended: {},
  request: null,
})

/** Runs one cycle with the metrics of this round. Left: it needs the nodes of the cluster first. */
export const measuredCycle = (
  round: JobRound,
  autoscaler: AutoscalerOfJob,
  stored: AutoscalerState,
  measures: Measures,
  scaling: InPlaceScalingInputs | null,
): Asked<Cycle> => {
  const { desired: { deployed }, env: { now } } = round
  const { configuration } = autoscaler
  const flinkVersion = deployed._tag === 'Deployed' ? deployed.running.flinkVersion : null
  const state = withoutFuture(stored, now)
  if (measures._tag === 'Known' && isScaling(state, measures.answers, configuration.restartTime, now)) return E.right(waiting(state))
  return withRoom(round, autoscaler, cluster =>
    cycle({
      state,
      configuration,
      profile: defaultProfile,
      flinkVersion: flinkVersion ?? 'v1_20',
      job: measures,
      cluster,
      now,
      obstacle: scalingObstacle(flinkVersion, scaling),
    }))
}
