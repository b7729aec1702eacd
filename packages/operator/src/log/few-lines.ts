import type { Millis } from '@flink-operator/core'

export interface LineLimit {
  /** Maximum number of lines in a period. */
  readonly limit: number
  readonly period: Millis
}

/**
 * Calls `write` while the period's limit allows it; further lines are counted, and the next written line gets that number. For log
 * lines that unauthenticated clients can cause. `now`: monotonic milliseconds.
 */
export const fewLines = ({ limit, period }: LineLimit, now: () => Millis): (write: (leftOut: number) => void) => void => {
  let began = Number.NEGATIVE_INFINITY
  let written = 0
  let leftOut = 0
  return write => {
    const at = now()
    if (at - began >= period) {
      began = at
      written = 0
    }
    if (written >= limit) {
      leftOut += 1
      return
    }
    written += 1
    write(leftOut)
    leftOut = 0
  }
}
