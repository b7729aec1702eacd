import { releasedRecord, renewedRecord } from './attempt.ts'
import type { Elector, Leading, PendingRequest, Stopped } from './elector.ts'
import type { LockRequest } from './lock.ts'
import { repairs } from './published-addresses.ts'
import { stay, type StepInput, type Turn } from './turn.ts'

/** Sends the request and waits for its answer. */
export const ask = (
  elector: Elector,
  sent: Pick<PendingRequest, 'purpose' | 'afterRead'>,
  request: LockRequest,
  { now, settings }: StepInput,
): Turn => {
  const id = elector.requests + 1
  const { role } = elector
  return [
    {
      ...elector,
      requests: id,
      pending: { id, sentAt: now, ...sent },
      role: role._tag === 'Leading' ? { ...role, nextWriteAt: now.steady + settings.retryPeriod } : role,
    },
    [{ _tag: 'Request', id, request }],
  ]
}

const read = (elector: Elector, step: StepInput): Turn => ask(elector, { purpose: 'Read', afterRead: false }, { _tag: 'Read' }, step)

/** Renews, and restores this process's addresses if others changed them, in one write. */
export const hold = (elector: Elector, role: Leading, step: StepInput, afterRead: boolean): Turn => {
  const { version, record } = role
  return version === null ? read(elector, step) : ask(elector, { purpose: 'Hold', afterRead }, {
    _tag: 'Update',
    over: version,
    record: renewedRecord(record, step.now, step.settings),
    addresses: repairs(role),
  }, step)
}

/** Releases the lock if this process holds it. */
export const letGo = (elector: Elector, held: Stopped['held'], step: StepInput): Turn =>
  held?.version == null ? read(elector, step) : ask(elector, { purpose: 'Release', afterRead: false }, {
    _tag: 'Update',
    over: held.version,
    record: releasedRecord(held.record, step.now),
    addresses: {},
  }, step)

/** The request that is due; none while an answer is pending. */
export const due = (elector: Elector, step: StepInput): Turn => {
  const { role, pending } = elector
  const { steady } = step.now
  if (pending !== null) return stay(elector)
  switch (role._tag) {
    case 'Following':
      // later answers count: after a restore from a backup, versions continue from an older number
      return steady >= role.nextTryAt ? read({ ...elector, heard: null }, step) : stay(elector)
    case 'Leading':
      return steady >= role.nextWriteAt ? hold(elector, role, step, false) : stay(elector)
    case 'Stopped':
      return role.release ? letGo(elector, role.held, step) : stay(elector)
  }
}
