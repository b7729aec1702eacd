import { isNewer } from '../resource-version.ts'
import type { Elector, Leading } from './elector.ts'
import { isRecord } from '@flink-operator/core/codec'
import type { Lock, LockVersion } from './lock.ts'
import { repairs, withoutDone } from './published-addresses.ts'
import { lockDeleted, lose } from './role-changes.ts'
import { sawLock } from './seen-lock.ts'
import { stay, type StepInput, type Turn } from './turn.ts'

/** True if this version is not newer than the observed one. */
export const isOld = ({ heard }: Elector, { resourceVersion }: LockVersion): boolean =>
  heard !== null && !isNewer(resourceVersion, heard.resourceVersion)

/** True if it is older. */
export const isOlder = (elector: Elector, version: LockVersion): boolean =>
  isOld(elector, version) && elector.heard?.resourceVersion !== version.resourceVersion

/** A leader observed its lock, by a read or by the watch, in a state newer than all before. */
export const leaderSaw = (elector: Elector, role: Leading, lock: Lock, step: StepInput): Turn => {
  const { now, settings } = step
  const { record, addresses, version } = lock
  if (elector.heard !== null && elector.heard.uid !== version.uid && settings.lockDeleted === 'Fatal') return lockDeleted(elector, role)
  const heard = { ...elector, heard: version }
  if (isRecord(record) && record.holder !== settings.identity) return lose(heard, role, 'HeldByAnother', step)
  const seen = { ...role, record: isRecord(record) ? record : role.record, addresses, version }
  const current = { ...seen, confirmed: withoutDone(seen) }
  if (isRecord(record) && Object.keys(repairs(current)).length === 0) return stay({ ...heard, role: current })
  // at once, but not repeatedly if another process keeps changing it
  const repairAt = Math.min(role.nextWriteAt, Math.max(now.steady, role.repairFrom))
  return stay({ ...heard, role: { ...current, nextWriteAt: repairAt, repairFrom: repairAt + settings.retryPeriod } })
}

/** The watch reported the lock. */
export const lockChanged = (elector: Elector, lock: Lock, step: StepInput): Turn => {
  const { role } = elector
  if (isOld(elector, lock.version)) return stay(elector)
  const heard = { ...elector, heard: lock.version }
  switch (role._tag) {
    case 'Leading':
      return leaderSaw(elector, role, lock, step)
    case 'Following': {
      const seen = sawLock(role.seen, lock, step.now)
      return stay({ ...heard, role: { ...role, seen, nextTryAt: seen.holder === '' ? step.now.steady : role.nextTryAt } })
    }
    case 'Stopped':
      return stay(heard)
  }
}
