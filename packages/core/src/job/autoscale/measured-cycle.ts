import * as E from 'fp-ts/lib/Either.js'
import type { AutoscalerState } from '../../autoscaler/autoscaler-state.ts'
import { type Cycle, cycle } from '../../autoscaler/cycle.ts'
import { defaultProfile } from '../../autoscaler/profile.ts'
import type { FlinkAnswers } from '../../autoscaler/sample/flink-answers.ts'
import type { Asked } from '../../contract/query/ask.ts'
import type { EpochMillis } from '../../contract/resource/time.ts'
import type { AutoscalerOfJob, JobRound } from '../job-round.ts'
import { withRoom } from './cluster-room.ts'
import type { Measures } from './job-measures.ts'

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
): Asked<Cycle> => {
  const { desired: { deployed }, env: { now } } = round
  const { configuration } = autoscaler
  const state = withoutFuture(stored, now)
  if (measures._tag === 'Known' && isScaling(state, measures.answers, configuration.restartTime, now)) return E.right(waiting(state))
  return withRoom(round, autoscaler, cluster =>
    cycle({
      state,
      configuration,
      profile: defaultProfile,
      flinkVersion: (deployed._tag === 'Deployed' ? deployed.running.flinkVersion : null) ?? 'v1_20',
      job: measures,
      cluster,
      now,
    }))
}
