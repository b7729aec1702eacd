import type { Operation } from '../resource/operation.ts'
import type { EpochMillis, Millis } from '../resource/time.ts'

/** The operation in progress, for display. */
export interface ExplainedOperation {
  readonly kind: Operation['kind'] | 'Savepoint' | 'Checkpoint' | 'Transition' | 'Rescale' | 'Teardown' | 'Delete'
  /** For a snapshot: `MANUAL`, `PERIODIC`, `UPGRADE`. */
  readonly purpose: string
  /** The operation's current step: `Requested`, `TearDown`, `Create` … Null: it has no steps. */
  readonly step: string | null
  /** How the job is stopped, what the cluster is started from, or the job of which a snapshot is taken. */
  readonly how: string
  readonly id: string
  readonly attempt: number
  readonly since: EpochMillis
  /** Deadline: afterwards the operator reports the delay as an error. Null: unknown until the job is observed. */
  readonly giveUpAt: EpochMillis | null
}

/** Attempts at one snapshot so far, and how many are left. */
export interface ExplainedRetries {
  readonly attempts: number
  readonly failures: number
  /** `spec.backoffLimit`: the number of failures that are followed by another attempt; -1: no limit. */
  readonly backoffLimit: number
  /** Remaining attempts, including the one in progress. Null: there is no limit. */
  readonly left: number | null
  /** The earliest time of the next attempt. Null: at once, or never. */
  readonly retryAt: EpochMillis | null
}

/** The autoscaler's decision on one vertex. */
export interface ExplainedVertex {
  readonly id: string
  /** Row of the decision. */
  readonly row: string
  /** The parallelism that the autoscaler sets. */
  readonly parallelism: number
  /** The parallelism that the autoscaler would set if the vertex were not waiting for a scale-down. */
  readonly wanted: number
  readonly why: string
  /** When the wait began. Null: the vertex does not wait. */
  readonly since: EpochMillis | null
  /** What would change the decision. */
  readonly changedBy: string
}

/** Why the autoscaler scales a job or keeps its parallelism, what would change that, and the decision on each vertex. */
export interface ExplainedScaling {
  /** Row that ended the autoscaler's cycle. */
  readonly row: string
  readonly why: string
  /** When this began. Null: unknown. */
  readonly since: EpochMillis | null
  readonly changedBy: string
  /** Empty: the autoscaler decided nothing on single vertices. */
  readonly vertices: readonly ExplainedVertex[]
}

/**
 * Why a resource is in its current state: the inputs of one decision, and what has to happen before the resource makes progress. Plain
 * JSON.
 */
export interface Explanation {
  /** The situation that `classify` found, and the row of its table. */
  readonly situation: string
  readonly row: string
  readonly reason: string
  /** The lifecycle state; for a snapshot, the snapshot's state. */
  readonly lifecycleState: string
  /** What the next round waits for. */
  readonly waitingFor: string
  /** When the wait began. Null: unknown, or the resource does not wait. */
  readonly since: EpochMillis | null
  /** When the next round queries the resource. Null: at once, because facts are missing. */
  readonly nextLook: { readonly after: Millis; readonly at: EpochMillis } | null
  /** What ends the wait, and whether a user has to do it. */
  readonly unblockedBy: { readonly what: string; readonly who: 'operator' | 'cluster' | 'person' }
  /**
   * Foreign objects that block the deploy, with a remediation. `isGoing`: the object is already being deleted. Empty: nothing blocks it.
   */
  readonly obstacles: readonly { readonly object: string; readonly what: string; readonly remedy: string; readonly isGoing: boolean }[]
  /** The facts, each in a word or two. */
  readonly facts: Readonly<Record<string, string>>
  readonly operation: ExplainedOperation | null
  /** For snapshots only. */
  readonly retries: ExplainedRetries | null
  /** Absent: the job has no autoscaler, or another situation takes precedence. */
  readonly scaling?: ExplainedScaling
  /** The difference between the running and the desired spec. Null: none. */
  readonly change: { readonly type: string; readonly text: string } | null
  /** The problem, as `status.error` reports it. Null: none. */
  readonly error: string | null
  readonly findings: readonly { readonly severity: string; readonly field: string; readonly message: string }[]
}
