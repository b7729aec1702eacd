import type { EpochMillis } from '@flink-operator/core'
import { type ElectionSettings, isRecord, type Lock, type LockAnswer } from '@flink-operator/high-availability'
import { type Http, type LeaseMarks, type LeaseRef, noMarks, runElector } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'

/** A Lease, as it was seen or written last. */
export interface SeenLease {
  /** Null: nobody holds it. */
  readonly holder: string | null
  readonly acquireTime: EpochMillis | null
  readonly transitions: number
  /** Another one after each write. */
  readonly resourceVersion: string
}

/** Why the API server refuses; null: nobody knows whether it did, or it says nothing of use. */
export type Refusal = Extract<LockAnswer, { readonly _tag: 'Refused' }>['why'] | null

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
  readonly onError: (message: string, why: Refusal) => void
  /** Another holds the Lease; told at every look. */
  readonly onHeld?: (lease: SeenLease) => void
  /** What stands on the Lease for others to see. */
  readonly marks?: LeaseMarks
}

export interface Leader {
  /** May this process act now? */
  readonly mayAct: () => boolean
  /** Null: not seen yet, or there is none. */
  readonly record: () => SeenLease | null
  /** Stops renewing, and lets go of the Lease, so that another need not wait for its end. After this nothing may be done any more. */
  readonly stop: () => Promise<void>
}

const leaseSeen = ({ version: { resourceVersion }, record }: Lock): SeenLease => {
  if (!isRecord(record)) return { holder: null, acquireTime: null, transitions: 0, resourceVersion }
  const { holder, acquireTime, transitions } = record
  return {
    holder: holder === '' ? null : holder,
    acquireTime: acquireTime === 0 ? null : Math.floor(acquireTime / 1000),
    transitions,
    resourceVersion,
  }
}

/**
 * Takes part in the election of one Lease, as the core's elector says, until it led once. A leader writes over what it wrote last, and
 * reads only where that was not the last; others read once a retry period.
 */
export const startLeader = (options: LeaderOptions): Leader => {
  const { http, clock, wall, lease, settings, marks = noMarks } = options
  let state: 'waiting' | 'leading' | 'over' = 'waiting'
  let told = ''
  let record: SeenLease | null = null

  const troubled = (message: string, why: Refusal): void => {
    if (state !== 'over' && message !== told) options.onError(message, why)
    told = message
  }
  const answered = (answer: LockAnswer): void => {
    switch (answer._tag) {
      case 'Got':
      case 'Written': {
        told = ''
        record = answer.lock === null ? null : leaseSeen(answer.lock)
        if (state === 'waiting' && record !== null && record.holder !== null && record.holder !== settings.identity)
          options.onHeld?.(record)
        return
      }
      case 'Refused':
        // another was quicker: that is no fault
        return answer.why === 'Conflict' || answer.why === 'AlreadyExists' ? undefined : troubled(answer.message, answer.why)
      case 'Unknown':
        return troubled(answer.message, null)
    }
  }
  const elector = runElector({
    http,
    clock,
    wall,
    lock: { kind: 'Lease', ...lease, marks },
    settings: { ...settings, expiry: 'Observed', lockDeleted: 'Create', jitter: 0 },
    watch: false,
    onAnswer: answered,
    onGrant: () => {
      if (state !== 'waiting') return
      state = 'leading'
      options.onLeading()
    },
    onRevoke: () => {
      if (state !== 'leading') return
      state = 'over'
      // it does not contend again
      void elector.stop()
      options.onLost()
    },
    onFatal: () => undefined,
  })
  return {
    mayAct: () => state === 'leading' && elector.mayAct(),
    record: () => record,
    stop: () => {
      state = 'over'
      return elector.stop()
    },
  }
}
