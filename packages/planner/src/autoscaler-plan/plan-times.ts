import { parseDuration } from '@flink-operator/simulation/plan'
import * as E from 'fp-ts/lib/Either.js'
import type { Times } from './played.ts'

/** Durations as written in flags. */
export interface TimeFlags {
  readonly interval: string
  readonly restart: string
  readonly maxDelay?: string
}

const day = 86_400_000

const within = (flag: string, text: string, [least, most]: readonly [number, number], expected: string): E.Either<string, number> => {
  const millis = parseDuration(text)
  return millis === null || millis < least || millis > most ? E.left(`${flag} ${text}: expected ${expected}, such as 90 s or 5 min`)
    : E.right(millis)
}

/** What the durations are called in messages. */
export interface TimeNames {
  readonly interval: string
  readonly restart: string
}

/** Left: one line that says which duration is wrong. */
export const timesOf = (
  { interval, restart }: Pick<TimeFlags, 'interval' | 'restart'>,
  names: TimeNames = { interval: '--interval', restart: '--restart' },
): E.Either<string, Times> => {
  const every = within(names.interval, interval, [1000, day], '1 s to 1 d')
  if (E.isLeft(every)) return every
  return E.map((millis: number): Times => ({ interval: every.right, restart: millis }))(
    within(names.restart, restart, [0, day], 'at most 1 d'),
  )
}

/** Undefined: no such bound. */
export const longestDelayOf = ({ maxDelay }: TimeFlags): E.Either<string, number | undefined> =>
  maxDelay === undefined ? E.right(undefined) : within('--max-delay', maxDelay, [0, Number.MAX_SAFE_INTEGER], 'a duration')
