import type { Condition } from '../../../resource/condition.ts'
import type { EpochMillis } from '../../../resource/time.ts'
import type { ApplicationOperation } from './application-operation.ts'
import type { ApplicationRecord } from './application-record.ts'
import type { JobDefinition } from './job-definition.ts'

/** Red: it doesn't work; Yellow: in part; '': nobody looked yet. */
export type Health = '' | 'Green' | 'Yellow' | 'Red'

/** The error that is retried, or that ended the last attempt (lyft-flinkapplication.md, section 2.5.2). */
export interface ApplicationError {
  readonly appError: string
  /** Which call failed; `UnknownMethod`: none of Flink's. */
  readonly method: string
  readonly errorCode: string
  readonly isRetryable: boolean
  /** Written for those who read it; nothing asks for it. */
  readonly isFailFast: boolean
  readonly maxRetries: number
  /** Null: an API server with an older CRD dropped it (LD01). */
  readonly lastErrorUpdateTime: EpochMillis | null
}

/** The cluster of one version: its health, its TaskManagers and slots. */
export interface ApplicationClusterStatus {
  readonly clusterOverviewURL: string
  readonly health: Health
  readonly numberOfTaskManagers: number
  readonly healthyTaskManagers: number
  readonly numberOfTaskSlots: number
  readonly availableTaskSlots: number
}

/** The job as it was seen last; its definition is that of the job that was seen running last. */
export interface ApplicationJobStatus extends JobDefinition {
  readonly jobOverviewURL: string
  /** '': none is known. */
  readonly jobID: string
  readonly health: Health
  /** As Flink says it. */
  readonly state: string
  readonly startTime: EpochMillis | null
  readonly jobRestartCount: number
  readonly completedCheckpointCount: number
  readonly failedCheckpointCount: number
  readonly restorePath: string
  readonly restoreTime: EpochMillis | null
  readonly lastFailingTime: EpochMillis | null
  /** Path of the newest checkpoint that was seen: that there is none newer is not said by it. */
  readonly lastCheckpoint: string
  readonly lastCheckpointTime: EpochMillis | null
  readonly runningTasks: number
  readonly totalTasks: number
}

/** One of the two versions of a BlueGreen application. */
export interface VersionStatus {
  /** `blue` or `green`; '': the slot is empty. */
  readonly appVersion: string
  readonly versionHash: string
  readonly clusterStatus: ApplicationClusterStatus
  readonly jobStatus: ApplicationJobStatus
}

/** `status` of a FlinkApplication (section 1.4). Texts are '' where nothing is set. */
export interface FlinkApplicationStatus {
  /** A word of `state/phase.ts`; any other is an error, and nothing is done (row G1). */
  readonly phase: string
  readonly startedAt: EpochMillis | null
  readonly lastUpdatedAt: EpochMillis | null
  /** Why it is as it is, in a sentence. */
  readonly reason: string
  /** Locks the mode; '' as long as nobody has written it. */
  readonly deploymentMode: string
  /** Hash of the version that is live; '': none ever was. */
  readonly deployHash: string
  readonly deployVersion: string
  /** BlueGreen: hash and colour of the version that comes up beside the live one. */
  readonly updatingHash: string
  readonly updatingVersion: string
  /** A spec of this hash was tried and given up: it is not tried again. */
  readonly failedDeployHash: string
  readonly rollbackHash: string
  readonly teardownHash: string
  /** The hash that Deployment names and the first Service carry after a rescale in place. */
  readonly inPlaceUpdatedFromHash: string
  readonly savepointTriggerId: string
  readonly savepointPath: string
  readonly retryCount: number
  readonly lastSeenError: ApplicationError | null
  readonly clusterStatus: ApplicationClusterStatus
  readonly jobStatus: ApplicationJobStatus
  readonly versionStatuses: readonly VersionStatus[]
  readonly observedGeneration: number | null
  readonly conditions: readonly Condition[]
  /** What is under way: the write-ahead record. */
  readonly operation: ApplicationOperation | null
  readonly operatorRecord: ApplicationRecord
}
