import type { Problem } from '../contract/round/decision.ts'
import type { Pause } from '../contract/round/pause.ts'
import type { NeedsFacts, Blocked } from '../contract/round/waiting-situation.ts'
import type { AskedRedeploy, RestoreSource, SuspendOperation } from '../contract/resource/operation.ts'
import type { JobLifecycleStatus } from '../contract/resource/job-status.ts'
import type { Nonce } from '../contract/resource/flink-deployment-spec.ts'
import type { RequestedScaling } from '../contract/resource/operator-record.ts'
import type { AutoscalerDue } from './autoscale/autoscaler-situation.ts'
import type { ConfiguredJob, JobRound, SubmittedJob } from './job-round.ts'
import type { InPlaceScaling } from './scale/in-place-scaling-answer.ts'
import type { SnapshotStep } from './snapshot/snapshot-step.ts'
import type { UpgradeAnswer } from './upgrade/upgrade-answer.ts'

/** Situations that do not rest on the recorded state, of a job and of a session cluster. */
export type FirstSituation =
  & { readonly row: string; readonly reason: string }
  & (
    /** A fact is missing. */
    | NeedsFacts
    | { readonly _tag: 'Deleting' }
    | { readonly _tag: 'NotYetOurs' }
    /** The record can't be read, so the operator may not act. */
    | { readonly _tag: 'Unmanageable'; readonly problem: Problem }
    | { readonly _tag: 'InvalidFromTheStart'; readonly problem: Problem }
    /** The pause annotation is set. */
    | { readonly _tag: 'Paused'; readonly pause: Pause }
  )

/** The types of one kind of job. */
export interface JobTypes {
  readonly status: JobLifecycleStatus
  readonly round: JobRound
  /** Its spec, configured for its host. */
  readonly wanted: ConfiguredJob
  /** The record of the started job. */
  readonly deployed: SubmittedJob
  /** Its possible restore sources. */
  readonly source: RestoreSource
  /** Situations that only this kind of job has. */
  readonly own: { readonly _tag: string; readonly row: string; readonly reason: string }
}

/** A job's inputs with its own status type. */
export type RoundOf<Job extends JobTypes> = Job['round'] & JobRound<Job['status']>

/** The record of the started job, with a spec of the same type as the target spec. */
export type DeployedJob<Job extends JobTypes> = Job['deployed'] & { readonly running: Job['wanted'] }

/** The evidence for the rows: the record of a started job, and a target spec. */
export interface RecordedJob<Job extends JobTypes> {
  readonly deployed: DeployedJob<Job>
  readonly wanted: Job['wanted']
  /** The last stable spec. Null: there is none, or it can't be configured. */
  readonly stable: Job['wanted'] | null
}

type Scaling = Exclude<InPlaceScaling, { readonly _tag: 'NotPossible' | 'LookFirst' }>
type Available = Extract<UpgradeAnswer, { readonly _tag: 'Available' }>

/**
 * Situations of a job on any host, each with its evidence, which later steps do not check again. `wanted`: the target spec. `deployed`: the
 * record of the started job. `Job`: the types of the kind of job.
 */
export type LifecycleSituation<Job extends JobTypes> =
  & { readonly row: string; readonly reason: string }
  & (
    | FirstSituation
    /**
     * No started job is recorded, but the operator can't rule out that one was started. `toldNonce`: the nonce that the spec had when the
     * user was asked; only another one is an answer.
     */
    | { readonly _tag: 'RecordLost'; readonly problem: Problem; readonly found: string; readonly toldNonce: Nonce | null }
    | { readonly _tag: 'Suspending'; readonly operation: SuspendOperation }
    /** `asked`: what chose the state that the job starts with. */
    | { readonly _tag: 'FirstDeployment'; readonly asked: 'Spec' | 'Redeploy' | 'Stateless'; readonly wanted: Job['wanted'] }
    /** The reference operator had begun to cancel the job when this operator took over. */
    | { readonly _tag: 'AdoptedCancel' }
    /** The reference operator had started the job when this operator took over (control-flow.md, section 3.2). */
    | { readonly _tag: 'AlreadyUpgraded' }
    /** The reference operator had begun a rollback when this operator took over. It is decided again. */
    | { readonly _tag: 'AdoptedRollback' }
    | {
      readonly _tag: 'RestoreDue'
      readonly source: Job['source']
      readonly purpose: 'Resume' | 'Upgrade' | 'Rollback'
      readonly target: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    /** The spec asks for a suspended job, and no job runs. The operator only records this. */
    | { readonly _tag: 'SuspendedToRecord'; readonly wanted: Job['wanted'] }
    | {
      readonly _tag: 'UpgradeDue'
      readonly answer: Available
      readonly wanted: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    /** The edit only changes parallelism, and the running job can be rescaled without a restart (control-flow.md, section 4.5). */
    | {
      readonly _tag: 'ScaleDue'
      readonly answer: Scaling
      readonly wanted: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    /**
     * Flink was asked for a scaling in place that nothing asks for any more. `isShown`: true if the job shows it, so that it is recorded as
     * deployed, and taken back as a difference to the spec; false if it does not, so that it is forgotten.
     */
    | { readonly _tag: 'ScalingUnrecorded'; readonly requested: RequestedScaling; readonly isShown: boolean }
    /** The operator has something to do but can't, either now or without a user. */
    | Blocked
    | AutoscalerDue
    /** The user asks for a start from `initialSavepointPath`, whatever runs now (control-flow.md, section 4.12). */
    | {
      readonly _tag: 'RedeployDue'
      readonly redeploy: AskedRedeploy
      readonly wanted: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    | {
      readonly _tag: 'RollbackDue'
      readonly answer: Available
      readonly stable: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    /** In ROLLED_BACK the user changed the spec back to the running one (D-35). */
    | { readonly _tag: 'RunsWhatIsWanted'; readonly wanted: Job['wanted']; readonly deployed: DeployedJob<Job> }
    | { readonly _tag: 'RestartFailed'; readonly source: Job['source']; readonly deployed: DeployedJob<Job> }
    /**
     * The JobManager is gone, or restarted without the job. `keepsJob`: the start uses the same job id, because that job has to be ended.
     */
    | { readonly _tag: 'Lost'; readonly source: Job['source']; readonly keepsJob?: true; readonly deployed: DeployedJob<Job> }
    /** A snapshot is due, or old snapshots have to be deleted (control-flow.md, section 6). */
    | { readonly _tag: 'Snapshot'; readonly step: SnapshotStep }
    /** Nothing is to be done. */
    | { readonly _tag: 'Settled' }
  )

/** Situations of any job, and those of this kind of job alone. */
export type JobSituation<Job extends JobTypes> = LifecycleSituation<Job> | Job['own']
