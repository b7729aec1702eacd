import type { Millis } from '@flink-operator/core'
import type { Cancel, Clock } from '../clock.ts'

/** The event loop belongs to the rounds: work for the page takes at most a fifth of it. */
const slice: Millis = 4
const pause: Millis = 16

export interface InSlices {
  /** There is work. */
  readonly begin: () => void
  readonly stop: () => void
}

/** Does work in short slices with pauses between them. `step`: one piece of it; false: there is none left. */
export const inSlices = (clock: Pick<Clock, 'after' | 'steady' | 'now'>, step: () => boolean): InSlices => {
  const time = clock.steady ?? clock.now
  let timer: Cancel | null = null
  let isStopped = false
  const run = (): void => {
    timer = null
    const end = time() + slice
    while (step())
      if (time() >= end) {
        timer = clock.after(pause, run)
        return
      }
  }
  return {
    begin: () => {
      if (!isStopped) timer ??= clock.after(pause, run)
    },
    stop: () => {
      isStopped = true
      timer?.()
      timer = null
    },
  }
}
