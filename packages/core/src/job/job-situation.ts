import type { AskedRedeploy, RestoreSource, SuspendOperation } from '../resource/operation.ts'
import type { JobLifecycleStatus } from '../resource/job-lifecycle-status.ts'
import type { Nonce } from '../resource/flink-deployment-spec.ts'
import type { Problem } from '../round/decision.ts'
import type { Pause } from '../round/pause.ts'
import type { Blocked, NeedsFacts } from '../round/waiting-situation.ts'
import type { AutoscalerDue } from './autoscale/autoscaler-situation.ts'
import type { ConfiguredJob, JobRound, SubmittedJob } from './job-round.ts'
import type { InPlaceScaling } from './scale/in-place-scaling-answer.ts'
import type { SnapshotStep } from './snapshot/snapshot-step.ts'
import type { UpgradeAnswer } from './upgrade/upgrade-answer.ts'

/** The types of one kind of job. */
export interface JobTypes {
  readonly status: JobLifecycleStatus
  /** The inputs of its decisions. */
  readonly round: JobRound
  /** Its spec, configured for where it runs. */
  readonly wanted: ConfiguredJob
  /** The record of what was started. */
  readonly deployed: SubmittedJob
  /** What it can be started from. */
  readonly source: RestoreSource
  /** The situations that only this kind of job can be in. */
  readonly own: { readonly _tag: string; readonly row: string; readonly reason: string }
}

/** Its inputs, whose status is its own. */
export type RoundOf<Job extends JobTypes> = Job['round'] & JobRound<Job['status']>

/** The record of what was started, whose spec is of the same type as the one to work towards. */
export type DeployedJob<Job extends JobTypes> = Job['deployed'] & { readonly running: Job['wanted'] }

/** The evidence of the rows: something was started, and something is to run or to be suspended. */
export interface RecordedJob<Job extends JobTypes> {
  readonly deployed: DeployedJob<Job>
  readonly wanted: Job['wanted']
  /** The last stable spec; null: there is none, or it can't be configured. */
  readonly stable: Job['wanted'] | null
}

type Scaling = Exclude<InPlaceScaling, { readonly _tag: 'NotPossible' | 'LookFirst' }>
type Available = Extract<UpgradeAnswer, { readonly _tag: 'Available' }>

/**
 * Situations that a job can be in wherever it runs, each with the evidence that it rests on, which is not tested for again. `wanted` is the
 * spec to work towards, `deployed` the record of what was started. `Job`: the types of the kind of job.
 */
export type LifecycleSituation<Job extends JobTypes> =
  & { readonly row: string; readonly reason: string }
  & (
    /** A fact is missing. */
    | NeedsFacts
    | { readonly _tag: 'Deleting' }
    | { readonly _tag: 'NotYetOurs' }
    /** Nothing may be decided: the record can't be read. */
    | { readonly _tag: 'Unmanageable'; readonly problem: Problem }
    | { readonly _tag: 'InvalidFromTheStart'; readonly problem: Problem }
    /**
     * Nothing is recorded of what was started, and it is not known that nothing was. `toldNonce`: what the spec says now is no answer to
     * that yet.
     */
    | { readonly _tag: 'RecordLost'; readonly problem: Problem; readonly found: string; readonly toldNonce: Nonce | null }
    /** A person asked the operator to leave the resource as it is. */
    | { readonly _tag: 'Paused'; readonly pause: Pause }
    | { readonly _tag: 'Suspending'; readonly operation: SuspendOperation }
    /** `asked`: who chose the state that the job starts with. */
    | { readonly _tag: 'FirstDeployment'; readonly asked: 'Spec' | 'Redeploy' | 'Stateless'; readonly wanted: Job['wanted'] }
    /** The reference operator had cancelled the job when this one took over. */
    | { readonly _tag: 'AdoptedCancel' }
    /** The reference operator had started the job when this one took over (control-flow.md, section 3.2). */
    | { readonly _tag: 'AlreadyUpgraded' }
    /** The reference operator had begun a rollback when this one took over; it is judged anew. */
    | { readonly _tag: 'AdoptedRollback' }
    | {
      readonly _tag: 'RestoreDue'
      readonly source: Job['source']
      readonly purpose: 'Resume' | 'Upgrade' | 'Rollback'
      readonly target: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    /** The spec asks for a suspended job and nothing runs: only to be recorded. */
    | { readonly _tag: 'SuspendedToRecord'; readonly wanted: Job['wanted'] }
    | {
      readonly _tag: 'UpgradeDue'
      readonly answer: Available
      readonly wanted: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    /** The edit only scales, and the running job can take it without a restart (control-flow.md, section 4.5). */
    | {
      readonly _tag: 'ScaleDue'
      readonly answer: Scaling
      readonly wanted: Job['wanted']
      readonly deployed: DeployedJob<Job>
    }
    /** Something is to be done but can't be, now or without a person. */
    | Blocked
    | AutoscalerDue
    /** The user asks for a start from `initialSavepointPath`, whatever runs (control-flow.md, section 4.12). */
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
    /** In ROLLED_BACK the user put back the spec that runs (D-35). */
    | { readonly _tag: 'RunsWhatIsWanted'; readonly wanted: Job['wanted']; readonly deployed: DeployedJob<Job> }
    | { readonly _tag: 'RestartFailed'; readonly source: Job['source']; readonly deployed: DeployedJob<Job> }
    /**
     * Its JobManager is gone, or came back without it. `keepsJob`: it is started under the same job id, for that job is to be ended.
     */
    | { readonly _tag: 'Lost'; readonly source: Job['source']; readonly keepsJob?: true; readonly deployed: DeployedJob<Job> }
    /** A snapshot is to be taken, or old ones go (control-flow.md, section 6). */
    | { readonly _tag: 'Snapshot'; readonly step: SnapshotStep }
    /** Whatever there is to do is done. */
    | { readonly _tag: 'Settled' }
  )

/** Those, and what only this kind of job can be in. */
export type JobSituation<Job extends JobTypes> = LifecycleSituation<Job> | Job['own']
