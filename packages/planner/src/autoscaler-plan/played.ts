import { type Backtest, backtest, cyclesOf, defaultProfile, mostSteps, type RecordedLoad } from '@flink-operator/core/autoscaler'
import * as E from 'fp-ts/lib/Either.js'
import type { Wanted } from './configuration-in.ts'

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
    return E.left(`the load is ${cycles} cycles long, and at most ${mostSteps} are played: take a longer interval or a part of it`)
  return E.right(wanted.map(({ name, options: { configuration } }) => ({
    name,
    result: backtest({ job, load, configuration, profile: defaultProfile, flinkVersion: 'v1_20', interval, restart }),
  })))
}
