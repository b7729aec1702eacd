import type { EmitEvent } from '../action/emit-event.ts'
import type { UnblockedBy, Obstacle } from './unblocked-by.ts'
import type { WorldAction } from '../action/action.ts'
import type { Query } from '../query/query.ts'
import type { Millis } from '../resource/time.ts'

/** An event of one resource. `key`: events with the same key are counted together; null: the reason is the key. */
export const event = (
  type: EmitEvent['type'],
  component: EmitEvent['component'],
  reason: string,
  message: string,
  key: string | null = null,
  repeat: EmitEvent['repeat'] = 'Count',
): EmitEvent => ({ _tag: 'EmitEvent', type, reason, message, component, key, repeat, annotations: {} })

/** Which check found the error in `status.error`. The same check clears it (P16). */
export type ErrorOwner = 'validation' | 'job-manager' | 'job' | 'upgrade' | 'operation' | 'round'

/** The current problem, as `status.error` and an event report it. */
export interface Problem {
  readonly owner: ErrorOwner
  /** Simple name of the reference operator's exception class (control-flow.md, section 1.7). */
  readonly type: string
  readonly message: string
  /** Event reason. */
  readonly reason: string
  /** The causes below the outermost exception, if known, and the stack trace as Flink printed it. */
  readonly causes?: readonly { readonly type: string; readonly message: string }[]
  readonly stackTrace?: string
}

/** The reaction to a situation, as data. `summarize` turns it into an action list. */
export type Decision<Status> =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[]; readonly why: string }
  | Act<Status>

/** What a round does: a status, effects and events, and when the next round is due. */
export interface Act<Status> {
  readonly _tag: 'Act'
  readonly status: Status
  /** Without PersistStatus, events and Requeue: `summarize` adds those. */
  readonly effects: readonly WorldAction[]
  /**
   * The round decides again at once on the new status and writes both results together (chain-decisions.ts), because nothing has to be
   * durable in between. `IfSeen`: only if the facts of this round suffice. `Looking`: the round may query for what is missing, if it has
   * hardly queried yet.
   */
  readonly chains?: 'IfSeen' | 'Looking'
  /** A status that is written after the effects, and only if every effect succeeded. */
  readonly then?: { readonly status: Status; readonly reason: string }
  readonly events: readonly EmitEvent[]
  /** Events to emit once every effect has succeeded. */
  readonly reportedAfter?: readonly EmitEvent[]
  /** The round writes no status: another controller manages the resource. */
  readonly skipsStatusWrite?: true
  readonly problem: Problem | null
  /** Foreign objects that the decision waits for; `explain` prints them. */
  readonly obstacles?: readonly Obstacle[]
  readonly after: Millis
  /** Set if watches report every change that the decision waits for: the longest time that a controller with these watches may wait. */
  readonly atTheLatest?: Millis
  readonly waitingFor: string
  /** What ends the wait of the user's edit for `waitingFor`. Both texts stay the same in each round, because conditions quote them. */
  readonly holdsUpEdit?: UnblockedBy
  /** Why the operator does this, with the rows of the decision tables that applied. */
  readonly reason: string
}

/** Interval between two queries of an operation in progress (L13). */
export const pollMillis: Millis = 1_000

/** The round needs these facts before it decides. `why`: for people. */
export const look = (queries: readonly Query[], why: string): Extract<Decision<never>, { readonly _tag: 'Look' }> => ({
  _tag: 'Look',
  queries,
  why,
})

/** The same decision, with a longer requeue: watches of Kubernetes objects report every change that it waits for. */
export const untilWatchEvent = <Status>(decision: Act<Status>, atTheLatest: Millis): Act<Status> => ({
  ...decision,
  atTheLatest: Math.max(decision.after, atTheLatest),
})

/** Does nothing but write the status, if it changed, and requeue. */
export const wait = <Status>(status: Status, after: Millis, waitingFor: string, problem: Problem | null = null): Act<Status> => ({
  _tag: 'Act',
  status,
  effects: [],
  events: [],
  problem,
  after,
  waitingFor,
  reason: `the operator waits for ${waitingFor}`,
})

/** An `Act` for this reason; what `rest` leaves out is empty, and the next round is due at once. */
export const act = <Status>(
  status: Status,
  reason: string,
  rest: Partial<Omit<Act<Status>, '_tag' | 'status' | 'reason'>> = {},
): Act<Status> => ({ _tag: 'Act', status, effects: [], events: [], problem: null, after: 0, waitingFor: reason, reason, ...rest })
