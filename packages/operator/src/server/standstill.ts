import type { Millis } from '@flink-operator/core'
import type { QueueProgress } from '../queue.ts'
import type { WatchAge } from '../resource/kind-watch.ts'

/** Servers send bookmarks each minute. A watch that receives nothing for 150 s is opened again, and the server answers that. */
export const longestSilence: Millis = 300_000
/** A due key is worked on at once if a worker is free. */
const longestOverdue: Millis = 60_000

export interface Moving {
  readonly watches: readonly WatchAge[]
  readonly queues: readonly (readonly [kind: string, progress: QueueProgress])[]
  /** The longest possible round. */
  readonly longestRound: Millis
}

const seconds = (millis: Millis): string => `${Math.round(millis / 1000)} s`

/**
 * What makes no progress, in words; null: nothing. Only for problems that a restart may fix. A watch that never had its first list
 * does not count: its server or rights are missing, and `/readyz` reports it.
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
