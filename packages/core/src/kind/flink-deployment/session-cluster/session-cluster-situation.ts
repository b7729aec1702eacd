import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import type { DeployedCluster } from '../../../cluster/deployed-spec.ts'
import type { ClusterSituation, RecordedCluster } from '../../../cluster/cluster-situation.ts'
import type { FirstSituation } from '../../../job/job-situation.ts'
import type { Blocked } from '../../../contract/round/waiting-situation.ts'
import type { Jobs } from './session-deploy-hooks.ts'
import type { ScaleStep } from './scale-task-managers.ts'

/** The situation of a session cluster, with the evidence for it. `row` is the id of its table row, `reason` is a text for users. */
export type SessionSituation =
  & { readonly row: string; readonly reason: string }
  & (
    | FirstSituation
    | ClusterSituation<RecordedCluster>
    | { readonly _tag: 'FirstDeployment'; readonly wanted: ConfiguredCluster; readonly jobs: Jobs }
    /** `jobs`: why the deploy is allowed; high availability recovers the jobs, or none of them has state to lose. */
    | { readonly _tag: 'UpgradeDue'; readonly wanted: ConfiguredCluster; readonly jobs: Jobs }
    | { readonly _tag: 'ScaleDue'; readonly wanted: ConfiguredCluster; readonly step: ScaleStep }
    | { readonly _tag: 'RollbackDue'; readonly stable: ConfiguredCluster; readonly jobs: Jobs }
    /** In ROLLED_BACK: the user reverted the spec to the running one (D-35). */
    | { readonly _tag: 'RunsWhatIsWanted'; readonly wanted: ConfiguredCluster }
    /** The previous operator did not complete its submit (L3). */
    | { readonly _tag: 'StuckSubmit'; readonly wanted: ConfiguredCluster }
    | { readonly _tag: 'Lost'; readonly deployed: DeployedCluster; readonly jobs: Jobs }
    /** There is work to do, but not now or not without a user. */
    | Blocked
    /** There is nothing left to do. */
    | { readonly _tag: 'Settled' }
  )
