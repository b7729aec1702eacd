import type { WorldAction } from '../action/action.ts'
import type { EmitEvent } from '../action/emit-event.ts'
import type { Query } from '../query/query.ts'
import type { Millis } from '../resource/time.ts'
import type { Obstacle } from './obstacle.ts'

/** Who found the error in `status.error`, and so who clears it (P16). */
export type ErrorOwner = 'validation' | 'job-manager' | 'job' | 'upgrade' | 'operation' | 'round'

/** What is wrong now, in words that `status.error` and an event tell. */
export interface Problem {
  readonly owner: ErrorOwner
  /** Simple name of the reference operator's exception class (control-flow.md, section 1.7). */
  readonly type: string
  readonly message: string
  /** Event reason. */
  readonly reason: string
  /** The causes below the outermost, where they are known, and all of it as Flink printed it. */
  readonly causes?: readonly { readonly type: string; readonly message: string }[]
  readonly stackTrace?: string
}

/** What a situation calls for: data that `summarize` makes the action list of. */
export type Decision<Status> =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[]; readonly why: string }
  | Act<Status>

export interface Act<Status> {
  readonly _tag: 'Act'
  readonly status: Status
  /** Without PersistStatus, events and Requeue: `summarize` puts those in their places. */
  readonly effects: readonly WorldAction[]
  /**
   * Nothing has to be durable before what comes of it is decided: both are one write (go-on.ts). `IfSeen`: where what was seen in this
   * round is enough for it. `Looking`: what it needs is looked at first, where this round has hardly looked yet.
   */
  readonly goesOn?: 'IfSeen' | 'Looking'
  /** A status that is true only once every effect has succeeded: written after them, never where one failed. */
  readonly then?: { readonly status: Status; readonly reason: string }
  readonly events: readonly EmitEvent[]
  /** Told once every effect has succeeded. */
  readonly toldAfter?: readonly EmitEvent[]
  /** Nothing is written: the resource is looked after by somebody else. */
  readonly skipsStatusWrite?: true
  readonly problem: Problem | null
  /** What of others is waited for, for `explain`. */
  readonly obstacles?: readonly Obstacle[]
  readonly after: Millis
  /** Where watches tell of all that is waited for: how long whoever is woken by them may wait. */
  readonly atTheLatest?: Millis
  readonly waitingFor: string
  /** An edit waits for it, in words that stay the same from round to round: conditions tell them. */
  readonly holdsUpEdit?: true
  /** Why this is done; rows of the decision tables that answered. */
  readonly reason: string
}

/** Between two looks at something that is under way (L13). */
export const pollMillis: Millis = 1_000

export const look = (queries: readonly Query[], why: string): Extract<Decision<never>, { readonly _tag: 'Look' }> => ({
  _tag: 'Look',
  queries,
  why,
})

/** The same, where watches of Kubernetes objects tell of all that is waited for. */
export const untilWatchEvent = <Status>(decision: Act<Status>, atTheLatest: Millis): Act<Status> => ({
  ...decision,
  atTheLatest: Math.max(decision.after, atTheLatest),
})

/** Nothing to do but to write the status, if it changed, and to look again. */
export const wait = <Status>(status: Status, after: Millis, waitingFor: string, problem: Problem | null = null): Act<Status> => ({
  _tag: 'Act',
  status,
  effects: [],
  events: [],
  problem,
  after,
  waitingFor,
  reason: waitingFor,
})

export const act = <Status>(
  status: Status,
  reason: string,
  rest: Partial<Omit<Act<Status>, '_tag' | 'status' | 'reason'>> = {},
): Act<Status> => ({ _tag: 'Act', status, effects: [], events: [], problem: null, after: 0, waitingFor: reason, reason, ...rest })
