import {
  type AdapterError,
  type Election,
  type EpochMillis,
  type ElectionSettings,
  follower,
  leaseNotWritten,
  leaseRead,
  type LeaseRecord,
  leaseWritten,
  mayAct,
} from '@flink-operator/core'
import { type Http, type LeaseMarks, type LeaseRef, noMarks, readLease, writeLease } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { Cancel, Clock } from '../clock.ts'

export interface LeaderOptions {
  readonly http: Http
  /** Runs evenly and never back. */
  readonly clock: Clock
  /** The time of day: where it runs ahead (a machine that slept), a leader is none any more. */
  readonly wall: () => EpochMillis
  readonly lease: LeaseRef
  readonly settings: ElectionSettings
  /** It leads from now on; called once. */
  readonly onLeading: () => void
  /** It led, and does no more: it must not act again. Called once. */
  readonly onLost: () => void
  /** The Lease could not be read or written; told when the words change. */
  readonly onError: (message: string, error: AdapterError) => void
  /** Another holds the Lease; told at every look. */
  readonly onHeld?: (lease: LeaseRecord) => void
  /** What stands on the Lease for others to see. */
  readonly marks?: LeaseMarks
}

export interface Leader {
  /** May this process act now? */
  readonly mayAct: () => boolean
  /** The Lease as it was seen or written last; null: not yet, or there is none. */
  readonly record: () => Pick<LeaseRecord, 'holder' | 'acquireTime' | 'transitions'> | null
  /** Stops renewing, and lets go of the Lease, so that another need not wait for its end. After this nothing may be done any more. */
  readonly stop: () => Promise<void>
}

/** Takes part in the election of one Lease: reads, writes and waits as the core says. */
export const startLeader = (options: LeaderOptions): Leader => {
  const { http, clock, wall, lease, settings, marks = noMarks } = options
  let election: Election = follower
  let state: 'waiting' | 'leading' | 'over' = 'waiting'
  let told = ''
  let record: ReturnType<Leader['record']> = null
  let sentAtWall = 0
  let cancel: Cancel = () => undefined
  let deadline: Cancel = () => undefined

  const isOver = (): boolean => state === 'over'
  const leads = (): boolean => mayAct(election, clock.now(), settings) && wall() - sentAtWall < settings.renewDeadline
  const failed = (error: AdapterError): void => {
    if (isOver()) return
    const { message } = error
    if (message !== told) options.onError(message, error)
    told = message
    election = leaseNotWritten(election, clock.now(), settings)
  }
  const settle = (): void => {
    if (state === 'over') return
    if (state === 'waiting' && leads()) {
      state = 'leading'
      options.onLeading()
    }
    if (state !== 'leading') return
    if (!leads()) {
      state = 'over'
      options.onLost()
      return
    }
    deadline()
    if (election._tag === 'Leader') deadline = clock.after(election.renewedAt + settings.renewDeadline - clock.now(), settle)
  }
  const once = async (): Promise<void> => {
    const read = await readLease(http, lease)
    if (E.isLeft(read)) return failed(read.left)
    record = read.right
    const answer = leaseRead(election, read.right, clock.now(), settings)
    election = answer.election
    if (answer.step._tag === 'Wait') {
      told = ''
      if (read.right !== null) options.onHeld?.(read.right)
      return
    }
    // told to stop in the meantime: nothing is taken any more
    if (isOver()) return
    const over = answer.step._tag === 'Take' ? answer.step.over : null
    const isRenewal = answer.step._tag === 'Take' && answer.step.isRenewal
    const [sentAt, wallNow] = [clock.now(), wall()]
    const content = {
      holder: settings.identity,
      leaseDuration: settings.leaseDuration,
      renewTime: wallNow,
      acquireTime: isRenewal ? (over?.acquireTime ?? wallNow) : wallNow,
      transitions: over === null ? 0 : over.transitions + (isRenewal ? 0 : 1),
    }
    const written = await writeLease(http, lease, content, over?.resourceVersion ?? null, marks)
    if (E.isLeft(written)) {
      // another was quicker: that is no fault
      if (written.left._tag === 'Conflict' || written.left._tag === 'AlreadyExists')
        election = leaseNotWritten(election, clock.now(), settings)
      else failed(written.left)
      return
    }
    told = ''
    record = content
    election = leaseWritten(sentAt)
    sentAtWall = wallNow
  }
  const loop = async (): Promise<void> => {
    await once()
    settle()
    if (!isOver())
      cancel = clock.after(settings.retryPeriod, () => {
        void loop()
      })
  }
  void loop()

  return {
    mayAct: () => state === 'leading' && leads(),
    record: () => record,
    stop: async () => {
      const led = state === 'leading'
      state = 'over'
      cancel()
      deadline()
      if (!led) return
      const read = await readLease(http, lease)
      if (E.isRight(read) && read.right?.holder === settings.identity)
        await writeLease(
          http,
          lease,
          {
            holder: '',
            leaseDuration: settings.leaseDuration,
            renewTime: wall(),
            acquireTime: read.right.acquireTime ?? wall(),
            transitions: read.right.transitions,
          },
          read.right.resourceVersion,
          marks,
        )
    },
  }
}
