import type { ConfiguredSpec } from '../../../spec/configured-spec.ts'
import type { Deployed } from '../../../cluster/deployed-spec.ts'
import type { ClusterSituation } from '../../../cluster/cluster-situation.ts'
import type { JobSituation, RecordedJob } from '../../../job/job-situation.ts'
import type { UpgradeMode } from '../../../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { RestoreSource } from '../../../contract/resource/operation.ts'
import type { Round } from './application-round.ts'

/** The types of the job lifecycle for a FlinkDeployment with a job, which runs in its own cluster. */
export interface ApplicationJob {
  readonly status: FlinkDeploymentStatus
  readonly round: Round
  readonly wanted: ConfiguredSpec
  readonly deployed: Deployed
  readonly source: RestoreSource
  readonly own: OwnSituation
}

/** The situation of a resource: the answer of `classify`. `row` is the id of its table row; `reason` is a text for users. */
export type Situation = JobSituation<ApplicationJob>

/** The record of a deployed job, together with the wanted spec, which may be a suspended one. */
export type Recorded = RecordedJob<ApplicationJob>

interface DeployedWithWanted {
  readonly deployed: Deployed
  readonly wanted: ConfiguredSpec
}

/** Situations that only a job with its own cluster can have. */
type OwnSituation =
  & { readonly row: string; readonly reason: string }
  & (
    | ClusterSituation<DeployedWithWanted>
    /** The job runs, but its health check fails (control-flow.md, section 4.10/3). */
    | { readonly _tag: 'Unhealthy'; readonly text: string; readonly source: RestoreSource; readonly deployed: Deployed }
    /**
     * The previous operator did not complete its submit, and no job ever ran in that cluster (L3). `mode`: the upgrade mode in its record.
     */
    | { readonly _tag: 'StuckSubmit'; readonly mode: UpgradeMode }
    | { readonly _tag: 'OrphanJob' }
    | { readonly _tag: 'PastTtl' }
  )
