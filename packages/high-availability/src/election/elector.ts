import type { Millis } from '@flink-operator/core'
import type { KeyChanges } from '../config-map.ts'
import type { Now } from './elector-settings.ts'
import type { LeaderElectionRecord } from '@flink-operator/core/codec'
import type { Lock, LockAnswer, LockRequest, LockVersion } from './lock.ts'
import type { SeenLock } from './seen-lock.ts'

/** What an elector waits for. */
export interface PendingRequest {
  readonly id: number
  readonly sentAt: Now
  /** `Hold`: a write that makes or keeps this process holder. */
  readonly purpose: 'Read' | 'Hold' | 'Release'
  /** What it writes over was read for it, and not remembered. */
  readonly afterRead: boolean
}

/** Somebody else leads, or nobody. */
export interface Following {
  readonly _tag: 'Following'
  readonly nextTryAt: Millis
  readonly seen: SeenLock | null
}

/** This process leads, until `renewBy` at the latest. */
export interface Leading {
  readonly _tag: 'Leading'
  readonly session: string
  /** Counts from when the write was sent that was answered: nobody saw it before. */
  readonly renewBy: Now
  readonly nextWriteAt: Millis
  /** From when a change that others made is put right before the next renewal. */
  readonly repairFrom: Millis
  /** As it was written, or seen, last. */
  readonly record: LeaderElectionRecord
  readonly addresses: Readonly<Record<string, string>> | null
  /** Over which the next write goes; null: it is read first. */
  readonly version: LockVersion | null
  /** What the components of this process published in this session, as text; null: taken back. */
  readonly confirmed: KeyChanges
}

/** It was told to stop; it never leads again. */
export interface Stopped {
  readonly _tag: 'Stopped'
  /** The lock may be this process's, and is still to be let go. */
  readonly release: boolean
  readonly held: Pick<Leading, 'record' | 'version'> | null
}

/** What one process knows of the election. Plain data. */
export interface Elector {
  readonly role: Following | Leading | Stopped
  /** The newest state of the lock that was heard of: what is older is no news. */
  readonly heard: LockVersion | null
  /** At most one: nothing is sent while it waits. */
  readonly pending: PendingRequest | null
  readonly requests: number
}

/** What an elector is told. */
export type ElectorEvent =
  /** Time went on. */
  | { readonly _tag: 'Tick' }
  /** To the request of that id; ignored where it is not the one that is waited for. */
  | { readonly _tag: 'Answer'; readonly id: number; readonly answer: LockAnswer }
  /** The lock was seen, other than by asking. */
  | { readonly _tag: 'Changed'; readonly lock: Lock }
  | { readonly _tag: 'Deleted'; readonly uid: string }
  /** Changes may have been missed. */
  | { readonly _tag: 'WatchFailed'; readonly message: string }
  /** A component that was granted this session is found there. */
  | { readonly _tag: 'Confirm'; readonly session: string; readonly component: string; readonly address: string }
  /** A component is no more. */
  | { readonly _tag: 'Withdraw'; readonly session: string; readonly component: string }
  /** Nothing is done in the name of the leadership any more, and it is to be let go. */
  | { readonly _tag: 'Stop' }

/** Why a leader leads no more. */
export type RevokeReason = 'RenewDeadline' | 'HeldByAnother' | 'LockDeleted' | 'Stop'

/** In the order in which they are to be carried out. */
export type ElectorEffect =
  | { readonly _tag: 'Request'; readonly id: number; readonly request: LockRequest }
  /** This process leads from now on, in this session. */
  | { readonly _tag: 'Grant'; readonly session: string }
  /** It does no more; nothing of that session may be done after this. */
  | { readonly _tag: 'Revoke'; readonly session: string; readonly reason: RevokeReason }
  /** The process must end. */
  | { readonly _tag: 'Fatal'; readonly reason: 'LockDeleted' }
  /** For the log: it goes on by itself. */
  | { readonly _tag: 'Trouble'; readonly message: string }
  /** A tick is wanted at this moment of the steady clock; the last one counts. */
  | { readonly _tag: 'WakeAt'; readonly at: Millis }

/** It begins with a look at once. */
export const startElector = ({ steady }: Now): Elector => ({
  role: { _tag: 'Following', nextTryAt: steady, seen: null },
  heard: null,
  pending: null,
  requests: 0,
})

/** May this process act at this moment? It stops by itself before another may begin, whatever it hears. */
export const mayAct = ({ role }: Elector, { steady, wall }: Now): boolean =>
  role._tag === 'Leading' && steady < role.renewBy.steady && wall < role.renewBy.wall

/** It was stopped, and nothing is left to be done. */
export const isOver = ({ role, pending }: Elector): boolean => role._tag === 'Stopped' && !role.release && pending === null
