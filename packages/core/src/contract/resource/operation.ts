import type { DecodeError } from './finding.ts'
import type { Json } from './json.ts'
import type { LastState } from './last-state.ts'
import type { EpochMillis, Millis } from './time.ts'
import type { Nonce } from './flink-deployment-spec.ts'
import type { SuspendMode } from './suspend-mode.ts'
import type { UpgradeMode } from './upgrade-mode.ts'

/**
 * One instance of a JobManager process and of the job in it. Flink's REST answers are valid for one incarnation only: a restarted
 * JobManager knows no earlier operation (flink/README.md, trap 6).
 */
export interface Incarnation {
  readonly deploymentUid: string | null
  readonly podUid: string | null
  readonly restartCount: number | null
  /** As Flink reports it for the job, in epoch milliseconds. */
  readonly jobStartTime: EpochMillis | null
}

/** The state that a deploy restores. Empty is only for stateless jobs, first starts, and jobs that provably never had state. */
export type RestoreSource =
  /** `left`: the job's last state, which the user's stateless mode discards. It stays the last state until a job ran. */
  | { readonly _tag: 'Empty'; readonly reason: string; readonly left?: LastState }
  | { readonly _tag: 'Path'; readonly path: string; readonly reason: string }
  /**
   * HA metadata of the same job id. `restorePath` is the restore path in the configuration. While HA metadata holds a checkpoint it is the
   * marker, so that a job whose metadata vanished fails instead of starting empty (B10). Before the first checkpoint it is the path that
   * the job was started from. Null: it was started empty.
   */
  | { readonly _tag: 'LastState'; readonly restorePath: string | null; readonly reason: string }

/**
 * The state of a cluster's job; or no job, for a session cluster. `jobs`: whether high availability recovers the jobs of the old cluster,
 * or the operator observed that none would be lost.
 */
export type DeploySource = RestoreSource | { readonly _tag: 'NoJob'; readonly jobs: 'Kept' | 'Gone'; readonly reason: string }

/** The purposes of operations. */
export const operationPurposes = [
  'FirstDeployment',
  'Upgrade',
  'Suspend',
  'Resume',
  'Rollback',
  'Recovery',
  'RestartFailed',
  'RestartUnhealthy',
  'SavepointRedeploy',
  'ShutdownTtl',
  'Deletion',
  'StopOrphan',
] as const

/** Why the operation was begun; `explain` prints it. */
export type OperationPurpose = (typeof operationPurposes)[number]

/** Which spec the operation starts in the end. */
export const specToStart: Readonly<Record<OperationPurpose, 'New' | 'LastStable' | 'AsItRan' | 'None'>> = {
  FirstDeployment: 'New',
  Upgrade: 'New',
  Suspend: 'None',
  Resume: 'New',
  Rollback: 'LastStable',
  Recovery: 'AsItRan',
  RestartFailed: 'AsItRan',
  RestartUnhealthy: 'AsItRan',
  SavepointRedeploy: 'New',
  ShutdownTtl: 'None',
  Deletion: 'None',
  StopOrphan: 'None',
}

/** True for purposes that start the deployed spec again: the record stays as it is. */
export const isAgain = (purpose: OperationPurpose): boolean => specToStart[purpose] === 'AsItRan'

interface OperationBase {
  /**
   * 32 lower-case hex digits, generated once (`mintId`) and never computed again: Flink's trigger id of a stop, or the annotation of a
   * deploy attempt.
   */
  readonly id: string
  /** It only grows during the existence of the resource. */
  readonly attempt: number
  readonly mintedAt: EpochMillis
  /** `metadata.generation` of the spec that the operation works towards. */
  readonly targetGeneration: number
  readonly purpose: OperationPurpose
  readonly jobId: string | null
  /** The incarnation that was observed when the operation began. Null: no JobManager ran. */
  readonly incarnation: Incarnation | null
  /** Deadline: afterwards the operator reports the delay as an error. It never makes an unsafe step safe. */
  readonly giveUpAt: EpochMillis
}

/** A start from a path that the user asked for. It is done even if the user reverts the edit after the job was asked to stop. */
export interface AskedRedeploy {
  /** The `savepointRedeployNonce` of the request. */
  readonly nonce: Nonce
  readonly path: string
}

/** Stops the job, in the mode that was available. */
export interface SuspendOperation extends OperationBase {
  readonly kind: 'Suspend'
  readonly mode: SuspendMode
  /** The upgrade mode that the following restore has to use, whatever the newest spec asks for (B35). */
  readonly restoreMode: UpgradeMode
  /**
   * `Requested`: the stop or cancel request may have been sent. `Terminal`: the job was observed as terminal at `seenTerminalAt`.
   * `TearDown`: the deletion of the cluster may have begun. With NOOP, `seenTerminalAt` says that its JobManager certainly ran no job.
   */
  readonly step: 'Requested' | 'Terminal' | 'TearDown'
  readonly seenTerminalAt: EpochMillis | null
  /** The savepoint redeploy that the job is stopped for. Null: another purpose. */
  readonly redeploy: AskedRedeploy | null
}

/**
 * Starts a cluster: deletes the remaining objects of the old one, deletes or keeps HA metadata, and creates every object of the attempt.
 */
export interface DeployOperation extends OperationBase {
  readonly kind: 'Deploy'
  readonly source: DeploySource
  /**
   * `TearDown`: the operator deletes the objects of another attempt, then creates all objects of this one except its JobManager Deployment.
   * `Create`: that Deployment may have been sent, and none of its pods can have started (docs/adr/0029). `Created`: the server confirmed
   * it, or it was observed. Its pods may start, so a missing Deployment is a lost one (P01). `Abandon`: the operator sends nothing more
   * since `abandonedAt`; a create of an earlier operator version may still arrive until `lateArrivalLimit` later.
   */
  readonly step: 'TearDown' | 'Create' | 'Created' | 'Abandon'
  /**
   * The id of its first attempt, which its ConfigMaps and Services carry: each further attempt uses them. Null: an attempt of an earlier
   * operator version, whose objects carry only the attempt's own id.
   */
  readonly deployId: string | null
  readonly abandonedAt: EpochMillis | null
}

/** How long after the last request a create may still arrive at the API server (whose own limit for one request is 60 s). */
export const lateArrivalLimit: Millis = 60_000

/**
 * Runs the job of a FlinkSessionJob in an existing cluster: uploads its jar, and runs it under the id that is recorded here
 * (session-snapshot-bluegreen.md, section 2.5).
 */
export interface SubmitOperation extends OperationBase {
  readonly kind: 'Submit'
  readonly source: Exclude<RestoreSource, { readonly _tag: 'LastState' }>
  /**
   * `Upload`: its jar may be in the cluster, and no job ran. `Run`: the job may have been run, in the JobManager incarnation that
   * `incarnation` names. The operator sends the same id again only to that one. `Refused`: the request was sent once and Flink rejected it;
   * a later query shows whether the job exists anyway. `Abandon`: the operator sends nothing more; an earlier request may still start the
   * job.
   */
  readonly step: 'Upload' | 'Run' | 'Refused' | 'Abandon'
  /** When the run request was last sent. Null: never. A program may take its time before it submits its job. */
  readonly sentAt: EpochMillis | null
}

/** Deletes the cluster without starting another one: suspend without a cluster, time to live of a terminal job, deletion. */
export interface TearDownOperation extends OperationBase {
  readonly kind: 'TearDown'
  readonly deleteHaMetadata: boolean
}

/**
 * A record that this version can't read: of a newer version, or damaged. The operation in progress is unknown, so the operator starts,
 * stops and deletes nothing, and keeps the record (F14).
 */
export interface UnreadableOperation extends Partial<Record<keyof OperationBase | 'step', undefined>> {
  readonly kind: 'Unreadable'
  readonly json: Json
  readonly error: DecodeError
}

/** The operation in progress: one record, written before its first effect (design.md, section 3). */
export type Operation = SuspendOperation | DeployOperation | SubmitOperation | TearDownOperation

/** A path that can't exist. It means: the state is in HA metadata (control-flow.md, sections 1.6 and 4.6). */
export const lastStateMarker = 'KUBERNETES_OPERATOR_LAST_STATE'
