import type { Millis } from '@flink-operator/core'
import { type Elector, type Following, type Leading, mayAct, type RevokeReason } from './elector.ts'
import { stay, type StepInput, type Turn } from './turn.ts'

const flinksJitter = 1.2

const pause = ({ settings: { retryPeriod, jitter = flinksJitter }, random }: StepInput): Millis => retryPeriod * (1 + random * jitter)

/** Reads the lock again after a retry period plus a random part of another one. */
export const follow = (
  elector: Elector,
  { seen, at }: { readonly seen: Following['seen']; readonly at?: number },
  step: StepInput,
): Elector => ({
  ...elector,
  role: { _tag: 'Following', seen, nextTryAt: at ?? step.now.steady + pause(step) },
})

export const lose = (elector: Elector, { session }: Leading, reason: RevokeReason, step: StepInput): Turn => [
  follow(elector, { seen: null }, step),
  [{ _tag: 'Revoke', session, reason }],
]

/** A leader whose deadline has passed is not leader any more, whatever the lock says. */
export const inTime = (elector: Elector, step: StepInput): Turn =>
  elector.role._tag === 'Leading' && !mayAct(elector, step.now) ? lose(elector, elector.role, 'RenewDeadline', step) : stay(elector)

/** Another process deleted the lock, with the data beside the record. */
export const lockDeleted = (elector: Elector, { session }: Leading): Turn => [
  { ...elector, role: { _tag: 'Stopped', release: false, held: null } },
  [{ _tag: 'Revoke', session, reason: 'LockDeleted' }, { _tag: 'Fatal', reason: 'LockDeleted' }],
]

export const stop = (elector: Elector): Turn => {
  const { role, pending } = elector
  switch (role._tag) {
    case 'Leading':
      return [
        { ...elector, role: { _tag: 'Stopped', release: true, held: role } },
        [{ _tag: 'Revoke', session: role.session, reason: 'Stop' }],
      ]
    case 'Following':
      return stay({ ...elector, role: { _tag: 'Stopped', release: pending?.purpose === 'Hold', held: null } })
    case 'Stopped':
      return stay(elector)
  }
}
