import type { ConfigMapAnswer, KeyChanges } from '../config-map.ts'
import type { LeaderElectionRecord, StoredRecord } from '@flink-operator/core/codec'

/** The version of an object: a write over it succeeds only if it is the current one. */
export interface LockVersion {
  readonly uid: string
  readonly resourceVersion: string
}

/** The object that electors compete for, as the API server returned it. */
export interface Lock {
  readonly version: LockVersion
  /** It is being deleted, but a finalizer still holds it. */
  readonly deleting: boolean
  readonly record: StoredRecord
  /** The exact stored text of the record: it changes with each renewal, and only then. */
  readonly recordText: string
  /** The published addresses of the leader's components; null: this kind of lock has no place for them. */
  readonly addresses: Readonly<Record<string, string>> | null
}

/** A request of an elector to the API server, one at a time. A write is compare-and-swap. */
export type LockRequest =
  | { readonly _tag: 'Read' }
  | { readonly _tag: 'Create'; readonly record: LeaderElectionRecord }
  /** `addresses`: the changes, by component; null: to remove. */
  | { readonly _tag: 'Update'; readonly over: LockVersion; readonly record: LeaderElectionRecord; readonly addresses: KeyChanges }

/** The answer to a request. */
export type LockAnswer =
  /** Answer to a `Read`; null: the lock does not exist. */
  | { readonly _tag: 'Got'; readonly lock: Lock | null }
  /** The write succeeded: the new state. */
  | { readonly _tag: 'Written'; readonly lock: Lock }
  | Extract<ConfigMapAnswer, { readonly _tag: 'Refused' | 'Unknown' }>
