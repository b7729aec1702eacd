import type { Action } from '../action/action.ts'
import type { EmitEvent } from '../action/emit-event.ts'
import type { Query } from '../query/query.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
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
}

/** What a situation calls for: data that `summarize` makes the action list of. */
export type Decision =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[]; readonly why: string }
  | Act

export interface Act {
  readonly _tag: 'Act'
  readonly status: FlinkDeploymentStatus
  /** Without PersistStatus, events and Requeue: `summarize` puts those in their places. */
  readonly effects: readonly Action[]
  /**
   * Nothing has to be durable before what comes of it is decided: both are one write (go-on.ts). `IfSeen`: where what was seen in this round is enough for it.
   * `Looking`: what it needs is looked at first, where this round has hardly looked yet.
   */
  readonly goesOn?: 'IfSeen' | 'Looking'
  /** A status that is true only once every effect has succeeded: written after them, never where one failed. */
  readonly then?: { readonly status: FlinkDeploymentStatus; readonly reason: string }
  readonly events: readonly EmitEvent[]
  /** Nothing is written: the resource is looked after by somebody else. */
  readonly leavesAlone?: true
  readonly problem: Problem | null
  /** What of others is waited for, for `explain`. */
  readonly obstacles?: readonly Obstacle[]
  readonly after: Millis
  /** Where watches tell of all that is waited for: how long whoever is woken by them may wait. */
  readonly atTheLatest?: Millis
  readonly waitingFor: string
  /** Why this is done; rows of the decision tables that answered. */
  readonly reason: string
}

export const look = (queries: readonly Query[], why: string): Decision => ({ _tag: 'Look', queries, why })

/** The same, where watches of Kubernetes objects tell of all that is waited for. */
export const untilWoken = (decision: Act, atTheLatest: Millis): Act => ({ ...decision, atTheLatest: Math.max(decision.after, atTheLatest) })

/** Nothing to do but to write the status, if it changed, and to look again. */
export const wait = (status: FlinkDeploymentStatus, after: Millis, waitingFor: string, problem: Problem | null = null): Act =>
  ({ _tag: 'Act', status, effects: [], events: [], problem, after, waitingFor, reason: waitingFor })

export const act = (status: FlinkDeploymentStatus, reason: string, rest: Partial<Omit<Act, '_tag' | 'status' | 'reason'>> = {}): Act =>
  ({ _tag: 'Act', status, effects: [], events: [], problem: null, after: 0, waitingFor: reason, reason, ...rest })
