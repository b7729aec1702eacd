import type { Millis } from '@flink-operator/core'
import type { ElectorSettings, Now } from './elector-settings.ts'
import { isRecord, type LeaderElectionRecord } from '@flink-operator/core/codec'
import type { Lock } from './lock.ts'

/** What a process saw of another's lock, and since when it looks like that. */
export interface SeenLock {
  /** What would differ if its holder had renewed it. */
  readonly as: string
  /** Null: nobody can tell. */
  readonly holder: string | null
  readonly leaseDuration: Millis
  /** By the steady clock of this process. */
  readonly since: Millis
  /** As far as anybody could read it; -1: never. */
  readonly transitions: number
}

/**
 * A look at the lock: the wait for its end begins anew where it is not what it was. Of a record the text counts, which differs after each
 * renewal: others may write beside it. What is damaged may be damaged again in the same way: there each write counts.
 */
export const sawLock = (before: SeenLock | null, { record, recordText, version }: Lock, { steady }: Now): SeenLock => {
  const as = isRecord(record) ? recordText : `${version.uid} ${version.resourceVersion}`
  if (before?.as === as) return before
  return isRecord(record)
    ? { as, holder: record.holder, leaseDuration: record.leaseDuration, since: steady, transitions: record.transitions }
    : { as, holder: null, leaseDuration: 0, since: steady, transitions: before?.transitions ?? -1 }
}

/** When it has run out for this process, if it stays as it was seen. */
export const runsOutAt = ({ leaseDuration, since }: SeenLock, settings: ElectorSettings): Millis =>
  since + Math.max(leaseDuration, settings.leaseDuration)

/**
 * By the time since this process saw it unchanged. The longer of both lease durations counts: the holder goes by its own. What nobody can
 * read may be a leader's whose record was damaged: it is left alone for as long.
 */
export const isRunOut = (seen: SeenLock, { steady }: Now, settings: ElectorSettings): boolean =>
  seen.holder === '' || steady > runsOutAt(seen, settings)

/** By the holder's renew time and this process's time of day. */
export const isRunOutByRenewTime = ({ renewTime }: LeaderElectionRecord, { wall }: Now, { leaseDuration }: ElectorSettings): boolean =>
  renewTime / 1000 + leaseDuration <= wall
