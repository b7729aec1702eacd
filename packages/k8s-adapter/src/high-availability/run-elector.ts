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

/** The lock, the times, and the listeners. */
export interface RunElectorOptions {
  readonly http: Http
  readonly lock: ElectorLock
  readonly settings: ElectorSettings
  /** This process leads from now on, in this session. */
  readonly onGrant: (session: string) => void
  /** This process lost leadership: it must not act in this session any more. */
  readonly onRevoke: (session: string, reason: RevokeReason) => void
  /** Another process deleted the lock, with the data beside the record: this process must end. */
  readonly onFatal: (message: string) => void
  /** Called with each answer of the API server, before it is processed. */
  readonly onAnswer?: (answer: LockAnswer) => void
  /** For the log; called when the message changes. */
  readonly onTrouble?: (message: string) => void
  /** Also watch the lock: a hand-over is then noticed at once. Needs the right to list and watch. Default true. */
  readonly watch?: boolean
  /** A monotonic clock of even speed; default: that of this process. */
  readonly clock?: Clock
  /** The time of day. */
  readonly wall?: () => EpochMillis
  /** [0, 1). */
  readonly random?: () => number
  readonly newSession?: () => string
}

/** An election in which this process takes part. */
export interface RunningElector {
  /** May this process act now? Ask right before each effect. */
  readonly mayAct: () => boolean
  /** The session in which it leads now; null: it does not lead. */
  readonly session: () => string | null
  /** Publishes the address of a component that was granted this session. Ignored if the session is over. */
  readonly confirm: (session: string, component: string, address: string) => void
  /** A component of this session has ended. */
  readonly withdraw: (session: string, component: string) => void
  /**
   * Releases the lock, so that another process need not wait until it expires. The process must not act in its name any more when it
   * calls this.
   */
  readonly stop: () => Promise<void>
}

const evenClock: Clock = { ...systemClock, now: () => performance.timeOrigin + performance.now() }

/** Takes part in the election of one lock, by the elector of the high-availability package. It begins at once. */
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
  let reported = ''

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
        if (effect.message !== reported) onTrouble?.(effect.message)
        reported = effect.message
        return
      case 'WakeAt':
        cancelWake()
        cancelWake = clock.after(Math.max(0, effect.at - clock.now()), () => takeIn({ _tag: 'Tick' }))
    }
  }
  /** Processes events one after another, also those that listeners cause. */
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
