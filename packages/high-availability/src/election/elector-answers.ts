import { attemptOver, renewedRecord, takenRecord } from './attempt.ts'
import { ask, hold } from './elector-requests.ts'
import { type Elector, type Following, type Leading, mayAct, type PendingRequest } from './elector.ts'
import { isRecord } from '@flink-operator/core/codec'
import type { Lock, LockAnswer } from './lock.ts'
import { isOld, isOlder, leaderSaw } from './lock-seen.ts'
import { withoutDone } from './published-addresses.ts'
import { follow, lockDeleted } from './role-changes.ts'
import { runsOutAt, sawLock } from './seen-lock.ts'
import { stay, type StepInput, type Turn } from './turn.ts'

/** Processes the answer to the pending request. */
export const answered = (elector: Elector, sent: PendingRequest, answer: LockAnswer, step: StepInput): Turn => {
  switch (answer._tag) {
    case 'Got':
      return got(elector, answer.lock, step)
    case 'Written':
      return written(elector, sent, answer.lock, step)
    case 'Refused': {
      const isRace = answer.why === 'Conflict' || answer.why === 'AlreadyExists' || answer.why === 'NotFound'
      const after = notWritten(elector, sent, isRace && !sent.afterRead, step)
      return [after, isRace ? [] : [{ _tag: 'Trouble', message: answer.message }]]
    }
    case 'Unknown':
      return [notWritten(elector, sent, false, step), [{ _tag: 'Trouble', message: answer.message }]]
  }
}

/** Refused or unknown: the lock is read again, by a leader at once if only its remembered version was outdated. */
const notWritten = (elector: Elector, { purpose }: PendingRequest, atOnce: boolean, step: StepInput): Elector => {
  const { role } = elector
  switch (role._tag) {
    case 'Following':
      return follow(elector, { seen: role.seen }, step)
    case 'Leading':
      return { ...elector, role: { ...role, version: null, nextWriteAt: atOnce ? step.now.steady : role.nextWriteAt } }
    case 'Stopped':
      return { ...elector, role: { ...role, release: role.release && purpose === 'Hold', held: null } }
  }
}

const written = (elector: Elector, { sentAt, purpose }: PendingRequest, lock: Lock, step: StepInput): Turn => {
  const { role } = elector
  const { now, settings } = step
  const isLate = isOlder(elector, lock.version)
  const heard = isLate ? elector : { ...elector, heard: lock.version }
  const record = isRecord(lock.record) ? lock.record : takenRecord(null, now, settings)
  const held = { record, version: isLate ? null : lock.version }
  const renewBy = { steady: sentAt.steady + settings.renewDeadline, wall: sentAt.wall + settings.renewDeadline }
  switch (role._tag) {
    case 'Stopped':
      return stay({ ...heard, role: { ...role, release: role.release && purpose === 'Hold', held } })
    case 'Leading': {
      if (isLate) return stay({ ...heard, role: { ...role, renewBy } })
      const after = { ...role, ...held, renewBy, addresses: lock.addresses }
      return stay({ ...heard, role: { ...after, confirmed: withoutDone(after) } })
    }
    case 'Following': {
      const leads = { ...heard, role: beginning({ ...held, renewBy, addresses: lock.addresses }, sentAt.steady, step) }
      // a newer state was observed meanwhile, or the answer was later than the deadline: others may lead by now
      if (isLate || !mayAct(leads, now)) return stay(follow(heard, { seen: role.seen, at: now.steady }, step))
      return [leads, [{ _tag: 'Grant', session: step.session }]]
    }
  }
}

const beginning = (
  held: Pick<Leading, 'record' | 'version' | 'renewBy' | 'addresses'>,
  sentAt: number,
  { now, session, settings }: StepInput,
): Leading => ({ _tag: 'Leading', session, ...held, nextWriteAt: sentAt + settings.retryPeriod, repairFrom: now.steady, confirmed: {} })

/** Processes a read of the lock. Null: the lock does not exist. */
const got = (elector: Elector, lock: Lock | null, step: StepInput): Turn => {
  const { role } = elector
  const { settings, now } = step
  switch (role._tag) {
    case 'Following':
      return followerGot(elector, role, lock, step)
    case 'Leading':
      if (lock === null)
        return settings.lockDeleted === 'Fatal' ? lockDeleted(elector, role)
          : ask(elector, { purpose: 'Hold', afterRead: true }, { _tag: 'Create', record: renewedRecord(role.record, now, settings) }, step)
      return isOlder(elector, lock.version) ? stay(elector) : leaderGot(elector, role, lock, step)
    case 'Stopped': {
      const isOurs = lock !== null && isRecord(lock.record) && lock.record.holder === settings.identity
      const held = isOurs && isRecord(lock.record) ? { record: lock.record, version: lock.version } : null
      return stay({ ...elector, role: { ...role, release: role.release && held !== null, held } })
    }
  }
}

const leaderGot = (elector: Elector, role: Leading, lock: Lock, step: StepInput): Turn => {
  const [after, effects] = leaderSaw(elector, role, lock, step)
  if (after.role._tag !== 'Leading') return [after, effects]
  const [asked, request] = hold(after, after.role, step, true)
  return [asked, [...effects, ...request]]
}

/** Reads the lock again as soon as the observed lock has expired. */
const waiting = (elector: Elector, seen: Following['seen'], { now, settings }: StepInput): Elector => {
  if (seen === null || settings.expiry !== 'Observed' || elector.role._tag !== 'Following') return elector
  const free = runsOutAt(seen, settings) + 1
  const { nextTryAt } = elector.role
  return free <= now.steady || free >= nextTryAt ? elector : { ...elector, role: { ...elector.role, nextTryAt: free } }
}

const followerGot = (elector: Elector, role: Following, lock: Lock | null, step: StepInput): Turn => {
  const { settings, now } = step
  const seen = lock === null ? role.seen : sawLock(role.seen, lock, now)
  const heard = lock === null || isOld(elector, lock.version) ? elector : { ...elector, heard: lock.version }
  const after = waiting(follow(heard, { seen }, step), seen, step)
  const attempt = attemptOver(lock, seen, now, settings)
  const hold = { purpose: 'Hold', afterRead: true } as const
  if (attempt === 'Wait') return stay(after)
  if (lock === null) return ask(after, hold, { _tag: 'Create', record: takenRecord(seen, now, settings) }, step)
  const record = attempt === 'Renew' && isRecord(lock.record) ? renewedRecord(lock.record, now, settings)
    : takenRecord(seen, now, settings)
  return ask(after, hold, { _tag: 'Update', over: lock.version, record, addresses: {} }, step)
}
