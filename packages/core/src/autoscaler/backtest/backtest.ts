import type { FlinkVersion } from '../../contract/resource/flink-version.ts'
import type { EpochMillis, Millis } from '../../contract/resource/time.ts'
import type { AutoscalerConfiguration, Profile } from '../autoscaler-configuration.ts'
import { type AutoscalerState, emptyState } from '../autoscaler-state.ts'
import { cycle, type Verdict } from '../cycle.ts'
import type { VertexId } from '../topology.ts'
import { headroom, isModelledSource, type LoadCurve, type ModelledJob, type ModelledVertex } from './modelled-job.ts'
import { answersOf, type PlayedJob, playedOn, restartedJob, slotsOf, startedJob, valueIn } from './played-job.ts'

/** Input of a backtest: a load, and the options of the autoscaler. */
export interface BacktestInput {
  readonly job: ModelledJob
  readonly load: LoadCurve
  readonly configuration: AutoscalerConfiguration
  readonly profile: Profile
  readonly flinkVersion: FlinkVersion
  /** Time between cycles. */
  readonly interval: Millis
  /** Simulated duration of a restart, independent of the one that the autoscaler assumes. */
  readonly restart: Millis
}

/** One cycle of the simulated job. */
export interface BacktestStep {
  readonly at: EpochMillis
  /** Records per second that arrive at all sources. */
  readonly load: number
  /** Records per second of the sources that the job could process. Infinite: no limit. 0 during a restart. */
  readonly capacity: number
  /** Total lag of all sources in records. */
  readonly lag: number
  readonly slots: number
  readonly parallelism: Readonly<Record<VertexId, number>>
  readonly verdict: Verdict
}

/** Result of a backtest: its steps and totals. */
export interface Backtest {
  readonly steps: readonly BacktestStep[]
  readonly restarts: number
  readonly slotHours: number
  readonly longestLag: number
  /** Largest lag, in seconds of arriving records. */
  readonly longestDelay: number
}

const hour = 3_600_000

/** Arrivals at this moment: those of the last point before it. */
const arrivalsAt = ({ arrivals }: LoadCurve, at: EpochMillis): Readonly<Record<VertexId, number>> => {
  const search = (low: number, high: number): number => {
    if (high - low <= 1) return low
    const middle = Math.floor((low + high) / 2)
    return (arrivals[middle]?.at ?? Infinity) <= at ? search(middle, high) : search(low, middle)
  }
  return arrivals[search(0, arrivals.length)]?.rates ?? {}
}

interface Moment {
  readonly played: PlayedJob
  readonly state: AutoscalerState
}

const cycleAt = ({ job, configuration, profile, flinkVersion }: BacktestInput, { played, state }: Moment) =>
  cycle({
    state,
    configuration,
    profile,
    flinkVersion,
    job: played.at < played.runningSince ? { _tag: 'NotRunning' } : { _tag: 'Known', answers: answersOf(job, played) },
    cluster: { _tag: 'Unchecked' },
    now: played.at,
  })

const changedParallelism = (overrides: Readonly<Record<VertexId, string>>): Readonly<Record<VertexId, number>> =>
  Object.fromEntries(Object.entries(overrides).map(([id, text]) => [id, Number(text)]))

const total = (job: ModelledJob, numbers: Readonly<Record<VertexId, number>>): number =>
  job.vertices.filter(isModelledSource).reduce((sum, { id }) => sum + valueIn(numbers, id), 0)

const stepOf = (job: ModelledJob, played: PlayedJob, arrivals: Readonly<Record<VertexId, number>>, verdict: Verdict): BacktestStep => {
  const load = total(job, arrivals)
  const parallelismOf = ({ id }: ModelledVertex): number => valueIn(played.parallelism, id)
  const isRunning = played.at >= played.runningSince
  return {
    at: played.at,
    load,
    capacity: !isRunning ? 0 : load === 0 ? Infinity : load * headroom(job, ({ id }) => valueIn(arrivals, id), parallelismOf),
    lag: total(job, played.lag),
    slots: slotsOf(job, played),
    parallelism: played.parallelism,
    verdict,
  }
}

const summed = (steps: readonly BacktestStep[], interval: Millis): Backtest => ({
  steps,
  restarts: steps.filter(({ verdict }) => verdict.row === 'scaled').length,
  slotHours: steps.reduce((sum, { slots }) => sum + (slots * interval) / hour, 0),
  longestLag: steps.reduce((most, { lag }) => Math.max(most, lag), 0),
  longestDelay: steps.reduce((most, { lag, load }) => (load > 0 ? Math.max(most, lag / load) : most), 0),
})

/** Largest number of cycles of one backtest: about a month of minutes. */
export const mostSteps = 50_000

/**
 * Start state: the job has been running for the whole metrics window, so that the autoscaler decides from the first cycle. Its load was the
 * first load, or as much of it as the job can process, with constant lag.
 */
const warmedUp = (input: BacktestInput, start: EpochMillis): Moment => {
  const { job, load, configuration, interval } = input
  const arriving = load.arrivals[0]?.rates ?? {}
  const part = Math.min(1, headroom(job, ({ id }) => valueIn(arriving, id), ({ parallelism }) => parallelism))
  const arrivals = Object.fromEntries(Object.entries(arriving).map(([id, rate]) => [id, rate * part]))
  const cycles = Math.min(mostSteps, Math.ceil(configuration.metricsWindow / interval))
  const before = start - cycles * interval
  const first: PlayedJob = startedJob(job, before, before - configuration.stabilizationInterval - interval)
  return Array.from({ length: cycles }).reduce<Moment>(({ played, state }) => ({
    played: { ...playedOn(job, played, arrivals, interval), lag: load.lag },
    state: cycleAt(input, { played, state }).state,
  }), { played: { ...first, lag: load.lag }, state: emptyState })
}

/** Number of cycles for a load. */
export const cyclesOf = ({ arrivals, until }: LoadCurve, interval: Millis): number =>
  Math.max(1, 1 + Math.floor((until - (arrivals[0]?.at ?? until)) / interval))

/** Runs the autoscaler over a load: its decision in each cycle, with the reason. */
export const backtest = (input: BacktestInput): Backtest => {
  const { job, load, interval, restart } = input
  const steps: BacktestStep[] = []
  const first = warmedUp(input, load.arrivals[0]?.at ?? load.until)
  Array.from({ length: Math.min(mostSteps, cyclesOf(load, interval)) }).reduce<Moment>(moment => {
    const arrivals = arrivalsAt(load, moment.played.at)
    const done = cycleAt(input, moment)
    steps.push(stepOf(job, moment.played, arrivals, done.verdict))
    const scaled = done.verdict.row === 'scaled'
      ? restartedJob(moment.played, changedParallelism(done.overrides), restart)
      : moment.played
    return { played: playedOn(job, scaled, arrivals, interval), state: done.state }
  }, first)
  return summed(steps, interval)
}
