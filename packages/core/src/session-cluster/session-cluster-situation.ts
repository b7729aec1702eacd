import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import type { DeployedCluster } from '../cluster/deployed-spec.ts'
import type { IngressStep } from '../cluster/ingress/ingress-step.ts'
import type { DeployOperation, TearDownOperation } from '../resource/operation.ts'
import type { Problem } from '../round/decision.ts'
import type { Pause } from '../round/pause.ts'
import type { Blocked, NeedsFacts } from '../round/waiting-situation.ts'
import type { Jobs } from './new-session-operation.ts'
import type { ScaleStep } from './scale-task-managers.ts'

/** Which situation a session cluster is in, with the evidence that it rests on; `row` and `reason` as of an application's. */
export type SessionSituation =
  & { readonly row: string; readonly reason: string }
  & (
    /** A fact is missing. */
    | NeedsFacts
    | { readonly _tag: 'Deleting' }
    | { readonly _tag: 'NotYetOurs' }
    | { readonly _tag: 'Unmanageable'; readonly problem: Problem }
    | { readonly _tag: 'InvalidFromTheStart'; readonly problem: Problem }
    /** A person asked the operator to leave the resource as it is. */
    | { readonly _tag: 'Paused'; readonly pause: Pause }
    | { readonly _tag: 'Deploying'; readonly operation: DeployOperation }
    | { readonly _tag: 'TearingDown'; readonly operation: TearDownOperation }
    | { readonly _tag: 'FirstDeployment'; readonly wanted: ConfiguredCluster; readonly jobs: Jobs }
    /** The reference operator had submitted the cluster when this one took over (control-flow.md, section 3.2). */
    | { readonly _tag: 'AlreadyUpgraded' }
    /** `jobs`: they are brought back by high availability, or none of them would be missed. */
    | { readonly _tag: 'UpgradeDue'; readonly wanted: ConfiguredCluster; readonly jobs: Jobs }
    | { readonly _tag: 'ScaleDue'; readonly wanted: ConfiguredCluster; readonly step: ScaleStep }
    | { readonly _tag: 'IngressDue'; readonly step: Exclude<IngressStep, { _tag: 'LookFirst' }>; readonly wanted: ConfiguredCluster }
    | { readonly _tag: 'RollbackDue'; readonly stable: ConfiguredCluster; readonly jobs: Jobs }
    /** In ROLLED_BACK the user put back the spec that runs (D-35). */
    | { readonly _tag: 'RunsWhatIsWanted'; readonly wanted: ConfiguredCluster }
    /** The submit of the operator before is incomplete (L3). */
    | { readonly _tag: 'StuckSubmit'; readonly wanted: ConfiguredCluster }
    | { readonly _tag: 'Lost'; readonly deployed: DeployedCluster; readonly jobs: Jobs }
    /** Something is to be done but can't be, now or without a person. */
    | Blocked
    /** Whatever there is to do is done. */
    | { readonly _tag: 'Settled' }
  )
