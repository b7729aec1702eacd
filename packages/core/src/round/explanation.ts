import type { Operation } from '../resource/operation.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'

/** What is under way, for people. */
export interface ExplainedOperation {
  readonly kind: Operation['kind'] | 'Savepoint' | 'Checkpoint' | 'Transition' | 'Rescale' | 'Teardown' | 'Delete'
  /** Of a snapshot: `MANUAL`, `PERIODIC`, `UPGRADE`. */
  readonly purpose: string
  /** How far it is: `Requested`, `TearDown`, `Create` … Null: it has no steps. */
  readonly step: string | null
  /** How the job is stopped, what the cluster is started from, or of which job a snapshot is taken. */
  readonly how: string
  readonly id: string
  readonly attempt: number
  readonly since: EpochMillis
  /** After this moment the delay is an error for people; null: it is not known as long as the job is not seen. */
  readonly giveUpAt: EpochMillis | null
}

/** Attempts at one snapshot so far, and how many more there are. */
export interface ExplainedRetries {
  readonly attempts: number
  readonly failures: number
  /** `spec.backoffLimit`: failures that are followed by another attempt; -1: all of them. */
  readonly backoffLimit: number
  /** Attempts that are left, the one under way among them; null: there is no limit. */
  readonly left: number | null
  /** Not before this moment is it tried again; null: at once, or never. */
  readonly retryAt: EpochMillis | null
}

/** What the autoscaler makes of one vertex now. */
export interface ExplainedVertex {
  readonly id: string
  /** Row of the decision on it. */
  readonly row: string
  /** That it is to have from now on. */
  readonly parallelism: number
  /** That it wishes, where it waits for a scale-down. */
  readonly wanted: number
  readonly why: string
  /** Since when it waits; null: it does not. */
  readonly since: EpochMillis | null
  /** What would change it. */
  readonly changedBy: string
}

/** Why the autoscaler scales a job or leaves it as it is, what would change that, and what becomes of each vertex. */
export interface ExplainedScaling {
  /** Row in which its cycle ends. */
  readonly row: string
  readonly why: string
  /** Since when; null: nobody knows. */
  readonly since: EpochMillis | null
  readonly changedBy: string
  /** Empty: nothing is decided about them. */
  readonly vertices: readonly ExplainedVertex[]
}

/** Why a resource is as it is: what one decision rests on, and what has to happen before it goes on. All of it plain JSON. */
export interface Explanation {
  /** `classify`'s answer and the row of its table. */
  readonly situation: string
  readonly row: string
  readonly reason: string
  /** The lifecycle state; of a snapshot, its state. */
  readonly lifecycleState: string
  /** What the next round waits for. */
  readonly waitingFor: string
  /** Since when; null: it is not known, or nothing is waited for. */
  readonly since: EpochMillis | null
  /** When it is looked at again; null: at once, for facts are missing. */
  readonly nextLook: { readonly after: Millis; readonly at: EpochMillis } | null
  /** What makes it go on, and whether a person has to do it. */
  readonly unblockedBy: { readonly what: string; readonly who: 'operator' | 'cluster' | 'person' }
  /** Objects of others that are in the way, and what helps; `isGoing`: it goes by itself. Empty: nothing is. */
  readonly obstacles: readonly { readonly object: string; readonly what: string; readonly remedy: string; readonly isGoing: boolean }[]
  /** What was looked at, in a word or two each. */
  readonly facts: Readonly<Record<string, string>>
  readonly operation: ExplainedOperation | null
  /** Of snapshots only. */
  readonly retries: ExplainedRetries | null
  /** Absent: the job has no autoscaler, or something else comes first. */
  readonly scaling?: ExplainedScaling
  /** The change between what runs and what is wanted; null: none. */
  readonly change: { readonly type: string; readonly text: string } | null
  /** What is wrong, as `status.error` tells it; null: nothing. */
  readonly error: string | null
  readonly findings: readonly { readonly severity: string; readonly field: string; readonly message: string }[]
}
