import type { EmitEvent } from '../action/emit-event.ts'
import type { Query } from '../query/query.ts'
import type { UpgradeMode } from '../resource/flink-deployment-spec.ts'
import type { LastState } from '../resource/last-state.ts'
import type { OperationPurpose, RestoreSource } from '../resource/operation.ts'
import type { Decision } from '../round/decision.ts'
import type { Blocked } from '../round/waiting-situation.ts'
import type { ClassificationRow } from '../round/classification.ts'
import type { AskedRow, FirstRowName, JobRowName, Place, UnrecordedRowName } from './job-row.ts'
import type { DeployedJob, JobSituation, JobTypes, LifecycleSituation, RecordedJob, RoundOf } from './job-situation.ts'
import type { ScalingHost } from './scale/scale-in-place.ts'
import type { SettlingHost } from './settled.ts'
import type { StopHost } from './stop/stop-host.ts'
import type { RestoreFrom } from './upgrade/restore-source.ts'
import type { RollbackObstacle } from './upgrade/rollback-obstacles.ts'
import type { UpgradeAnswer } from './upgrade/upgrade-answer.ts'

type Asked<Job extends JobTypes> = (round: Job['round'], it: RecordedJob<Job>) => JobSituation<Job> | null

/**
 * What differs between jobs by where they run: in a cluster of their own, or in one that they share. The lifecycle is the same
 * (`job-table.ts`); a host answers what only it can know. Each answer is null where it has nothing to say.
 */
export interface JobHost<Job extends JobTypes> {
  /** Whose ids the rows have. */
  readonly ids: Place
  /** Rows that only this host has, by the row of the lifecycle that they are asked before. */
  readonly rowsBefore: { readonly [Name in JobRowName]?: readonly AskedRow<Job>[] }
  readonly first: FirstHost<Job>
  /** What tells of a job of which nothing is recorded. */
  readonly unrecorded: UnrecordedHost<Job>
  /** The spec to work towards; null: there is none. */
  readonly wanted: (round: Job['round']) => Job['wanted'] | null
  /** The record of what was started, beside a spec to work towards; null: one of them is missing, or can't be read. */
  readonly recorded: (round: Job['round']) => RecordedJob<Job> | null
  /** A start of the job is under way. */
  readonly starting: Asked<Job>
  /** The operator before may have started the job (control-flow.md, section 3.2). */
  readonly startedBefore: Asked<Job>
  /** Where a job that was left in `lastState` goes on from where `target` runs. */
  readonly restoreFrom: (round: Job['round'], target: Job['wanted'], lastState: LastState) => RestoreFrom<Job['source']>
  readonly scaling: ScalingHost<Job>
  /** How what runs can be stopped so that `target` goes on from its state. */
  readonly upgradeAnswer: (round: Job['round'], deployed: DeployedJob<Job>, target: Job['wanted']) => UpgradeAnswer
  /** What tells whether its JobManager ever started; empty: it is known. */
  readonly unseenStart: (round: Job['round']) => readonly Query[]
  /** What tells whether HA metadata of the job is there. */
  readonly haMetadataQueries: (round: Job['round']) => readonly Query[]
  /** Before a job without state is stopped: what has to come first. */
  readonly cancelBeforeRedeploy: (round: Job['round'], deployed: DeployedJob<Job>) => LifecycleSituation<Job> | null
  /** Why the job, which could be stopped, is not stopped now. */
  readonly stopsLater: (round: Job['round'], answer: Available) => Blocked | null
  /** The job can't be stopped with its state now: what has to be looked at first, and else what it waits for. */
  readonly notAvailable: (
    round: Job['round'],
    answer: Extract<UpgradeAnswer, { readonly _tag: 'NotAvailable' }>,
  ) => { readonly unseen: readonly Query[]; readonly waitingFor: string }
  /** What stands against a rollback where the job runs. */
  readonly rollbackObstacles: readonly RollbackObstacle<Job['round'], DeployedJob<Job>>[]
  /** Its JobManager is lost, or does not list the job. */
  readonly lost: Recovery<Job>
  /** What else brings back what was started, before and after what every job has, in the order of their rows. */
  readonly recoveries: { readonly first: readonly Recovery<Job>[]; readonly last: readonly Recovery<Job>[] }
  /** Begins to start the job. */
  readonly start: (round: RoundOf<Job>, start: JobStart<Job>) => Decision<Job['status']>
  readonly stopping: StopHost<Job>
  readonly settling: SettlingHost<Job>
  /** The records of a spec that runs, of one that is suspended, and of one that the operator before started. */
  readonly recordRunning: (round: RoundOf<Job>, wanted: Job['wanted'], mode: UpgradeMode) => Job['status']
  readonly recordSuspended: (round: RoundOf<Job>, wanted: Job['wanted'], mode: UpgradeMode) => Job['status']
  readonly recordUpgraded: (round: RoundOf<Job>) => Job['status']
  readonly events: { readonly recover: EmitEvent; readonly rollback: EmitEvent }
}

/** What only where a job runs can tell before anything that rests on the record is asked. */
export interface FirstHost<Job extends JobTypes> {
  readonly rowsBefore: {
    readonly [Name in FirstRowName]?: readonly ClassificationRow<Job['round'], null, JobSituation<Job> | null>[]
  }
  /** What is looked at, for the reason of the look. */
  readonly seen: string
  /** The looks before anything is decided. */
  readonly queries: (round: Job['round']) => readonly Query[]
  /** The same where something can't be read. */
  readonly blindQueries: (round: Job['round']) => readonly Query[]
}

/** What only where a job runs can tell while nothing of it is recorded. */
export interface UnrecordedHost<Job extends JobTypes> {
  readonly rowsBefore: {
    readonly [Name in UnrecordedRowName]?: readonly ClassificationRow<
      Job['round'],
      Pick<RecordedJob<Job>, 'wanted'>,
      JobSituation<Job> | null
    >[]
  }
  /** The looks at what an earlier run may have left. */
  readonly queries: (round: Job['round']) => readonly Query[]
  /** Could one of these not be seen? */
  readonly isUnseen: (round: Job['round']) => boolean
  readonly isNothingThere: (round: Job['round']) => boolean
  /** Why it can't be told what an earlier run left; null: it can. */
  readonly unseen: (round: Job['round']) => string | null
  /** What an operator, or Flink, made for an earlier run, in words; empty: nothing of the kind is seen. */
  readonly earlier: (round: Job['round']) => readonly string[]
  /** What speaks of an earlier run, for the person who has to decide; empty where nothing does. */
  readonly found: (round: Job['round']) => string
}

/** What a job is started with. */
export interface JobStart<Job extends JobTypes> {
  readonly purpose: OperationPurpose
  readonly target: Job['wanted']
  /** The upgrade mode that was used, for the record. */
  readonly mode: UpgradeMode
  readonly source: Job['source'] | Exclude<RestoreSource, { readonly _tag: 'LastState' }>
  readonly announce: readonly EmitEvent[]
  /** Is the target's spec to be recorded as the one that is started? Not where what is recorded is started again. */
  readonly record: boolean
  /** Does the job keep its id, whatever it goes on from? */
  readonly keepsJob?: true
  /** Is it written down now, wherever it has to wait? What it is started from is recorded nowhere else (F07). */
  readonly atOnce?: true
}

type Available = Extract<UpgradeAnswer, { readonly _tag: 'Available' }>
type Recovery<Job extends JobTypes> = (round: Job['round'], deployed: DeployedJob<Job>) => JobSituation<Job> | null
