import { randomUUID } from 'node:crypto'
import type { EpochMillis } from '@flink-operator/core'
import {
  type Elector,
  type ElectorEffect,
  type ElectorEvent,
  type ElectorSettings,
  electorStep,
  isOver,
  type LockAnswer,
  mayAct,
  type Now,
  type RevokeReason,
  startElector,
} from '@flink-operator/high-availability'
import { type Clock, systemClock } from '../clock.ts'
import type { Http } from '../http.ts'
import { textAt } from '../json-path.ts'
import { listWatch } from '../list-watch.ts'
import { type ElectorLock, lockAccess } from './elector-lock.ts'

/** The lock, the times, and who is told of leadership. */
export interface RunElectorOptions {
  readonly http: Http
  readonly lock: ElectorLock
  readonly settings: ElectorSettings
  /** It leads from now on, in this session. */
  readonly onGrant: (session: string) => void
  /** It does no more: nothing of this session may be done any more. */
  readonly onRevoke: (session: string, reason: RevokeReason) => void
  /** Somebody deleted the lock, and with it what lay beside the record: the process must end. */
  readonly onFatal: (message: string) => void
  /** What the API server answered, before it is taken in. */
  readonly onAnswer?: (answer: LockAnswer) => void
  /** For the log; told when the words change. */
  readonly onTrouble?: (message: string) => void
  /** Also hear of the lock by a watch: a hand-over is then seen at once. Needs the right to list and watch. Default true. */
  readonly watch?: boolean
  /** Runs evenly and never back; the default is this process's. */
  readonly clock?: Clock
  /** The time of day. */
  readonly wall?: () => EpochMillis
  /** [0, 1). */
  readonly random?: () => number
  readonly newSession?: () => string
}

/** An election that this process takes part in. */
export interface RunningElector {
  /** May this process act now? To be asked right before each effect. */
  readonly mayAct: () => boolean
  /** In which it leads at this moment; null: it does not. */
  readonly session: () => string | null
  /** A component that was granted this session is found there. Ignored where the session is over. */
  readonly confirm: (session: string, component: string, address: string) => void
  /** A component of this session is no more. */
  readonly withdraw: (session: string, component: string) => void
  /** Lets go of the lock, so that another need not wait for its end. Nothing may be done in its name when this is called. */
  readonly stop: () => Promise<void>
}

const evenClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Takes part in the election of one lock: asks, waits and tells as the core says. It begins at once. */
export const runElector = (options: RunElectorOptions): RunningElector => {
  const { http, lock, settings } = options
  const { clock = evenClock, wall = Date.now, random = Math.random, newSession = randomUUID, onTrouble } = options
  // a request that hangs leaves time for another one within the deadline
  const access = lockAccess(http, lock, Math.ceil(settings.renewDeadline / 2))
  const now = (): Now => ({ steady: clock.now(), wall: wall() })
  const stopped = Promise.withResolvers<void>()
  const events: ElectorEvent[] = []
  let elector: Elector = startElector(now())
  let isTakingIn = false
  let cancelWake = (): void => undefined
  let told = ''

  const carryOut = (effect: ElectorEffect): void => {
    switch (effect._tag) {
      case 'Request':
        void access.send(effect.request).then(answer => {
          options.onAnswer?.(answer)
          takeIn({ _tag: 'Answer', id: effect.id, answer })
        })
        return
      case 'Grant':
        return options.onGrant(effect.session)
      case 'Revoke':
        return options.onRevoke(effect.session, effect.reason)
      case 'Fatal':
        return options.onFatal(`${lock.kind} ${lock.name} has been deleted externally.`)
      case 'Trouble':
        if (effect.message !== told) onTrouble?.(effect.message)
        told = effect.message
        return
      case 'WakeAt':
        cancelWake()
        cancelWake = clock.after(Math.max(0, effect.at - clock.now()), () => takeIn({ _tag: 'Tick' }))
    }
  }
  /** One event after another, also where what is told leads to the next. */
  const takeIn = (event: ElectorEvent): void => {
    events.push(event)
    if (isTakingIn) return
    isTakingIn = true
    for (let next = events.shift(); next !== undefined; next = events.shift()) {
      const [after, effects] = electorStep(settings, elector, next, { now: now(), random: random(), session: newSession() })
      elector = after
      for (const effect of effects) carryOut(effect)
    }
    isTakingIn = false
    if (elector.role._tag !== 'Stopped') return
    watch?.stop()
    cancelWake()
    if (isOver(elector)) stopped.resolve()
  }

  const watch = options.watch === false ? null : listWatch({
    http,
    path: access.path,
    fieldSelector: `metadata.name=${lock.name}`,
    onEvent: (type, object) => {
      const uid = textAt(object, 'metadata', 'uid')
      const seen = type === 'deleted' ? null : access.read(object)
      if (seen !== null) takeIn({ _tag: 'Changed', lock: seen })
      else if (uid !== null) takeIn({ _tag: 'Deleted', uid })
    },
    onError: message => takeIn({ _tag: 'WatchFailed', message }),
    clock,
  })
  takeIn({ _tag: 'Tick' })

  const leads = (): boolean => mayAct(elector, now())
  return {
    mayAct: leads,
    session: () => (elector.role._tag === 'Leading' && leads() ? elector.role.session : null),
    confirm: (session, component, address) => takeIn({ _tag: 'Confirm', session, component, address }),
    withdraw: (session, component) => takeIn({ _tag: 'Withdraw', session, component }),
    stop: () => {
      takeIn({ _tag: 'Stop' })
      return stopped.promise
    },
  }
}
