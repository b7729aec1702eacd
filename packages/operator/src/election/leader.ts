import type { EpochMillis } from '@flink-operator/core'
import { type ElectionSettings, isRecord, type Lock, type LockAnswer } from '@flink-operator/high-availability'
import { type Http, type LeaseMarks, type LeaseRef, noMarks, runElector } from '@flink-operator/k8s-adapter'
import type { Clock } from '../clock.ts'

/** A Lease as it was last read or written. */
export interface SeenLease {
  /** Null: the Lease has no holder. */
  readonly holder: string | null
  readonly acquireTime: EpochMillis | null
  readonly transitions: number
  /** Changes with each write. */
  readonly resourceVersion: string
}

/** Why the API server refused; null: unknown whether it refused, or its answer has no useful reason. */
export type Refusal = Extract<LockAnswer, { readonly _tag: 'Refused' }>['why'] | null

export interface LeaderOptions {
  readonly http: Http
  /** A monotonic clock of even speed. */
  readonly clock: Clock
  /** The time of day. If it runs ahead of `clock` (the machine slept), this process is not leader any more. */
  readonly wall: () => EpochMillis
  readonly lease: LeaseRef
  readonly settings: ElectionSettings
  /** This process leads from now on; called once. */
  readonly onLeading: () => void
  /** This process lost leadership and must not act again; called once. */
  readonly onLost: () => void
  /** The Lease could not be read or written; called when the message changes. */
  readonly onError: (message: string, why: Refusal) => void
  /** Another process holds the Lease; called at every read. */
  readonly onHeld?: (lease: SeenLease) => void
  /** Labels and annotations of the Lease, for other operators. */
  readonly marks?: LeaseMarks
}

export interface Leader {
  /** May this process act now? */
  readonly mayAct: () => boolean
  /** Null: not read yet, or the Lease does not exist. */
  readonly record: () => SeenLease | null
  /**
   * Stops renewing and releases the Lease, so that another process need not wait until it expires. After this call, this process
   * must not act.
   */
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
 * Takes part in the election of one Lease, by the elector of the high-availability package, until it has led once. A leader
 * overwrites its last write without a read, and reads only after a conflict; other replicas read once a retry period.
 */
export const startLeader = (options: LeaderOptions): Leader => {
  const { http, clock, wall, lease, settings, marks = noMarks } = options
  let state: 'waiting' | 'leading' | 'over' = 'waiting'
  let reported = ''
  let record: SeenLease | null = null

  const troubled = (message: string, why: Refusal): void => {
    if (state !== 'over' && message !== reported) options.onError(message, why)
    reported = message
  }
  const answered = (answer: LockAnswer): void => {
    switch (answer._tag) {
      case 'Got':
      case 'Written': {
        reported = ''
        record = answer.lock === null ? null : leaseSeen(answer.lock)
        if (state === 'waiting' && record !== null && record.holder !== null && record.holder !== settings.identity)
          options.onHeld?.(record)
        return
      }
      case 'Refused':
        // a Conflict means that another process was quicker: no error
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
      // a process that lost leadership does not contend again
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
