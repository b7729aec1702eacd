import type { RecordedSpec } from '../codec/recorded-spec.ts'
import type { RestEndpoint } from '../query/query.ts'
import type { DecodeError } from '../resource/finding.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../resource/flink-deployment-spec.ts'
import type { ConfiguredCluster, ConfiguredSpec } from './configured-spec.ts'

/** Nothing that decisions could rest on is known of what was deployed. */
export type NothingDeployed =
  /** Never deployed: no record. */
  | { readonly _tag: 'Never' }
  /**
   * The record can't be read: nothing may be decided that rests on it (B41). `endpoint`: where REST answers by the user's spec; null: that
   * is not known either.
   */
  | { readonly _tag: 'Undecodable'; readonly error: DecodeError; readonly endpoint: RestEndpoint | null }

/** A record of what was deployed, which can be read. */
interface DeployedOf<Record, Running> {
  readonly _tag: 'Deployed'
  /** The decoded `lastReconciledSpec`. */
  readonly reconciled: Record
  readonly stable: Record | null
  /** What runs (`deployed` of control-flow.md): with the configuration to observe it by (section 2.1). */
  readonly running: Running
  readonly endpoint: RestEndpoint
}

/** A cluster, whatever runs in it. */
export type DeployedCluster = DeployedOf<RecordedSpec<FlinkDeploymentSpec>, ConfiguredCluster>

/** A cluster with a job of its own. */
export type Deployed = DeployedOf<RecordedSpec<FlinkDeploymentSpec> & { readonly job: JobSpec }, ConfiguredSpec>

/** What was deployed, as `lastReconciledSpec` or `lastStableSpec` tells (control-flow.md, section 1.2). */
export type DeployedSpec = NothingDeployed | Deployed
