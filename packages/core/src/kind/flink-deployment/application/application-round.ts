import type { ClusterDesired } from '../../../cluster/cluster-round.ts'
import type { Deployed } from '../../../cluster/deployed-spec.ts'
import type { FlinkDeploymentSpec, UpgradeMode } from '../../../contract/resource/flink-deployment-spec.ts'
import type { AutoscalerOfJob } from '../../../job/job-round.ts'
import type { ConfiguredSpec } from '../../../spec/configured-spec.ts'
import type { Act, Decision } from '../../../contract/round/decision.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { Env } from '../../../contract/env.ts'
import type { ObservedCluster } from '../deployed-cluster.ts'
import type { ClusterSituation } from '../../../cluster/cluster-situation.ts'
import type { JobSituation, RecordedJob } from '../../../job/job-situation.ts'
import type { RestoreSource } from '../../../contract/resource/operation.ts'

/** All that one round of a job with its own cluster works towards. */
export interface FlinkDeploymentDesired extends ClusterDesired<ConfiguredSpec, Deployed> {
  /** A session cluster uses another type (`kind/flink-deployment/session-cluster/session-cluster-round.ts`). */
  readonly runs: 'OneJob'
  /** `mode`: the upgrade mode in its record. */
  readonly attempt: { readonly target: ConfiguredSpec; readonly mode: UpgradeMode; readonly differs: boolean } | null
  /** The autoscaler settings of the job; null: the autoscaler does not manage it. `spec`: the spec of the user, without overrides. */
  readonly autoscaler: (AutoscalerOfJob & { readonly spec: FlinkDeploymentSpec }) | null
}

/** What a round has observed of an application: of its cluster, and of its job. */
export interface FlinkDeploymentObserved extends ObservedCluster {
  /** What the resource works towards after applying the overrides of the autoscaler. Absent: no override is in force. */
  readonly inForce?: FlinkDeploymentDesired
}

/** The inputs of a decision, together. */
export interface Round {
  readonly desired: FlinkDeploymentDesired
  readonly observed: FlinkDeploymentObserved
  readonly env: Env
}

/** The round after applying the overrides that the autoscaler stored; they apply before any decision. */
export const roundInForce = (desired: FlinkDeploymentDesired, observed: FlinkDeploymentObserved, env: Env): Round => ({
  desired: observed.inForce ?? desired,
  observed,
  env,
})

/** The decision for a situation of a job. */
export type JobDecision = Decision<FlinkDeploymentStatus>
export type JobAct = Act<FlinkDeploymentStatus>

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
