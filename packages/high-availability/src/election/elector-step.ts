import { formatLeaderAddress } from '../leader-address.ts'
import { answered } from './elector-answers.ts'
import { due } from './elector-requests.ts'
import type { ElectorSettings } from './elector-settings.ts'
import type { Elector, ElectorEffect, ElectorEvent } from './elector.ts'
import { lockChanged } from './lock-seen.ts'
import { repairs } from './published-addresses.ts'
import { inTime, lockDeleted, stop } from './role-changes.ts'
import { and, type ElectorInput, stay, type StepInput, type Turn } from './turn.ts'

/**
 * One step of leader election (kubernetes-ha.md, sections 3.2 to 3.4 and 8.3): first a leader whose deadline has passed loses
 * leadership, then the event is processed, then due requests are sent. Total and deterministic.
 */
export const electorStep = (settings: ElectorSettings, elector: Elector, event: ElectorEvent, input: ElectorInput): Turn => {
  const step: StepInput = { ...input, settings }
  const turn = and(and(inTime(elector, step), now => takeIn(now, event, step)), now => due(now, step))
  return and(turn, after => [after, wakeAt(after)])
}

const takeIn = (elector: Elector, event: ElectorEvent, step: StepInput): Turn => {
  const { role, pending } = elector
  switch (event._tag) {
    case 'Tick':
      return stay(elector)
    case 'Answer':
      return pending?.id === event.id ? answered({ ...elector, pending: null }, pending, event.answer, step) : stay(elector)
    case 'Changed':
      return lockChanged(elector, event.lock, step)
    case 'Deleted':
      if (role._tag !== 'Leading' || elector.heard?.uid !== event.uid) return stay(elector)
      return step.settings.lockDeleted === 'Fatal' ? lockDeleted(elector, role)
        : stay({ ...elector, role: { ...role, version: null, nextWriteAt: step.now.steady } })
    case 'WatchFailed':
      return [
        role._tag === 'Leading' ? { ...elector, role: { ...role, version: null } } : elector,
        [{ _tag: 'Trouble', message: event.message }],
      ]
    case 'Confirm':
      return published(elector, event, formatLeaderAddress(event), step)
    case 'Withdraw':
      return published(elector, event, null, step)
    case 'Stop':
      return stop(elector)
  }
}

/** A component of this session published or withdrew its address: the lock has to be updated at once. */
const published = (
  elector: Elector,
  { session, component }: { readonly session: string; readonly component: string },
  text: string | null,
  { now }: StepInput,
): Turn => {
  const { role } = elector
  if (role._tag !== 'Leading' || role.session !== session) return stay(elector)
  const confirmed = { ...role.confirmed, [component]: text }
  const isNews = Object.keys(repairs({ ...role, confirmed })).length > 0
  return stay({ ...elector, role: { ...role, confirmed, nextWriteAt: isNews ? now.steady : role.nextWriteAt } })
}

const wakeAt = ({ role, pending }: Elector): readonly ElectorEffect[] => {
  switch (role._tag) {
    case 'Leading':
      return [{ _tag: 'WakeAt', at: pending === null ? Math.min(role.renewBy.steady, role.nextWriteAt) : role.renewBy.steady }]
    case 'Following':
      return pending === null ? [{ _tag: 'WakeAt', at: role.nextTryAt }] : []
    case 'Stopped':
      return []
  }
}
