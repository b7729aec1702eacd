import type { ConfigMapAnswer, KeyChanges } from '../config-map.ts'
import type { LeaderElectionRecord, StoredRecord } from '@flink-operator/core/codec'

/** Which state of which object: a write over it lands only while it is the last one. */
export interface LockVersion {
  readonly uid: string
  readonly resourceVersion: string
}

/** The object that is contended for, as one answer of the API server had it. */
export interface Lock {
  readonly version: LockVersion
  /** Its deletion was asked for, and something still holds it. */
  readonly deleting: boolean
  readonly record: StoredRecord
  /** The record as it is stored, letter by letter: it changes with each renewal, and only then. */
  readonly recordText: string
  /** What the leaders' components published, by component; null: this kind of lock has no place for it. */
  readonly addresses: Readonly<Record<string, string>> | null
}

/** What an elector asks of the API server, one request at a time. A write is compare-and-swap. */
export type LockRequest =
  | { readonly _tag: 'Read' }
  | { readonly _tag: 'Create'; readonly record: LeaderElectionRecord }
  /** `addresses`: those to be changed, by component; null: to be removed. */
  | { readonly _tag: 'Update'; readonly over: LockVersion; readonly record: LeaderElectionRecord; readonly addresses: KeyChanges }

/** What came back. */
export type LockAnswer =
  /** Of a `Read`; null: there is none. */
  | { readonly _tag: 'Got'; readonly lock: Lock | null }
  /** Done: as it is now. */
  | { readonly _tag: 'Written'; readonly lock: Lock }
  | Extract<ConfigMapAnswer, { readonly _tag: 'Refused' | 'Unknown' }>
