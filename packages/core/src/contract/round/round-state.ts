import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { Look } from '../action/look.ts'
import type { Requeue } from '../action/requeue.ts'
import type { Facts } from '../fact/facts.ts'
import type { Millis } from '../resource/time.ts'

/** An action on Kubernetes or Flink. The driver handles queries and waiting separately. */
export type Effect<Status> = Exclude<Action<Status>, Look | Requeue>

/** The decision needs more facts. Next event: `Seen`. */
export interface Looking {
  readonly _tag: 'Looking'
  readonly look: Look
  readonly facts: Facts
  /** Number of looks before this one. */
  readonly looks: number
  readonly version: string
}

/**
 * The action list is in progress. The driver performs `actions[next]` on `version` of the resource. Next event: `Done`, `Failed` or `Late`.
 */
export interface Doing<Status> {
  readonly _tag: 'Doing'
  readonly actions: readonly Action<Status>[]
  /** The index of an effect. */
  readonly next: number
  /** The resourceVersion that was read, or the one that the last write of the round returned. */
  readonly version: string
  /** Actions before `next` that failed without stopping the round: sinks (P18). */
  readonly notDone: readonly Action<Status>[]
  /** Not null: the list is the kind's reaction to this failure. */
  readonly failure: Failure<Status> | null
}

/** An effect that failed, with its error. */
export interface Failure<Status> {
  readonly failed: Effect<Status>
  readonly error: AdapterError
}

/** The round is over. */
export interface Ended<Status> {
  readonly _tag: 'Ended'
  readonly end: RoundEnd<Status>
}

/** How a round ended; the driver decides from it when the next one is due. */
export type RoundEnd<Status> =
  | { readonly _tag: 'Settled'; readonly requeue: Requeue | null }
  /** Another writer changed the resource, or it was deleted: the next round reads it live, at once. */
  | { readonly _tag: 'RestartRound'; readonly error: AdapterError }
  /**
   * `failed`: null if no effect was begun. `after`: when the kind or the server wants the next attempt; null: the back-off decides.
   * `readLive`: the stored resource is unknown now and must be read live.
   */
  | {
    readonly _tag: 'Failed'
    readonly error: AdapterError
    readonly failed: Effect<Status> | null
    readonly requeue: Requeue | null
    readonly after: Millis | null
    readonly readLive: boolean
  }

/** One round of one resource, between two steps of its driver. Plain data. */
export type RoundState<Status> = Looking | Doing<Status> | Ended<Status>

/** The result of the step that the state asked for. */
export type RoundEvent =
  | { readonly _tag: 'Seen'; readonly facts: Facts }
  /** `version`: the resourceVersion that a write of the resource returned. Null: the effect wrote another object. */
  | { readonly _tag: 'Done'; readonly version: string | null }
  | { readonly _tag: 'Failed'; readonly error: AdapterError }
  /** The round's time was over before the effect began. */
  | { readonly _tag: 'Late' }

/** The kind's functions, bound to the resource that the round read. The round calls both only when it needs the answer. */
export interface RoundRules<Status> {
  /** Folds and decides with the facts so far. */
  readonly decide: (facts: Facts) => readonly Action<Status>[]
  readonly onFailure: (done: readonly Action<Status>[], failed: Action<Status>, error: AdapterError) => readonly Action<Status>[]
}
