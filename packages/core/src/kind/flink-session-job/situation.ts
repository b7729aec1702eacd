import type { InPlaceScaling } from '../../job/scale/in-place-scaling-answer.ts'
import type { SnapshotStep } from '../../job/snapshot/snapshot-step.ts'
import type { UpgradeAnswer } from '../../job/upgrade/upgrade-answer.ts'
import type { Nonce } from '../../resource/flink-deployment-spec.ts'
import type { AskedRedeploy, SubmitOperation, SuspendOperation } from '../../resource/operation.ts'
import type { Problem } from '../../round/decision.ts'
import type { Pause } from '../../round/pause.ts'
import type { Blocked, NeedsFacts } from '../../round/waiting-situation.ts'
import type { Round } from './round.ts'
import type { ConfiguredSessionJob, SubmittedSessionJob } from './work.ts'

type Available = Extract<UpgradeAnswer, { _tag: 'Available' }>

/** Why a job can't be looked at where it is to run. `reason`: of the condition `ClusterReady`. */
export interface NoCluster {
  readonly reason: 'SessionClusterNotFound' | 'SessionClusterUnseen' | 'NotASessionCluster' | 'SessionClusterNotReady'
  readonly message: string
}

/**
 * Which situation a FlinkSessionJob is in: `classify`'s answer, with the evidence that it rests on, which is not tested for again. `row`
 * names the row of its table; `reason` is for people.
 */
export type Situation =
  & { readonly row: string; readonly reason: string }
  & (
    | NeedsFacts
    | { readonly _tag: 'Deleting' }
    | { readonly _tag: 'NotYetOurs' }
    | { readonly _tag: 'Unmanageable'; readonly problem: Problem }
    | { readonly _tag: 'InvalidFromTheStart'; readonly problem: Problem }
    /** Nothing can be seen of the job, or started: it is waited for, without an end and without a failure (E-6, E-7, E-55). */
    | { readonly _tag: 'WithoutCluster'; readonly cluster: NoCluster }
    | { readonly _tag: 'RecordLost'; readonly problem: Problem; readonly found: string; readonly toldNonce: Nonce | null }
    | { readonly _tag: 'Paused'; readonly pause: Pause }
    | { readonly _tag: 'Suspending'; readonly operation: SuspendOperation }
    | { readonly _tag: 'Submitting'; readonly operation: SubmitOperation }
    /** `source`: null is that of the spec. */
    | { readonly _tag: 'FirstSubmit'; readonly asked: 'Spec' | 'Redeploy' | 'Stateless'; readonly wanted: ConfiguredSessionJob }
    | { readonly _tag: 'AdoptedCancel' }
    | { readonly _tag: 'AdoptedRollback' }
    /** The reference operator had submitted the job when this one took over. */
    | { readonly _tag: 'AlreadySubmitted' }
    | {
      readonly _tag: 'RestoreDue'
      readonly source: SubmitOperation['source']
      readonly purpose: 'Resume' | 'Upgrade' | 'Rollback'
      readonly target: ConfiguredSessionJob
      readonly submitted: SubmittedSessionJob
    }
    | { readonly _tag: 'SuspendedToRecord'; readonly wanted: ConfiguredSessionJob }
    | {
      readonly _tag: 'UpgradeDue'
      readonly answer: Available
      readonly wanted: ConfiguredSessionJob
      readonly submitted: SubmittedSessionJob
    }
    | {
      readonly _tag: 'ScaleDue'
      readonly answer: Exclude<InPlaceScaling, { _tag: 'NotPossible' | 'LookFirst' | 'ScaleTaskManagers' }>
      readonly wanted: ConfiguredSessionJob
      readonly submitted: SubmittedSessionJob
    }
    | Blocked
    | { readonly _tag: 'RedeployDue'; readonly redeploy: AskedRedeploy; readonly submitted: SubmittedSessionJob }
    | {
      readonly _tag: 'RollbackDue'
      readonly answer: Available
      readonly stable: ConfiguredSessionJob
      readonly submitted: SubmittedSessionJob
    }
    | { readonly _tag: 'RunsWhatIsWanted'; readonly wanted: ConfiguredSessionJob; readonly submitted: SubmittedSessionJob }
    /** What is recorded is put up again: it failed, or its JobManager lost it. */
    | {
      readonly _tag: 'StartAgain'
      readonly purpose: 'RestartFailed' | 'Recovery'
      readonly source: SubmitOperation['source']
      readonly submitted: SubmittedSessionJob
    }
    | { readonly _tag: 'Snapshot'; readonly step: SnapshotStep }
    /** A job of this resource is alive of which the status does not tell. `round`: as if it did; `stop` null: it is only cancelled. */
    | { readonly _tag: 'StrayJob'; readonly jobId: string; readonly stop: { readonly round: Round; readonly answer: Available } | null }
    /** What the status tells of is another resource's. */
    | { readonly _tag: 'Disowned' }
    | { readonly _tag: 'Settled' }
  )
