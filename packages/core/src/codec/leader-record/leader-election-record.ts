import type { Millis } from '../../resource/time.ts'
import type { EpochMicros } from './micro-time.ts'

/** Who holds a lock, and since when: what all that contend for it write into it, each over the version that it read. */
export interface LeaderElectionRecord {
  /** Of one process alone; empty: the lock was let go. */
  readonly holder: string
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMicros
  /** By the holder's clock. */
  readonly renewTime: EpochMicros
  /** How often the lock changed hands. */
  readonly transitions: number
}

/** What lies where a record should: nothing, something that nobody can read, or one. */
export type StoredRecord = LeaderElectionRecord | 'none' | 'unreadable'

/** Is there a record that can be read? */
export const isRecord = (stored: StoredRecord): stored is LeaderElectionRecord => stored !== 'none' && stored !== 'unreadable'
