import type { Action } from '../action/action.ts'
import type { AdapterError } from '../action/adapter-error.ts'
import type { Look } from '../action/look.ts'
import type { Requeue } from '../action/requeue.ts'
import type { Facts } from '../fact/facts.ts'
import type { Millis } from '../resource/time.ts'

/** What is done at Kubernetes or Flink; looks and waiting are the driver's own. */
export type Effect<Status> = Exclude<Action<Status>, Look | Requeue>

/** It decided, and asks for more. Next: `Seen`. */
export interface Looking {
  readonly _tag: 'Looking'
  readonly look: Look
  readonly facts: Facts
  /** Those before this one. */
  readonly looks: number
  readonly version: string
}

/** Its list is being done. Next: the effect `actions[next]`, on `version` of the resource; then `Done`, `Failed` or `Late`. */
export interface Doing<Status> {
  readonly _tag: 'Doing'
  readonly actions: readonly Action<Status>[]
  /** The index of an effect. */
  readonly next: number
  /** The resourceVersion that was read, or the one that the last write of the round returned. */
  readonly version: string
  /** Before `next`, and failed: sinks, which hold nothing up (P18). */
  readonly notDone: readonly Action<Status>[]
  /** Not null: the list is what the kind does because of this failure. */
  readonly failure: Failure<Status> | null
}

/** An effect that failed, and how. */
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
  /** Somebody else wrote, or the resource is gone: the next round reads live, at once. */
  | { readonly _tag: 'StartAnew'; readonly error: AdapterError }
  /**
   * `failed`: null where nothing was begun. `after`: when the kind, or the server, wants the next try; null leaves it to the back-off.
   * `readLive`: what is stored is not known any more.
   */
  | {
    readonly _tag: 'Failed'
    readonly error: AdapterError
    readonly failed: Effect<Status> | null
    readonly requeue: Requeue | null
    readonly after: Millis | null
    readonly readLive: boolean
  }

/** One round of one resource, between two things that its driver does for it. Plain data. */
export type RoundState<Status> = Looking | Doing<Status> | Ended<Status>

/** What came of what the state asks for. */
export type RoundEvent =
  | { readonly _tag: 'Seen'; readonly facts: Facts }
  /** `version`: the resourceVersion that a write of the resource returned; null: it wrote something else. */
  | { readonly _tag: 'Done'; readonly version: string | null }
  | { readonly _tag: 'Failed'; readonly error: AdapterError }
  /** The round's time is over: the effect was not begun. */
  | { readonly _tag: 'Late' }

/** The kind, on the resource that the round read. Both are asked at the moment at which the answer is needed. */
export interface RoundRules<Status> {
  /** Folds and decides with the facts so far. */
  readonly decide: (facts: Facts) => readonly Action<Status>[]
  readonly onFailure: (done: readonly Action<Status>[], failed: Action<Status>, error: AdapterError) => readonly Action<Status>[]
}
