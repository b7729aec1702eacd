import { flinkOptions } from '../../src/flink-configuration/flink-options.ts'
import { parseDuration } from '../../src/flink-configuration/parse-duration.ts'
import { optionTable } from '../../src/operator-options/option-table.ts'
import type { Millis } from '../../src/resource/time.ts'
import { checkerTick } from './tick.ts'

/** Worlds whose waits are multiples of `tick` look as far as `reach`. */
export interface TimeScale {
  readonly tick: Millis
  readonly reach: Millis
}

/**
 * The longest time takes so many steps, as that of a slow start does in the published matrix: what happens at its beginning, in the middle,
 * and just before it is over is told apart. Each step is states of its own, of everything that may happen meanwhile: an edit by savepoint
 * with a rollback after five minutes has 18,000 with four steps, 15,500 with three, 2,000 where it is never over.
 */
export const steps = 3

/** A moment is past a time one second later. */
const second: Millis = 1_000

/** That of all worlds. */
export const usualScale: TimeScale = { tick: checkerTick, reach: steps * checkerTick + second }

const roundUp = (millis: Millis): Millis => Math.ceil(millis / checkerTick) * checkerTick

/**
 * The usual scale, which is enough for short times, then one for the longest of these times, one for those that are over within the first
 * step of that, and so on: with long steps alone races within the short times would be missed, with short steps alone there would be too
 * many. Shortest first.
 */
export const scalesFor = (times: readonly Millis[]): readonly TimeScale[] => {
  const far = times.filter(it => it > usualScale.reach)
  if (far.length === 0) return [usualScale]
  const reach = Math.max(...far)
  const tick = roundUp((reach - second) / steps)
  return [...scalesFor(far.filter(it => it <= tick)), { tick, reach }]
}

const deadlines = [optionTable.resourceCleanupTimeout, optionTable.flinkClientCancelTimeout, flinkOptions.checkpointingTimeout]

/**
 * How long the operator's configuration says that the worlds' own deadlines are, as far as a world with that reach sees their end. Under
 * their first spelling.
 */
export const givenDeadlines = (given: Readonly<Record<string, string>>, reach: Millis): Readonly<Record<string, string>> =>
  Object.fromEntries(deadlines.flatMap(({ key, aliases }): readonly (readonly [string, string])[] => {
    const text = [key, ...aliases].map(it => given[it]).find(it => it !== undefined)
    const millis = text === undefined ? null : parseDuration(text)
    return text === undefined || millis === null || millis + second > reach ? [] : [[key, text]]
  }))
