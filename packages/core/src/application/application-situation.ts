import type { ConfiguredSpec } from '../cluster/configured-spec.ts'
import type { Deployed } from '../cluster/deployed-spec.ts'
import type { IngressStep } from '../cluster/ingress/ingress-step.ts'

import type { JobSituation, RecordedJob } from '../job/job-situation.ts'
import type { UpgradeMode } from '../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { DeployOperation, RestoreSource, TearDownOperation } from '../resource/operation.ts'
import type { Round } from './application-round.ts'

/** The job of a FlinkDeployment, which has a cluster of its own. */
export interface ApplicationJob {
  readonly status: FlinkDeploymentStatus
  readonly round: Round
  readonly wanted: ConfiguredSpec
  readonly deployed: Deployed
  readonly source: RestoreSource
  readonly own: OwnSituation
}

/** Which situation a resource is in: `classify`'s answer. `row` names the row of its table; `reason` is for people. */
export type Situation = JobSituation<ApplicationJob>

/** Something was deployed, and something is to run or to be suspended. */
export type Recorded = RecordedJob<ApplicationJob>

/** What only a job with a cluster of its own can be in. */
type OwnSituation =
  & { readonly row: string; readonly reason: string }
  & (
    | { readonly _tag: 'Deploying'; readonly operation: DeployOperation }
    | { readonly _tag: 'TearingDown'; readonly operation: TearDownOperation }
    /** The edit changes only the ingress: the job is left alone (C-D03). */
    | {
      readonly _tag: 'IngressDue'
      readonly step: Exclude<IngressStep, { _tag: 'LookFirst' }>
      readonly wanted: ConfiguredSpec
      readonly deployed: Deployed
    }
    /** The job runs, and does not do what it is for (control-flow.md, section 4.10/3). */
    | { readonly _tag: 'Unhealthy'; readonly text: string; readonly source: RestoreSource; readonly deployed: Deployed }
    /** The submit of the operator before is incomplete, and nothing ever ran in it (L3). `mode`: that of its record. */
    | { readonly _tag: 'StuckSubmit'; readonly mode: UpgradeMode }
    | { readonly _tag: 'StrayJob' }
    | { readonly _tag: 'PastTtl' }
  )
