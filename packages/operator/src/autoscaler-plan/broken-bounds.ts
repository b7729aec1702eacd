import type { Played } from '@flink-operator/planner/autoscaler-plan'

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
