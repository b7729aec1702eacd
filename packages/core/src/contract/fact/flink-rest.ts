import type { JobState } from '../resource/job-status.ts'
import type { EpochMillis } from '../resource/time.ts'

/** One job of `GET /jobs/overview`. */
export interface JobOverview {
  readonly jobId: string
  readonly name: string
  readonly state: JobState
  readonly startTime: EpochMillis
  /** When a task's state last changed. Absent: the model does not know it. */
  readonly lastModification?: EpochMillis
  /** -1 while the job is not terminal. */
  readonly endTime: EpochMillis
  /** Tasks by state; `total` includes all states. A job counts as running when every task is RUNNING or FINISHED (B56). */
  readonly tasks: {
    readonly total: number
    readonly running: number
    readonly finished: number
    /** Absent: tasks of the model do not fail alone. */
    readonly failed?: number
  }
}

/** One checkpoint or savepoint of `GET /jobs/:id/checkpoints`. */
export interface CheckpointView {
  readonly id: number
  /** Null if Flink reports none, and for `<checkpoint-not-externally-addressable>`; see `addressable`. */
  readonly externalPath: string | null
  readonly addressable: boolean
  readonly discarded: boolean
  readonly isSavepoint: boolean
  /** The savepoint of a stop (`SYNC_SAVEPOINT`): the last action of a job that then FINISHED. */
  readonly isStop: boolean
  readonly triggerTimestamp: EpochMillis
}

/**
 * `GET /jobs/:id/checkpoints`. Flink answers from a cache of up to `web.refresh-interval` (3 s), so the answer is certain only for that
 * much earlier than `asOf`.
 */
export interface CheckpointStatistics {
  readonly restored: CheckpointView | null
  readonly completed: CheckpointView | null
  readonly savepoint: CheckpointView | null
  /** The newest entry of the history that is still in progress. */
  readonly inProgress: { readonly id: number; readonly triggerTimestamp: EpochMillis } | null
  /** Completed checkpoints and savepoints since the job started. */
  readonly completedCount: number
  readonly inProgressCount: number
  /** Failed checkpoints, and how often the job was restored. Absent: the model does not count them. */
  readonly failedCount?: number
  readonly restoredCount?: number
  /** Size of the latest completed checkpoint in bytes. */
  readonly stateSize: number | null
}

/** `GET /jobs/:id/checkpoints/config`: the effective configuration, whoever set it. */
export interface CheckpointConfiguration {
  /** True if Flink deletes the job's checkpoints when it is cancelled, or keeps none outside the JobManager. */
  readonly isDeletedOnCancel: boolean
}

/** `GET /jobs/:id/savepoints/:triggerId` (stops too) or `…/checkpoints/:triggerId`. An unknown trigger id is the fact Absent. */
export type AsynchronousOperation =
  | { readonly _tag: 'InProgress' }
  | { readonly _tag: 'Completed'; readonly location: string | null; readonly checkpointId: number | null }
  | {
    readonly _tag: 'Failed'
    /** The causes' class names and messages, outermost first, bounded in depth (B14). */
    readonly causes: readonly { readonly type: string; readonly message: string }[]
    /** The savepoint that completed although the stop failed (StopWithSavepointStoppingException, B13). */
    readonly savepointPath: string | null
  }

/** One entry of `GET /jobs/:id/exceptions`, newest first. */
export interface JobException {
  readonly type: string
  readonly stackTrace: string
  readonly timestamp: EpochMillis
  readonly taskName: string | null
  readonly endpoint: string | null
  readonly taskManagerId: string | null
  readonly failureLabels: Readonly<Record<string, string>>
}

/** `GET /config` and `GET /taskmanagers`. */
export interface ClusterOverview {
  readonly flinkVersion: string
  readonly flinkRevision: string
  readonly taskManagers: number
  /** Slots of all TaskManagers. Absent: the model knows only the number of TaskManagers. */
  readonly slots?: { readonly total: number; readonly available: number }
  /** The last heartbeat of each TaskManager. Absent: like `slots`. */
  readonly heartbeats?: readonly EpochMillis[]
}

/** One file of `GET /jars`. */
export interface JarView {
  /** `<random>_<name>`. */
  readonly id: string
  /** The file name of its upload. */
  readonly name: string
  readonly uploaded: EpochMillis
}

/** `numRestarts` (or `fullRestarts`) and `numberOfCompletedCheckpoints` of the job. */
export interface JobMetrics {
  readonly restarts: number | null
  readonly completedCheckpoints: number | null
}

/** `GET /jobs/:id/resource-requirements`: parallelism bounds by vertex id. */
export type VertexBounds = Readonly<Record<string, { readonly lower: number; readonly upper: number }>>
