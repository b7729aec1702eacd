import type { EpochMillis, Millis } from '@flink-operator/core'

/** How one process contends for one lock. What must hold between the times, and why: `election-margin.ts`. */
export interface ElectorSettings {
  /** Of this process alone: another one with the same would be taken for it. */
  readonly identity: string
  /** How long a lock is left to its holder after the last sign of it. */
  readonly leaseDuration: Millis
  /** A leader whose last renewal was sent so long ago acts no more. */
  readonly renewDeadline: Millis
  /** Between two renewals; followers look after one of it, and up to `jitter` more. */
  readonly retryPeriod: Millis
  /** By how much of a retry period a follower's look is put off at most, so that they do not all come at once. Default: Flink's, 1.2. */
  readonly jitter?: number
  /**
   * When another's lock is free. `Observed`: this process saw its record unchanged for a lease duration by its own steady clock, so that
   * nobody's time of day matters. `RenewTime`: as Flink does, when the renew time in it and this process's lease duration lie behind this
   * process's time of day.
   */
  readonly expiry: 'Observed' | 'RenewTime'
  /**
   * What a leader does whose lock somebody deletes. `Fatal`: what was stored beside the record is gone, so the process must end, as
   * Flink's do. `Create`: nothing was, and it is made anew.
   */
  readonly lockDeleted: 'Fatal' | 'Create'
}

/** A moment by both clocks of this process. */
export interface Now {
  /** Grows evenly, never back; from no moment in particular. */
  readonly steady: Millis
  /** The time of day: it is written for others to read. Where it runs ahead of `steady`, the machine slept, and a leader is none. */
  readonly wall: EpochMillis
}
