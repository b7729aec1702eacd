import type { DecodeError } from './finding.ts'
import type { Json } from './json.ts'
import type { LastState } from './last-state.ts'
import type { EpochMillis, Millis } from './time.ts'
import type { Nonce } from './flink-deployment-spec.ts'
import type { SuspendMode } from './suspend-mode.ts'
import type { UpgradeMode } from './upgrade-mode.ts'

/**
 * One life of a JobManager process and of the job in it. What Flink's REST says is true of one incarnation only: a restarted
 * JobManager knows no earlier operation (flink/README.md, trap 6).
 */
export interface Incarnation {
  readonly deploymentUid: string | null
  readonly podUid: string | null
  readonly restartCount: number | null
  /** As Flink reports it for the job, in epoch milliseconds. */
  readonly jobStartTime: EpochMillis | null
}

/** Where a deployment takes its state from. Empty is only for stateless jobs, first starts, and "it is known that there never was any". */
export type RestoreSource =
  /** `left`: what the job was left with, and does not go on from since a person says stateless. It still is that until something ran. */
  | { readonly _tag: 'Empty'; readonly reason: string; readonly left?: LastState }
  | { readonly _tag: 'Path'; readonly path: string; readonly reason: string }
  /**
   * HA metadata of the same job id. `restorePath` is what the configuration says beside it: the marker while HA metadata holds a
   * checkpoint, so that a job whose metadata vanished fails instead of starting empty (B10); before the first checkpoint the path that the
   * job was started from; null: it was started empty.
   */
  | { readonly _tag: 'LastState'; readonly restorePath: string | null; readonly reason: string }

/**
 * What a cluster is started with: the state of its job; or no job at all, as a session cluster. `jobs`: does high availability bring those
 * of the cluster before back, or was it seen that none would be missed?
 */
export type DeploySource = RestoreSource | { readonly _tag: 'NoJob'; readonly jobs: 'Kept' | 'Gone'; readonly reason: string }

/** Why an operation is begun. */
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
  'StopStray',
] as const

/** Why the operation was begun; `explain` prints it. */
export type OperationPurpose = (typeof operationPurposes)[number]

/** Which spec is started in the end. */
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
  StopStray: 'None',
}

/** Purposes that put up again what ran before: the record stays as it is. */
export const isAgain = (purpose: OperationPurpose): boolean => specToStart[purpose] === 'AsItRan'

interface OperationBase {
  /**
   * 32 lower-case hex digits, minted once (`mintId`) and never derived again: Flink's trigger id of a stop, the mark of a deploy attempt.
   */
  readonly id: string
  /** Monotone over the life of the resource. */
  readonly attempt: number
  readonly mintedAt: EpochMillis
  /** `metadata.generation` of the spec that the operation works towards. */
  readonly targetGeneration: number
  readonly purpose: OperationPurpose
  readonly jobId: string | null
  /** What was seen when the operation began; null where nothing ran. */
  readonly incarnation: Incarnation | null
  /** After this moment the delay is an error for people; it never makes an unsafe step safe. */
  readonly giveUpAt: EpochMillis
}

/** A start from a path that a person asked for: it is carried out also where the edit is taken back after the job was told to stop. */
export interface AskedRedeploy {
  /** The `savepointRedeployNonce` that asked. */
  readonly nonce: Nonce
  readonly path: string
}

/** Stops the job, by the mode that was available. */
export interface SuspendOperation extends OperationBase {
  readonly kind: 'Suspend'
  readonly mode: SuspendMode
  /** The upgrade mode that the following restore has to use, whatever the newest spec asks for (B35). */
  readonly restoreMode: UpgradeMode
  /**
   * `Requested`: the stop or cancel call may have been sent. `Terminal`: the job was seen terminal at `seenTerminalAt`.
   * `TearDown`: the cluster may have been told to go. With NOOP, `seenTerminalAt` says that its JobManager surely ran nothing.
   */
  readonly step: 'Requested' | 'Terminal' | 'TearDown'
  readonly seenTerminalAt: EpochMillis | null
  /** What the job is stopped for where that is a savepoint redeploy, else null. */
  readonly redeploy: AskedRedeploy | null
}

/** Brings up a cluster for a job: tear down what is left, clear or keep HA metadata, create every object of the attempt. */
export interface DeployOperation extends OperationBase {
  readonly kind: 'Deploy'
  readonly source: DeploySource
  /**
   * `TearDown`: what another attempt left is being removed; then all objects of this one are created but for its JobManager Deployment.
   * `Create`: that Deployment may have been sent, and no pod of it can have started (docs/adr/0029). `Created`: it was answered or seen,
   * and its pods may start, so one that is missing is lost (P01).
   * `Abandon`: nothing is sent any more since `abandonedAt`; a create of an earlier version of the operator may still arrive until
   * `lateArrivalLimit` later.
   */
  readonly step: 'TearDown' | 'Create' | 'Created' | 'Abandon'
  /**
   * The id of its first attempt, which marks its ConfigMaps and Services: each further attempt goes on with them. Null: an attempt of an
   * earlier version of the operator, whose objects carry the attempt's own id alone.
   */
  readonly deployId: string | null
  readonly abandonedAt: EpochMillis | null
}

/** How long after the last send a create may still arrive at the API server (its own limit for one request is 60 s). */
export const lateArrivalLimit: Millis = 60_000

/**
 * Runs the job of a FlinkSessionJob in a cluster that is there: uploads its jar, and runs it under the id that is written down here
 * (session-snapshot-bluegreen.md, section 2.5).
 */
export interface SubmitOperation extends OperationBase {
  readonly kind: 'Submit'
  readonly source: Exclude<RestoreSource, { readonly _tag: 'LastState' }>
  /**
   * `Upload`: its jar may lie in the cluster, and nothing ran of it. `Run`: it may have been run, in the life of the JobManager that
   * `incarnation` names: the same id is sent again to that one alone. `Refused`: it was sent once, and Flink refused it; a look after
   * that tells whether the job is there all the same. `Abandon`: nothing is sent any more; what was sent before may still come to run.
   */
  readonly step: 'Upload' | 'Run' | 'Refused' | 'Abandon'
  /** When it was last sent to be run; null: never. A program may take its time before it submits its job. */
  readonly sentAt: EpochMillis | null
}

/** Takes the cluster away without starting another one: suspend without a cluster, time to live of a terminal job, deletion. */
export interface TearDownOperation extends OperationBase {
  readonly kind: 'TearDown'
  readonly deleteHaMetadata: boolean
}

/**
 * A record that this version can't read: of a newer one, or damaged. Something is under way, nobody here knows what: nothing is started,
 * stopped or deleted, and the record stays as it is (F14).
 */
export interface UnreadableOperation extends Partial<Record<keyof OperationBase | 'step', undefined>> {
  readonly kind: 'Unreadable'
  readonly json: Json
  readonly error: DecodeError
}

/** What is under way: one record, written before its first effect (design.md, section 3). */
export type Operation = SuspendOperation | DeployOperation | SubmitOperation | TearDownOperation

/** A path that can't exist: "the state is in HA metadata" (control-flow.md, sections 1.6 and 4.6). */
export const lastStateMarker = 'KUBERNETES_OPERATOR_LAST_STATE'
