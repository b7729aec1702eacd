import type { EpochMillis } from '../../src/resource/time.ts'

/** The job of a FlinkDeployment whose operator and cluster are played: no more of it than what a parent of it can see. */
export interface PlayedJob {
  /** uid of its FlinkDeployment. */
  readonly uid: string
  readonly jobId: string
  readonly startTime: EpochMillis
  /** What it was first started from: goes on in whatever comes of it. */
  readonly source: string | null
  /** Savepoints that were asked for; `path` null: under way. */
  readonly savepoints: readonly { readonly triggerId: string; readonly path: string | null; readonly failed: boolean }[]
  /** Ghost: the last one that a switch waited for when it was completed, also where its JobManager was replaced since. */
  readonly taken: { readonly triggerId: string; readonly path: string } | null
}

/** In a world whose FlinkDeployments are played, each by a few steps of its own operator. */
export interface Played {
  readonly jobs: readonly PlayedJob[]
  /** Ghost: uid of the child that people rely on; null: none came up yet, or somebody deleted it. */
  readonly serving: string | null
  /** Ghost: a child has served. */
  readonly served: boolean
  /** Ghost: somebody took a child away, or put back a status of before. */
  readonly disturbed: boolean
  /** Ghost: somebody took a child away, and no round has looked since. */
  readonly unseen: boolean
  /** Ghost: the switch that was given up last, while the child that served was there: nobody relies on what was made for it. */
  readonly givenUp: string | null
  /** The parent's status when a backup was made of it; null: none was. */
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

/** What the operator and the cluster of a child do. */
export type PlayedEvent =
  // fair
  /** Its operator reads the spec that is there now. */
  | { readonly _tag: 'TakeUp'; readonly uid: string }
  /** Its job runs, and its operator has seen it. */
  | { readonly _tag: 'ComeUp'; readonly uid: string }
  /** Its operator's clean-up is done. */
  | { readonly _tag: 'End'; readonly uid: string }
  | { readonly _tag: 'Complete'; readonly uid: string; readonly triggerId: string }
  /** The garbage collector: its owner is gone. */
  | { readonly _tag: 'Collect'; readonly uid: string }
  // faults
  | { readonly _tag: 'Stumble'; readonly uid: string }
  | { readonly _tag: 'ReplaceJobManager'; readonly uid: string }
  | { readonly _tag: 'FailSavepoint'; readonly uid: string; readonly triggerId: string }
  | { readonly _tag: 'DeleteChild'; readonly uid: string }
  /** A backup is made of the parent's status. */
  | { readonly _tag: 'BackUp' }
  /** Somebody takes away a place of the parent's status, or puts back what the backup has there; `path` []: all of it. */
  | { readonly _tag: 'PutBack'; readonly path: readonly string[]; readonly to: 'Default' | 'Backup' }
  /** A tool takes the owner references of a child away. */
  | { readonly _tag: 'StripOwner'; readonly uid: string }
