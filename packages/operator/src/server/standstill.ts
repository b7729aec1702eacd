import type { Millis } from '@flink-operator/core'
import type { QueueProgress } from '../queue.ts'
import type { WatchAge } from '../resource/kind-watch.ts'

/** Servers send bookmarks each minute; a watch that hears nothing for 150 s is opened anew, and that is heard. */
export const longestSilence: Millis = 300_000
/** A key that is due is worked on at once, where a worker is free. */
const longestOverdue: Millis = 60_000

export interface Moving {
  readonly watches: readonly WatchAge[]
  readonly queues: readonly (readonly [kind: string, progress: QueueProgress])[]
  /** No round takes longer. */
  readonly longestRound: Millis
}

const seconds = (millis: Millis): string => `${Math.round(millis / 1000)} s`

/**
 * What stands still, in words; null: nothing. Only a new process may help then. A watch that never had its list is no standstill: its
 * server or its rights are not there, and `/readyz` tells.
 */
export const standstill = ({ watches, queues, longestRound }: Moving): string | null => {
  const silent = watches.find(({ isSynced, unheardSeconds }) => isSynced && (unheardSeconds ?? 0) * 1000 > longestSilence)
  if (silent !== undefined)
    return `the watch ${silent.watch} heard nothing for ${seconds((silent.unheardSeconds ?? 0) * 1000)} (at most ${
      seconds(longestSilence)
    })`
  for (const [kind, { longest, overdue }] of queues) {
    if (longest !== null && longest.time > longestRound)
      return `a round of ${kind} ${longest.key} takes ${seconds(longest.time)} (at most ${seconds(longestRound)})`
    if (overdue > longestOverdue) return `a ${kind} is due for ${seconds(overdue)}, and no round begins though a worker is free`
  }
  return null
}
