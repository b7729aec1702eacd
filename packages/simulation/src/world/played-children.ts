import type { EpochMillis } from '@flink-operator/core/resource'

/** The job of a FlinkDeployment whose operator and cluster are simulated in few steps: only what the parent resource can observe. */
export interface PlayedJob {
  /** uid of its FlinkDeployment. */
  readonly uid: string
  readonly jobId: string
  readonly startTime: EpochMillis
  /** What it was first started from; its later runs keep it. */
  readonly source: string | null
  /** Requested savepoints; `path` null: in progress. */
  readonly savepoints: readonly { readonly triggerId: string; readonly path: string | null; readonly failed: boolean }[]
  /** Ghost: the last completed savepoint that a switch waited for, also if its JobManager was replaced since. */
  readonly taken: { readonly triggerId: string; readonly path: string } | null
}

/** For a world whose FlinkDeployments are simulated, each by a few steps of its operator. */
export interface Played {
  readonly jobs: readonly PlayedJob[]
  /** Ghost: uid of the child that serves users; null: none has started yet, or a user deleted it. */
  readonly serving: string | null
  /** Ghost: a child has served. */
  readonly served: boolean
  /** Ghost: a user removed a child, or restored an older status. */
  readonly disturbed: boolean
  /** Ghost: a user removed a child, and no round has observed that yet. */
  readonly unseen: boolean
  /**
   * Ghost: the last abandoned switch, if the serving child existed at that time: nothing depends on what was created for that switch.
   */
  readonly givenUp: string | null
  /** The parent's status in a backup; null: no backup exists. */
  readonly backup: object | null
}

export const nothingPlayed: Played = {
  jobs: [],
  serving: null,
  served: false,
  disturbed: false,
  unseen: false,
  givenUp: null,
  backup: null,
}

/** The steps of a child's operator and cluster. */
export type PlayedEvent =
  // fair
  /** The child's operator reads the present spec. */
  | { readonly _tag: 'TakeUp'; readonly uid: string }
  /** The child's job runs, and its operator has observed it. */
  | { readonly _tag: 'ComeUp'; readonly uid: string }
  /** The child's operator has finished the clean-up. */
  | { readonly _tag: 'End'; readonly uid: string }
  | { readonly _tag: 'Complete'; readonly uid: string; readonly triggerId: string }
  /** The garbage collector removes the child, since its owner is deleted. */
  | { readonly _tag: 'Collect'; readonly uid: string }
  // faults
  | { readonly _tag: 'Stumble'; readonly uid: string }
  | { readonly _tag: 'ReplaceJobManager'; readonly uid: string }
  | { readonly _tag: 'FailSavepoint'; readonly uid: string; readonly triggerId: string }
  | { readonly _tag: 'DeleteChild'; readonly uid: string }
  /** A backup is made of the parent's status. */
  | { readonly _tag: 'BackUp' }
  /** A user removes a field of the parent's status, or restores it from the backup; `path` []: the whole status. */
  | { readonly _tag: 'PutBack'; readonly path: readonly string[]; readonly to: 'Default' | 'Backup' }
  /** A tool removes the owner references of a child. */
  | { readonly _tag: 'StripOwner'; readonly uid: string }
