import type { RecordedSpec } from '../crd/recorded-spec.ts'
import type { RestEndpoint } from '../contract/query/query.ts'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../contract/resource/flink-deployment-spec.ts'
import type { ConfiguredCluster, ConfiguredSpec } from '../spec/configured-spec.ts'

/** No deployed spec is known. */
export type NothingDeployed =
  /** Never deployed: there is no record. */
  | { readonly _tag: 'Never' }
  /**
   * The record can't be read, so no decision may rest on it (B41). `endpoint`: the REST address according to the user's spec. Null:
   * unknown, too.
   */
  | { readonly _tag: 'Undecodable'; readonly error: DecodeError; readonly endpoint: RestEndpoint | null }

/** A readable record of the deployed spec. */
interface DeployedOf<Record, Running> {
  readonly _tag: 'Deployed'
  /** The decoded `lastReconciledSpec`. */
  readonly reconciled: Record
  readonly stable: Record | null
  /** The running spec (`deployed` of control-flow.md), with the configuration to observe it by (section 2.1). */
  readonly running: Running
  readonly endpoint: RestEndpoint
}

/** Any deployed cluster, with or without its own job. */
export type DeployedCluster = DeployedOf<RecordedSpec<FlinkDeploymentSpec>, ConfiguredCluster>

/** A cluster with its own job. */
export type Deployed = DeployedOf<RecordedSpec<FlinkDeploymentSpec> & { readonly job: JobSpec }, ConfiguredSpec>

/** The deployed spec, as recorded in `lastReconciledSpec` or `lastStableSpec` (control-flow.md, section 1.2). */
export type DeployedSpec = NothingDeployed | Deployed
