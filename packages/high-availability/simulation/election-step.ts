import { parseRecord } from '@flink-operator/core/codec'
import type { electorStep } from '../src/election/elector-step.ts'
import type { Elector, ElectorEvent } from '../src/election/elector.ts'
import type { Breach } from '@flink-operator/simulation'
import { type ElectionMove, isFault } from './election-moves.ts'
import { served, stored } from './election-server.ts'
import { begun, believers, type ElectionState, type Message, nowOf, settingsOf } from './election-state.ts'

/** The elector that is looked at: the real one, or a mutant. */
export type ElectorStep = typeof electorStep

export interface Stepped {
  readonly state: ElectionState
  readonly breaches: readonly Breach[]
}

const component = 'dispatcher'

/** What a move leads to, and the laws that it breaks. */
export const electionStep = (step: ElectorStep, before: ElectionState, move: ElectionMove): Stepped => {
  const state = isFault(move) ? { ...before, faults: before.faults - 1 } : before
  const next = withoutVain(moved(step, state, move))
  const leading = believers(next.state)
  return leading.length < 2 ? next
    : { ...next, breaches: [...next.breaches, { property: 'Law 2', what: 'two processes believe to lead at once' }] }
}

/** What nobody waits for, and the server can only refuse, need not arrive. */
const withoutVain = (stepped: Stepped): Stepped => {
  const { state: { messages, lock } } = stepped
  const isVain = ({ awaited, request }: Message): boolean =>
    !awaited && request._tag === 'Update' && request.over.resourceVersion !== lock?.version.resourceVersion
  return messages.some(isVain) ? { ...stepped, state: { ...stepped.state, messages: messages.filter(it => !isVain(it)) } } : stepped
}

const still = (state: ElectionState): Stepped => ({ state, breaches: [] })

const moved = (step: ElectorStep, state: ElectionState, move: ElectionMove): Stepped => {
  switch (move._tag) {
    case 'Pass':
      return still({ ...state, at: state.at + 1 })
    case 'Tick':
      return happens(step, state, move.n, { _tag: 'Tick' })
    case 'Serve': {
      const message = state.messages[move.m]!
      const { state: after, answer, breaches } = served(without(state, message), message)
      const reported = happens(step, after, message.by, { _tag: 'Answer', id: message.id, answer })
      return { state: reported.state, breaches: [...breaches, ...reported.breaches] }
    }
    case 'Arrive': {
      const message = state.messages[move.m]!
      const { state: after, answer, breaches } = served(without(state, message), message)
      return { state: message.awaited ? withMessages(after, [{ ...message, answer }]) : after, breaches }
    }
    case 'Answer': {
      const message = state.messages[move.m]!
      return message.answer === null ? still(state)
        : happens(step, without(state, message), message.by, { _tag: 'Answer', id: message.id, answer: message.answer })
    }
    case 'Drop':
      return still(without(state, state.messages[move.m]!))
    case 'Lose': {
      const message = state.messages[move.m]!
      const left = message.answer === null && message.request._tag !== 'Read' ? [{ ...message, awaited: false }] : []
      const after = withMessages(without(state, message), left)
      return happens(step, after, message.by, { _tag: 'Answer', id: message.id, answer: { _tag: 'Unknown', message: 'no answer' } })
    }
    case 'Begin':
    case 'Restart':
      return still(restarted(state, move.n))
    case 'Stop':
      return happens(step, state, move.n, { _tag: 'Stop' })
    case 'WatchFails':
      return happens(step, state, move.n, { _tag: 'WatchFailed', message: 'gap' })
    case 'Watched':
      return watched(step, state, move)
    case 'Publish': {
      const { role } = state.processes[move.n]!.elector
      return role._tag !== 'Leading' ? still(state)
        : happens(step, state, move.n, { _tag: 'Confirm', session: role.session, component, address: 'x' })
    }
    case 'Garble':
      return still(stored(state, 'garbage', 'unreadable', state.lock?.addresses ?? {}))
    case 'Strip':
      return still(stored(state, '', 'none', state.lock?.addresses ?? {}))
    case 'Delete':
      return still({ ...state, lock: null, before: state.lock })
    case 'Address': {
      const text = state.lock?.recordText ?? ''
      return still(stored(state, text, parseRecord(text), { [component]: 'somebody,else' }))
    }
  }
}

const watched = (step: ElectorStep, state: ElectionState, { n, what }: Extract<ElectionMove, { readonly _tag: 'Watched' }>): Stepped => {
  const lock = what === 'Now' ? state.lock : state.before
  if (lock === null) return still(state)
  return happens(step, state, n, what === 'Deleted' ? { _tag: 'Deleted', uid: lock.version.uid } : { _tag: 'Changed', lock })
}

const without = (state: ElectionState, message: Message): ElectionState => ({
  ...state,
  messages: state.messages.filter(it => it !== message),
})
const withMessages = (state: ElectionState, more: readonly Message[]): ElectionState => ({
  ...state,
  messages: [...state.messages, ...more],
})

/** What it sent may still arrive. */
const restarted = (state: ElectionState, n: number): ElectionState => ({
  ...state,
  serial: state.serial + 1,
  processes: state.processes.map((it, at) => (at === n ? begun(state, n, state.serial) : it)),
  messages: state.messages.filter(({ by, answer, request }) => by !== n || (answer === null && request._tag !== 'Read')).map(it =>
    it.by === n ? { ...it, awaited: false } : it
  ),
})

/** The process takes in an event; what it asks for is on its way. */
const happens = (step: ElectorStep, state: ElectionState, n: number, event: ElectorEvent): Stepped => {
  const process = state.processes[n]!
  const session = `00000000-0000-4000-8000-${String(state.serial).padStart(12, '0')}`
  const settings = settingsOf(state, n)
  const [elector, effects] = step(settings, process.elector, event, { now: nowOf(state, n), random: 0, session })
  const messages: Message[] = []
  let wakeAt = Infinity
  const breaches: Breach[] = breachesOfElector(elector)
  for (const effect of effects) {
    if (effect._tag === 'Request')
      messages.push({ by: n, identity: process.identity, id: effect.id, request: effect.request, answer: null, awaited: true })
    if (effect._tag === 'WakeAt') wakeAt = effect.at
    if (effect._tag === 'Grant' && effect.session !== session)
      breaches.push({ property: 'Law 5', what: 'a session is granted that is not a new one' })
  }
  const waiting = [...state.messages, ...messages]
  if (waiting.filter(it => it.by === n && it.awaited).length > 1)
    breaches.push({ property: 'Requests', what: 'two requests of one process wait for an answer' })
  return {
    breaches,
    state: {
      ...state,
      serial: state.serial + 1,
      messages: waiting,
      processes: state.processes.map((it, at) => (at === n ? { ...process, elector, wakeAt } : it)),
    },
  }
}

/** Law 5: what was confirmed in one session is not published in another. */
const breachesOfElector = ({ role }: Elector): Breach[] =>
  role._tag === 'Leading' && Object.values(role.confirmed).some(text => text !== null && !text.startsWith(role.session))
    ? [{ property: 'Law 5', what: 'an address outlives its session' }] : []
