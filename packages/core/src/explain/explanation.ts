import type { Operation } from '../resource/operation.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'

/** What is under way, for people. */
export interface ExplainedOperation {
  readonly kind: Operation['kind']
  readonly purpose: Operation['purpose']
  /** How far it is: `Requested`, `TearDown`, `Create` … Null: it has no steps. */
  readonly step: string | null
  /** How the job is stopped, or what the cluster is started from. */
  readonly how: string
  readonly id: string
  readonly attempt: number
  readonly since: EpochMillis
  /** After this moment the delay is an error for people. */
  readonly giveUpAt: EpochMillis
}

/** Why a resource is as it is: what one decision rests on, and what has to happen before it goes on. All of it plain JSON. */
export interface Explanation {
  /** `classify`'s answer and the row of its table. */
  readonly situation: string
  readonly row: string
  readonly reason: string
  readonly lifecycleState: string
  /** What the next round waits for. */
  readonly waitingFor: string
  /** Since when; null: it is not known, or nothing is waited for. */
  readonly since: EpochMillis | null
  /** When it is looked at again; null: at once, for facts are missing. */
  readonly nextLook: { readonly after: Millis; readonly at: EpochMillis } | null
  /** What makes it go on, and whether a person has to do it. */
  readonly unblockedBy: { readonly what: string; readonly who: 'operator' | 'cluster' | 'person' }
  /** What was looked at, in a word or two each. */
  readonly facts: Readonly<Record<string, string>>
  readonly operation: ExplainedOperation | null
  /** The change between what runs and what is wanted; null: none. */
  readonly change: { readonly type: string; readonly text: string } | null
  /** What is wrong, as `status.error` tells it; null: nothing. */
  readonly error: string | null
  readonly findings: readonly { readonly severity: string; readonly field: string; readonly message: string }[]
}
