import type { Condition, EpochMillis } from '@flink-operator/core/resource'
import type { ApplicationOperation } from './application-operation.ts'
import type { ApplicationRecord } from './application-record.ts'
import type { JobDefinition } from './job-definition.ts'

/** Red: not healthy; Yellow: partly healthy; '': not observed yet. */
export type Health = '' | 'Green' | 'Yellow' | 'Red'

/** The error that is retried, or that ended the last attempt (lyft-flinkapplication.md, section 2.5.2). */
export interface ApplicationError {
  readonly appError: string
  /** The call that failed; `UnknownMethod`: not a call to Flink. */
  readonly method: string
  readonly errorCode: string
  readonly isRetryable: boolean
  /** Written for readers of the status. The operator does not read it. */
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

/** The job as last observed. Its definition is that of the job that was last observed running. */
export interface ApplicationJobStatus extends JobDefinition {
  readonly jobOverviewURL: string
  /** '': none is known. */
  readonly jobID: string
  readonly health: Health
  /** The state as Flink reports it. */
  readonly state: string
  readonly startTime: EpochMillis | null
  readonly jobRestartCount: number
  readonly completedCheckpointCount: number
  readonly failedCheckpointCount: number
  readonly restorePath: string
  readonly restoreTime: EpochMillis | null
  readonly lastFailingTime: EpochMillis | null
  /** Path of the newest observed checkpoint. A newer one may exist. */
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

/** `status` of a FlinkApplication (section 1.4). Unset strings are ''. */
export interface FlinkApplicationStatus {
  /** One of the states in `state/state-row.ts`. For any other value the operator does nothing (row G1). */
  readonly phase: string
  readonly startedAt: EpochMillis | null
  readonly lastUpdatedAt: EpochMillis | null
  /** The reason for the current state, in one sentence. */
  readonly reason: string
  /** Fixes the mode; '' until the first write. */
  readonly deploymentMode: string
  /** Hash of the live version; '': no version was ever live. */
  readonly deployHash: string
  readonly deployVersion: string
  /** BlueGreen: hash and colour of the new version beside the live one. */
  readonly updatingHash: string
  readonly updatingVersion: string
  /** Hash of a failed update, which the operator does not try again. */
  readonly failedDeployHash: string
  readonly rollbackHash: string
  readonly teardownHash: string
  /** The hash in the names of the Deployments and the first Service after a rescale in place. */
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
  /** The write-ahead record of the operation in progress. */
  readonly operation: ApplicationOperation | null
  readonly operatorRecord: ApplicationRecord
}
