import type { EmitEvent } from '../contract/action/emit-event.ts'
import type { Asked } from '../contract/query/ask.ts'
import type { Query } from '../contract/query/query.ts'
import type { UpgradeMode } from '../contract/resource/flink-deployment-spec.ts'
import type { LastState } from '../contract/resource/last-state.ts'
import type { OperationPurpose, RestoreSource } from '../contract/resource/operation.ts'
import type { Decision } from '../contract/round/decision.ts'
import type { Blocked } from '../contract/round/waiting-situation.ts'
import type { Row } from '../contract/round/row.ts'
import type { FirstHost } from './first-table.ts'
import type { AskedRow, JobRowName, UnrecordedRowName } from './job-row.ts'
import type { DeployedJob, JobSituation, JobTypes, LifecycleSituation, RecordedJob, RoundOf } from './job-situation.ts'
import type { ScalingHost } from './scale/scale-in-place.ts'
import type { SettlingHost } from './settled.ts'
import type { StopHost } from './stop/stop-host.ts'
import type { RestoreFrom } from './upgrade/restore-source.ts'
import type { RollbackObstacle } from './upgrade/rollback-obstacles.ts'
import type { UpgradeAnswer } from './upgrade/upgrade-answer.ts'

type RowAnswer<Job extends JobTypes> = (round: Job['round'], it: RecordedJob<Job>) => JobSituation<Job> | null

/**
 * The hooks in which a job with its own cluster and a job in a session cluster differ. The lifecycle is the same for both (`job-table.ts`).
 * A hook returns null if it has nothing to add.
 */
export interface JobHost<Job extends JobTypes> {
  /** Rows that only this host has, keyed by the lifecycle row that they precede. */
  readonly rowsBefore: { readonly [Name in JobRowName]?: readonly AskedRow<Job>[] }
  readonly first: FirstHost<Job['round'], JobSituation<Job>>
  /** Hooks for a job without a record. */
  readonly unrecorded: UnrecordedHost<Job>
  /** The target spec. Null: there is none. */
  readonly wanted: (round: Job['round']) => Job['wanted'] | null
  /** The record of the started job, with the target spec. Null: one of them is missing or can't be read. */
  readonly recorded: (round: Job['round']) => RecordedJob<Job> | null
  /** The row for a start in progress. */
  readonly starting: RowAnswer<Job>
  /** The row for a job that the previous operator may have started (control-flow.md, section 3.2). */
  readonly startedBefore: RowAnswer<Job>
  /** The source to restore the job from in the cluster of `target`, given its last state. */
  readonly restoreFrom: (round: Job['round'], target: Job['wanted'], lastState: LastState) => Asked<RestoreFrom<Job['source']>>
  readonly scaling: ScalingHost<Job>
  /** How the running job can be stopped so that `target` can continue from its state. */
  readonly upgradeAnswer: (round: Job['round'], deployed: DeployedJob<Job>, target: Job['wanted']) => UpgradeAnswer
  /** True if the job that Flink lists is certainly of the attempt that the status records as deployed. */
  readonly isOfDeployedAttempt: (round: Job['round']) => boolean
  /** Observes whether the JobManager ever started. */
  readonly startSeen: (round: Job['round']) => Asked<unknown>
  /** Queries that show whether HA metadata of the job exists. */
  readonly haMetadataQueries: (round: Job['round']) => readonly Query[]
  /** What has to happen before a stateless job is stopped. */
  readonly cancelBeforeRedeploy: (round: Job['round'], deployed: DeployedJob<Job>) => LifecycleSituation<Job> | null
  /** Why the operator delays a stop that is possible. Null: it does not. */
  readonly stopsLater: (round: Job['round'], answer: Available) => Blocked | null
  /** The job can't be stopped with its state now: what the operator waits for, and what ends the wait. */
  readonly notAvailable: (
    round: Job['round'],
    answer: Extract<UpgradeAnswer, { readonly _tag: 'NotAvailable' }>,
  ) => Asked<Pick<Blocked, 'waitingFor' | 'unblockedBy'>>
  /** Reasons against a rollback that depend on where the job runs. */
  readonly rollbackObstacles: readonly RollbackObstacle<Job['round'], DeployedJob<Job>>[]
  /** The row for a lost JobManager, or one that does not list the job. */
  readonly lost: Recovery<Job>
  /** Other recoveries of the deployed job, before and after those that every job has, in row order. */
  readonly recoveries: { readonly first: readonly Recovery<Job>[]; readonly last: readonly Recovery<Job>[] }
  /** Begins a start of the job. */
  readonly start: (round: RoundOf<Job>, start: JobStart<Job>) => Decision<Job['status']>
  readonly stopping: StopHost<Job>
  readonly settling: SettlingHost<Job>
  /** Statuses that record a spec as running, as suspended, and as started by the previous operator. */
  readonly recordRunning: (round: RoundOf<Job>, wanted: Job['wanted'], mode: UpgradeMode) => Job['status']
  readonly recordSuspended: (round: RoundOf<Job>, wanted: Job['wanted'], mode: UpgradeMode) => Job['status']
  readonly recordUpgraded: (round: RoundOf<Job>) => Job['status']
  readonly events: { readonly recover: EmitEvent; readonly rollback: EmitEvent }
}

/** Hooks for a job without a record. */
export interface UnrecordedHost<Job extends JobTypes> {
  readonly rowsBefore: {
    readonly [Name in UnrecordedRowName]?: readonly Row<[Job['round'], Pick<RecordedJob<Job>, 'wanted'>], JobSituation<Job>>[]
  }
  /** Queries for what an earlier run may have left. */
  readonly queries: (round: Job['round']) => readonly Query[]
  /** True if one of these queries was not answered. */
  readonly isUnseen: (round: Job['round']) => boolean
  readonly isNothingThere: (round: Job['round']) => boolean
  /** Why it is unknown what an earlier run left. Null: it is known. */
  readonly unseen: (round: Job['round']) => string | null
  /** The objects that an operator or Flink created for an earlier run, in words. Empty: none was observed. */
  readonly earlier: (round: Job['round']) => readonly string[]
  /** The evidence of an earlier run, for the user who has to decide. Empty: there is none. */
  readonly found: (round: Job['round']) => string
}

/** The parameters of a job's start. */
export interface JobStart<Job extends JobTypes> {
  readonly purpose: OperationPurpose
  readonly target: Job['wanted']
  /** The upgrade mode to record. */
  readonly mode: UpgradeMode
  readonly source: Job['source'] | Exclude<RestoreSource, { readonly _tag: 'LastState' }>
  readonly announce: readonly EmitEvent[]
  /** True if the target's spec is to be recorded as the started one. False for a restart of the recorded spec. */
  readonly record: boolean
  /** The job keeps its id, whatever it is restored from. */
  readonly keepsJob?: true
  /** The start is recorded now even if it has to wait, because its source is recorded nowhere else (F07). */
  readonly atOnce?: true
}

type Available = Extract<UpgradeAnswer, { readonly _tag: 'Available' }>
type Recovery<Job extends JobTypes> = (round: Job['round'], deployed: DeployedJob<Job>) => JobSituation<Job> | null
