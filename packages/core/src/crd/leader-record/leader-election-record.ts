import type { Millis } from '../../contract/resource/time.ts'
import type { EpochMicros } from './micro-time.ts'

/** Content of a leader lock: its holder and its times. Each candidate writes it over the version that it read. */
export interface LeaderElectionRecord {
  /** Unique per process; empty: the lock was released. */
  readonly holder: string
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMicros
  /** By the clock of the holder. */
  readonly renewTime: EpochMicros
  /** How often the holder changed. */
  readonly transitions: number
}

/** The stored record, or that it is absent (`none`) or unreadable. */
export type StoredRecord = LeaderElectionRecord | 'none' | 'unreadable'

/** True if a readable record exists. */
export const isRecord = (stored: StoredRecord): stored is LeaderElectionRecord => stored !== 'none' && stored !== 'unreadable'
