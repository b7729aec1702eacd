import { type Backtest, backtest, cyclesOf, defaultProfile, mostSteps, type RecordedLoad } from '@flink-operator/core/autoscaler'
import * as E from 'fp-ts/lib/Either.js'
import type { Wanted } from './wanted-options.ts'

/** The result of one configuration for the load. */
export interface Played {
  readonly name: string
  readonly result: Backtest
}

export interface Times {
  /** From one cycle to the next, in milliseconds. */
  readonly interval: number
  /** How long a restart takes, in milliseconds. */
  readonly restart: number
}

/** Simulates the load once for each configuration. Left: the load is too long. */
export const playedWith = (
  { job, load }: RecordedLoad,
  wanted: readonly Wanted[],
  { interval, restart }: Times,
): E.Either<string, readonly Played[]> => {
  const cycles = cyclesOf(load, interval)
  if (cycles > mostSteps)
    return E.left(`the load is ${cycles} cycles long, and at most ${mostSteps} are played: take a longer --interval or a part of it`)
  return E.right(wanted.map(({ name, options: { configuration } }) => ({
    name,
    result: backtest({ job, load, configuration, profile: defaultProfile, flinkVersion: 'v1_20', interval, restart }),
  })))
}

/** The bounds that the flags set. */
export interface Bounds {
  readonly maxRestarts?: number
  readonly maxSlotHours?: number
  readonly maxLag?: number
  /** In milliseconds. */
  readonly maxDelay?: number
}

const shown = (value: number): string => String(Math.round(value * 10) / 10)

/** One line for each violated bound. */
export const brokenBounds = (played: readonly Played[], bounds: Bounds): readonly string[] =>
  played.flatMap(({ name, result }) => {
    const seconds = bounds.maxDelay === undefined ? undefined : bounds.maxDelay / 1000
    const checks: readonly (readonly [string, number, number | undefined, string])[] = [
      ['--max-restarts', result.restarts, bounds.maxRestarts, 'restarts'],
      ['--max-slot-hours', result.slotHours, bounds.maxSlotHours, 'slot hours'],
      ['--max-lag', result.longestLag, bounds.maxLag, 'records of lag'],
      ['--max-delay', result.longestDelay, seconds, 's of lag'],
    ]
    return checks.flatMap(([flag, value, most, what]) =>
      most === undefined || value <= most ? [] : [`${name}: ${shown(value)} ${what}, and ${flag} is ${shown(most)}`]
    )
  })
