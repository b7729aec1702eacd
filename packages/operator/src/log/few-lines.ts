import type { Millis } from '@flink-operator/core'

export interface LineLimit {
  /** Lines in a period. */
  readonly limit: number
  readonly period: Millis
}

/**
 * Writes a line with `write` as long as its period has room; what is beyond that is counted, and the next line that is written gets the
 * number. For lines that strangers cause. `now`: milliseconds that only grow.
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
