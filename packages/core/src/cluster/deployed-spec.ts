import type { RecordedSpec } from '../codec/recorded-spec.ts'
import type { RestEndpoint } from '../query/query.ts'
import type { DecodeError } from '../resource/finding.ts'
import type { FlinkDeploymentSpec, JobSpec } from '../resource/flink-deployment-spec.ts'
import type { ConfiguredSpec } from './configured-spec.ts'

/** What was deployed, as `lastReconciledSpec` or `lastStableSpec` tells (control-flow.md, section 1.2). */
export type DeployedSpec =
  /** Never deployed: no record. */
  | { readonly _tag: 'Never' }
  /**
   * The record can't be read: nothing may be decided that rests on it (B41). `endpoint`: where REST answers by the user's spec; null: that
   * is not known either.
   */
  | { readonly _tag: 'Undecodable'; readonly error: DecodeError; readonly endpoint: RestEndpoint | null }
  | {
    readonly _tag: 'Deployed'
    /** The decoded `lastReconciledSpec`. */
    readonly reconciled: RecordedSpec<FlinkDeploymentSpec> & { readonly job: JobSpec }
    readonly stable: (RecordedSpec<FlinkDeploymentSpec> & { readonly job: JobSpec }) | null
    /** What runs (`deployed` of control-flow.md): with the configuration to observe it by (section 2.1). */
    readonly running: ConfiguredSpec
    readonly endpoint: RestEndpoint
  }

/** A record of what was deployed, which can be read. */
export type Deployed = Extract<DeployedSpec, { _tag: 'Deployed' }>
