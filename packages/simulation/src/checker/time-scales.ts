import { flinkOptions } from '@flink-operator/core/flink-configuration'
import { optionTable } from '@flink-operator/core/operator-options'
import { parseDuration } from '@flink-operator/core/flink-configuration'
import type { Millis } from '@flink-operator/core/resource'
import { checkerTick } from './tick.ts'

/** Worlds whose waits are multiples of `tick` and that look as far as `reach`. */
export interface TimeScale {
  readonly tick: Millis
  readonly reach: Millis
}

/**
 * The longest time takes this many steps, like a slow start in the published matrix: what happens at its beginning, in its middle and
 * just before its end is distinguished. Each step multiplies states by everything that may happen meanwhile: an edit by savepoint with
 * a rollback after five minutes has 18,000 states with four steps, 15,500 with three, and 2,000 if the time never ends.
 */
export const steps = 3

/** A moment is past a time one second later. */
const second: Millis = 1_000

/** The scale of all built-in worlds. */
export const usualScale: TimeScale = { tick: checkerTick, reach: steps * checkerTick + second }

const roundUp = (millis: Millis): Millis => Math.ceil(millis / checkerTick) * checkerTick

/**
 * Scales, shortest first: the usual one, which is enough for short times; one for the longest of these times; one for the times that
 * end within that scale's first step; and so on. Long steps alone would miss races within the short times; short steps alone would
 * make too many states.
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
 * The deadlines in the operator's configuration, as far as they end within a world with that reach. Under the first spelling of each
 * option.
 */
export const givenDeadlines = (given: Readonly<Record<string, string>>, reach: Millis): Readonly<Record<string, string>> =>
  Object.fromEntries(deadlines.flatMap(({ key, aliases }): readonly (readonly [string, string])[] => {
    const text = [key, ...aliases].map(it => given[it]).find(it => it !== undefined)
    const millis = text === undefined ? null : parseDuration(text)
    return text === undefined || millis === null || millis + second > reach ? [] : [[key, text]]
  }))
