import type { Millis } from '@flink-operator/core'
import type { Clock } from './clock.ts'

/** True if `done` resolves within the limit. */
export const inTime = (clock: Clock, limit: Millis, done: Promise<void>): Promise<boolean> =>
  new Promise(resolve => {
    const cancel = clock.after(limit, () => resolve(false))
    void done.then(() => {
      cancel()
      resolve(true)
    })
  })
