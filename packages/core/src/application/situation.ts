import type { ConfiguredSpec } from '../cluster/configured-spec.ts'
import type { Deployed } from '../cluster/deployed-spec.ts'
import type { AskedRedeploy, DeployOperation, RestoreSource, SuspendOperation, TearDownOperation } from '../resource/operation.ts'
import type { InPlaceScaling } from '../job/scale/in-place-scaling-answer.ts'
import type { UpgradeAnswer } from '../job/upgrade/upgrade-answer.ts'
import type { Nonce, UpgradeMode } from '../resource/flink-deployment-spec.ts'
import type { Problem } from '../round/decision.ts'
import type { IngressStep } from '../cluster/ingress/ingress-step.ts'
import type { Pause } from '../round/pause.ts'
import type { Blocked, NeedsFacts } from '../round/waiting-situation.ts'
import type { SnapshotStep } from '../job/snapshot/snapshot-step.ts'

/**
 * Which situation a resource is in: `classify`'s answer, with the evidence that it rests on, which is not tested for again. `row` names the
 * row of its table; `reason` is for people; `wanted` is the spec to work towards, `deployed` the record of what was deployed.
 */
export type Situation =
  & { readonly row: string; readonly reason: string }
  & (
    /** A fact is missing. */
    | NeedsFacts
    | { readonly _tag: 'Deleting' }
    | { readonly _tag: 'NotYetOurs' }
    /** Nothing may be decided: the record can't be read, or the kind of cluster is not built. */
    | { readonly _tag: 'Unmanageable'; readonly problem: Problem }
    | { readonly _tag: 'InvalidFromTheStart'; readonly problem: Problem }
    /**
     * Nothing is recorded of what was deployed, and it is not known that nothing was. `toldNonce`: what the spec says now is no answer to
     * that yet.
     */
    | { readonly _tag: 'RecordLost'; readonly problem: Problem; readonly found: string; readonly toldNonce: Nonce | null }
    /** A person asked the operator to leave the resource as it is. */
    | { readonly _tag: 'Paused'; readonly pause: Pause }
    | { readonly _tag: 'Suspending'; readonly operation: SuspendOperation }
    | { readonly _tag: 'Deploying'; readonly operation: DeployOperation }
    | { readonly _tag: 'TearingDown'; readonly operation: TearDownOperation }
    /** `source`: null is that of the spec. */
    | { readonly _tag: 'FirstDeployment'; readonly asked: 'Spec' | 'Redeploy' | 'Stateless'; readonly wanted: ConfiguredSpec }
    /** The reference operator had cancelled the job when this one took over. */
    | { readonly _tag: 'AdoptedCancel' }
    /** The reference operator had submitted the job when this one took over (control-flow.md, section 3.2). */
    | { readonly _tag: 'AlreadyUpgraded'; readonly deployed: Deployed }
    | {
      readonly _tag: 'RestoreDue'
      readonly source: RestoreSource
      readonly purpose: 'Resume' | 'Upgrade' | 'Rollback'
      readonly target: ConfiguredSpec
      readonly deployed: Deployed
    }
    /** The spec asks for a suspended job and nothing runs: only to be recorded. */
    | { readonly _tag: 'SuspendedToRecord'; readonly wanted: ConfiguredSpec }
    | {
      readonly _tag: 'UpgradeDue'
      readonly answer: Extract<UpgradeAnswer, { _tag: 'Available' }>
      readonly wanted: ConfiguredSpec
      readonly deployed: Deployed
    }
    /** The edit only scales, and the running job can take it without a restart (control-flow.md, section 4.5). */
    | {
      readonly _tag: 'ScaleDue'
      readonly answer: Exclude<InPlaceScaling, { _tag: 'NotPossible' | 'LookFirst' }>
      readonly wanted: ConfiguredSpec
      readonly deployed: Deployed
    }
    /** The edit changes only the ingress: the job is left alone (C-D03). */
    | {
      readonly _tag: 'IngressDue'
      readonly step: Exclude<IngressStep, { _tag: 'LookFirst' }>
      readonly wanted: ConfiguredSpec
      readonly deployed: Deployed
    }
    /** Something is to be done but can't be, now or without a person. */
    | Blocked
    /** The user asks for a start from `initialSavepointPath`, whatever runs (control-flow.md, section 4.12). */
    | { readonly _tag: 'RedeployDue'; readonly redeploy: AskedRedeploy; readonly wanted: ConfiguredSpec; readonly deployed: Deployed }
    | {
      readonly _tag: 'RollbackDue'
      readonly answer: Extract<UpgradeAnswer, { _tag: 'Available' }>
      readonly stable: ConfiguredSpec
      readonly deployed: Deployed
    }
    /** In ROLLED_BACK the user put back the spec that runs (D-35). */
    | { readonly _tag: 'RunsWhatIsWanted'; readonly wanted: ConfiguredSpec; readonly deployed: Deployed }
    /** The reference operator had begun a rollback when this one took over; it is judged anew. */
    | { readonly _tag: 'AdoptedRollback' }
    | { readonly _tag: 'RestartFailed'; readonly source: RestoreSource; readonly deployed: Deployed }
    /** A snapshot is to be taken, or old ones go (control-flow.md, section 6). */
    | { readonly _tag: 'Snapshot'; readonly step: SnapshotStep }
    /** The job runs, and does not do what it is for (control-flow.md, section 4.10/3). */
    | { readonly _tag: 'Unhealthy'; readonly text: string; readonly source: RestoreSource; readonly deployed: Deployed }
    /** The submit of the operator before is incomplete, and nothing ever ran in it (L3). `mode`: that of its record. */
    | { readonly _tag: 'StuckSubmit'; readonly mode: UpgradeMode }
    | { readonly _tag: 'StrayJob' }
    /** `keepsJob`: under the same job id, for that job is to be ended. */
    | { readonly _tag: 'Lost'; readonly source: RestoreSource; readonly keepsJob?: true; readonly deployed: Deployed }
    | { readonly _tag: 'PastTtl' }
    /** Whatever there is to do is done. */
    | { readonly _tag: 'Settled' }
  )
