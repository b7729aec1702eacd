import type { Millis } from '@flink-operator/core'
import type { KeyChanges } from '../config-map.ts'
import type { Now } from './elector-settings.ts'
import type { LeaderElectionRecord } from '@flink-operator/core/codec'
import type { Lock, LockAnswer, LockRequest, LockVersion } from './lock.ts'
import type { SeenLock } from './seen-lock.ts'

/** The request whose answer an elector waits for. */
export interface PendingRequest {
  readonly id: number
  readonly sentAt: Now
  /** `Hold`: a write that makes this process the holder or keeps it so. */
  readonly purpose: 'Read' | 'Hold' | 'Release'
  /** The overwritten version was read for this write, not remembered from before. */
  readonly afterRead: boolean
}

/** Another process leads, or none does. */
export interface Following {
  readonly _tag: 'Following'
  readonly nextTryAt: Millis
  readonly seen: SeenLock | null
}

/** This process leads, until `renewBy` at the latest. */
export interface Leading {
  readonly _tag: 'Leading'
  readonly session: string
  /** Counted from when the answered write was sent: no other process observed it earlier. */
  readonly renewBy: Now
  readonly nextWriteAt: Millis
  /** From when changes by others are repaired, before the next renewal. */
  readonly repairFrom: Millis
  /** As last written or observed. */
  readonly record: LeaderElectionRecord
  readonly addresses: Readonly<Record<string, string>> | null
  /** The version that the next write overwrites; null: it is read first. */
  readonly version: LockVersion | null
  /** The addresses that this process's components published in this session, as text; null: withdrawn. */
  readonly confirmed: KeyChanges
}

/** The process is stopping; it never leads again. */
export interface Stopped {
  readonly _tag: 'Stopped'
  /** This process may still hold the lock and has to release it. */
  readonly release: boolean
  readonly held: Pick<Leading, 'record' | 'version'> | null
}

/** The state of one process in an election. Plain data. */
export interface Elector {
  readonly role: Following | Leading | Stopped
  /** The newest observed version of the lock: older states are ignored. */
  readonly heard: LockVersion | null
  /** At most one: nothing is sent while its answer is pending. */
  readonly pending: PendingRequest | null
  readonly requests: number
}

/** Events of an elector. */
export type ElectorEvent =
  /** Time has passed. */
  | { readonly _tag: 'Tick' }
  /** The answer to the request with that id; ignored if another one is pending. */
  | { readonly _tag: 'Answer'; readonly id: number; readonly answer: LockAnswer }
  /** The lock was observed, other than by a request. */
  | { readonly _tag: 'Changed'; readonly lock: Lock }
  | { readonly _tag: 'Deleted'; readonly uid: string }
  /** Changes may have been missed. */
  | { readonly _tag: 'WatchFailed'; readonly message: string }
  /** A component that was granted this session published its address. */
  | { readonly _tag: 'Confirm'; readonly session: string; readonly component: string; readonly address: string }
  /** A component has ended. */
  | { readonly _tag: 'Withdraw'; readonly session: string; readonly component: string }
  /** The process does not act in its leadership any more: the lock has to be released. */
  | { readonly _tag: 'Stop' }

/** Why a process lost leadership. */
export type RevokeReason = 'RenewDeadline' | 'HeldByAnother' | 'LockDeleted' | 'Stop'

/** In the order of their execution. */
export type ElectorEffect =
  | { readonly _tag: 'Request'; readonly id: number; readonly request: LockRequest }
  /** This process leads from now on, in this session. */
  | { readonly _tag: 'Grant'; readonly session: string }
  /** It lost leadership; it must not act in that session after this. */
  | { readonly _tag: 'Revoke'; readonly session: string; readonly reason: RevokeReason }
  /** The process must end. */
  | { readonly _tag: 'Fatal'; readonly reason: 'LockDeleted' }
  /** For the log: the elector continues. */
  | { readonly _tag: 'Trouble'; readonly message: string }
  /** A tick is needed at this moment of the monotonic clock; the last one applies. */
  | { readonly _tag: 'WakeAt'; readonly at: Millis }

/** Starts with an immediate read. */
export const startElector = ({ steady }: Now): Elector => ({
  role: { _tag: 'Following', nextTryAt: steady, seen: null },
  heard: null,
  pending: null,
  requests: 0,
})

/** May this process act now? It stops itself before another process may begin, whatever it observes. */
export const mayAct = ({ role }: Elector, { steady, wall }: Now): boolean =>
  role._tag === 'Leading' && steady < role.renewBy.steady && wall < role.renewBy.wall

/** The elector is stopped, and nothing is left to do. */
export const isOver = ({ role, pending }: Elector): boolean => role._tag === 'Stopped' && !role.release && pending === null
