import type { ClusterDesired } from '../../../cluster/cluster-round.ts'
import type { Deployed } from '../../../cluster/deployed-spec.ts'
import type { FlinkDeploymentSpec, UpgradeMode } from '../../../contract/resource/flink-deployment-spec.ts'
import type { AutoscalerOfJob } from '../../../job/job-round.ts'
import type { ConfiguredSpec } from '../../../spec/configured-spec.ts'

/** All that one round of a job with its own cluster works towards. */
export interface FlinkDeploymentDesired extends ClusterDesired<ConfiguredSpec, Deployed> {
  /** A session cluster uses another type (`kind/flink-deployment/session-cluster/session-cluster-round.ts`). */
  readonly runs: 'OneJob'
  /** `mode`: the upgrade mode in its record. */
  readonly attempt: { readonly target: ConfiguredSpec; readonly mode: UpgradeMode; readonly differs: boolean } | null
  /** The autoscaler settings of the job; null: the autoscaler does not manage it. `spec`: the spec of the user, without overrides. */
  readonly autoscaler: (AutoscalerOfJob & { readonly spec: FlinkDeploymentSpec }) | null
}
