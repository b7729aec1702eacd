import type { ElectorSettings, Now } from './elector-settings.ts'
import { isRecord, type LeaderElectionRecord } from '@flink-operator/core/codec'
import type { Lock } from './lock.ts'
import { isRunOut, isRunOutByRenewTime, type SeenLock } from './seen-lock.ts'

/** What a process that does not lead does with the lock that it read. `Take` and `Renew` overwrite exactly that version. */
export type Attempt = 'Create' | 'Take' | 'Renew' | 'Wait'

/**
 * The rules of one attempt (kubernetes-ha.md, sections 3.2 and 8.3). `seen`: the lock as of this read, or of the last one if the
 * lock does not exist any more.
 *
 * | read | then |
 * |---|---|
 * | no lock | create it; if another process's lock existed, only after that has expired: its holder may not know yet |
 * | it is being deleted | wait |
 * | no record, or an unreadable one | take it after a lease duration without a change (H-D03) |
 * | held by this process: an answer was lost, or no process took it after us | renew it |
 * | no holder | take it |
 * | held by another process | take it after it has expired |
 */
export const attemptOver = (lock: Lock | null, seen: SeenLock | null, now: Now, settings: ElectorSettings): Attempt => {
  const isFree = seen === null || isRunOut(seen, now, settings)
  if (lock === null) return isFree || settings.expiry === 'RenewTime' || seen.holder === settings.identity ? 'Create' : 'Wait'
  if (lock.deleting) return 'Wait'
  const { record } = lock
  if (!isRecord(record)) return isFree ? 'Take' : 'Wait'
  if (record.holder === settings.identity) return 'Renew'
  if (record.holder === '') return 'Take'
  const isOver = settings.expiry === 'Observed' ? isFree : isRunOutByRenewTime(record, now, settings)
  return isOver ? 'Take' : 'Wait'
}

const micros = ({ wall }: Now): number => Math.floor(wall) * 1000

/** The record of a process that takes the lock. Each change of the holder counts; without an earlier count: 0. */
export const takenRecord = (seen: SeenLock | null, now: Now, { identity, leaseDuration }: ElectorSettings): LeaderElectionRecord => ({
  holder: identity,
  leaseDuration,
  acquireTime: micros(now),
  renewTime: micros(now),
  transitions: (seen?.transitions ?? -1) + 1,
})

/** Always differs from the previous record, even if the time of day stands still: an unchanged record looks expired to others. */
export const renewedRecord = (record: LeaderElectionRecord, now: Now, { leaseDuration }: ElectorSettings): LeaderElectionRecord => ({
  ...record,
  leaseDuration,
  renewTime: micros(now) === record.renewTime ? record.renewTime + 1 : micros(now),
})

/** A record without holder: others take the lock at their next read. */
export const releasedRecord = (record: LeaderElectionRecord, now: Now): LeaderElectionRecord => ({
  ...record,
  holder: '',
  leaseDuration: 1_000,
  acquireTime: micros(now),
  renewTime: micros(now),
})
