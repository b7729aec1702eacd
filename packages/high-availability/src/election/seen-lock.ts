import type { Millis } from '@flink-operator/core'
import type { ElectorSettings, Now } from './elector-settings.ts'
import { isRecord, type LeaderElectionRecord } from '@flink-operator/core/codec'
import type { Lock } from './lock.ts'

/** An observed lock of another process, and since when it is unchanged. */
export interface SeenLock {
  /** A text that changes with each renewal of its holder. */
  readonly as: string
  /** Null: unknown. */
  readonly holder: string | null
  readonly leaseDuration: Millis
  /** By the monotonic clock of this process. */
  readonly since: Millis
  /** As last read; -1: never readable. */
  readonly transitions: number
}

/**
 * Observes the lock: the wait for its expiry begins again if it changed. For a readable record its text counts, which changes with
 * each renewal: others may write beside it. A damaged record may be damaged again in the same way, so there each write counts.
 */
export const sawLock = (before: SeenLock | null, { record, recordText, version }: Lock, { steady }: Now): SeenLock => {
  const as = isRecord(record) ? recordText : `${version.uid} ${version.resourceVersion}`
  if (before?.as === as) return before
  return isRecord(record)
    ? { as, holder: record.holder, leaseDuration: record.leaseDuration, since: steady, transitions: record.transitions }
    : { as, holder: null, leaseDuration: 0, since: steady, transitions: before?.transitions ?? -1 }
}

/** When it expires for this process, if it stays unchanged. */
export const runsOutAt = ({ leaseDuration, since }: SeenLock, settings: ElectorSettings): Millis =>
  since + Math.max(leaseDuration, settings.leaseDuration)

/**
 * True if this process saw it unchanged for long enough. The longer of both lease durations counts, because the holder uses its own.
 * An unreadable record may belong to a leader, so it is respected for as long.
 */
export const isRunOut = (seen: SeenLock, { steady }: Now, settings: ElectorSettings): boolean =>
  seen.holder === '' || steady > runsOutAt(seen, settings)

/** By the holder's renew time and this process's time of day. */
export const isRunOutByRenewTime = ({ renewTime }: LeaderElectionRecord, { wall }: Now, { leaseDuration }: ElectorSettings): boolean =>
  renewTime / 1000 + leaseDuration <= wall
