import type { ElectorSettings, Now } from './elector-settings.ts'
import { isRecord, type LeaderElectionRecord } from '@flink-operator/core/codec'
import type { Lock } from './lock.ts'
import { isRunOut, isRunOutByRenewTime, type SeenLock } from './seen-lock.ts'

/** What a process that does not lead does with the lock that it read. `Take` and `Renew` go over the very version that was read. */
export type Attempt = 'Create' | 'Take' | 'Renew' | 'Wait'

/**
 * The rules of one attempt (kubernetes-ha.md, sections 3.2 and 8.3). `seen`: the lock as of this look, or of the last one where there is
 * none any more.
 *
 * | read | then |
 * |---|---|
 * | none | create it; where another's was there, only once that has run out: its holder may not know yet |
 * | it is being deleted | wait |
 * | no record, or one that nobody can read | take it once it was so for a lease duration (H-D03) |
 * | held by this process: an answer was lost, or it lost and nobody came | renew it |
 * | held by nobody | take it |
 * | held by another | take it once it has run out |
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

/** The record of a process that begins to hold the lock. Each change of hands counts; nobody counted before: 0. */
export const takenRecord = (seen: SeenLock | null, now: Now, { identity, leaseDuration }: ElectorSettings): LeaderElectionRecord => ({
  holder: identity,
  leaseDuration,
  acquireTime: micros(now),
  renewTime: micros(now),
  transitions: (seen?.transitions ?? -1) + 1,
})

/** It always differs from the one before, even where the time of day stands still: what does not change looks dead to others. */
export const renewedRecord = (record: LeaderElectionRecord, now: Now, { leaseDuration }: ElectorSettings): LeaderElectionRecord => ({
  ...record,
  leaseDuration,
  renewTime: micros(now) === record.renewTime ? record.renewTime + 1 : micros(now),
})

/** Nobody's: others take it at their next look. */
export const releasedRecord = (record: LeaderElectionRecord, now: Now): LeaderElectionRecord => ({
  ...record,
  holder: '',
  leaseDuration: 1_000,
  acquireTime: micros(now),
  renewTime: micros(now),
})
