import type { EpochMillis, Millis } from '@flink-operator/core'

/** How one process competes for one lock. `election-margin.ts` says which conditions the times have to meet, and why. */
export interface ElectorSettings {
  /** Unique to this process: another process with the same identity would be mistaken for it. */
  readonly identity: string
  /** How long other processes respect the lock after its last renewal. */
  readonly leaseDuration: Millis
  /** A leader acts only this long after it sent its last successful renewal. */
  readonly renewDeadline: Millis
  /** Between two renewals; followers read after one period, and up to `jitter` more. */
  readonly retryPeriod: Millis
  /** Maximum random delay of a follower's read, as a part of the retry period. Default: Flink's, 1.2. */
  readonly jitter?: number
  /**
   * When another process's lock is free. `Observed`: this process saw its record unchanged for a lease duration by its own monotonic
   * clock, so that no time of day matters. `RenewTime`: as in Flink, when the renew time in the record plus this process's lease
   * duration is before this process's time of day.
   */
  readonly expiry: 'Observed' | 'RenewTime'
  /**
   * What a leader does if another process deletes its lock. `Fatal`: the data stored beside the record is lost, so the process must
   * end, as in Flink. `Create`: no such data exists, and the lock is created again.
   */
  readonly lockDeleted: 'Fatal' | 'Create'
}

/** A moment by both clocks of this process. */
export interface Now {
  /** Monotonic and of even speed, from an arbitrary origin. */
  readonly steady: Millis
  /** The time of day, written for others to read. If it runs ahead of `steady`, the machine slept, and a leader is leader no longer. */
  readonly wall: EpochMillis
}
