import type { RecordedSpec } from '../codec/recorded-spec.ts'
import type { EffectiveConfiguration } from '../flink-configuration/effective-configuration.ts'
import type { DecodeError, Finding } from '../resource/finding.ts'
import type { ResourceOptions } from '../operator-options/resource-options.ts'
import type { RestEndpoint } from '../query/query.ts'
import type { DeploymentMode, FlinkDeploymentSpec, JobSpec, UpgradeMode } from '../resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { SpecDiff } from '../spec-diff/spec-diff.ts'

/** A spec together with the configuration that it makes and the options that it sets. */
export interface ConfiguredSpec {
  readonly spec: FlinkDeploymentSpec
  readonly job: JobSpec
  readonly effective: EffectiveConfiguration
  readonly options: ResourceOptions
}

/** What was deployed, as `lastReconciledSpec` or `lastStableSpec` tells (control-flow.md, section 1.2). */
export type DeployedSpec =
  /** Never deployed: no record. */
  | { readonly _tag: 'Never' }
  /** The record can't be read: nothing may be decided that rests on it (B41). `endpoint`: where REST answers by the user's spec; null: that is not known either. */
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

/** All that one round works towards; computed once for each version of the resource, then used by every look of the round. */
export interface FlinkDeploymentDesired {
  readonly meta: ResourceMeta
  readonly mode: DeploymentMode
  /** What is there and can't be read, of the spec and of what decisions rest on in the status. */
  readonly unread: readonly DecodeError[]
  readonly findings: readonly Finding[]
  /** What stands in the specs that this is made of and is never told (P23), the longest first. */
  readonly secrets: readonly string[]
  /** The first finding that makes the user's spec invalid; the round then works with the last good one (P10). */
  readonly invalid: Finding | null
  /** The spec to work towards. Null: there is none, for the user's is invalid and nothing was deployed before. */
  readonly wanted: ConfiguredSpec | null
  /** `metadata.generation` of `wanted`. */
  readonly generation: number
  readonly deployed: DeployedSpec
  /** The record is that of a session cluster, which this version does not carry out: it is the reference operator's, and is left alone (F21). */
  readonly isSession: boolean
  /** The last stable spec, configured as it would be deployed; null where there is none or it can't be. */
  readonly stable: ConfiguredSpec | null
  /**
   * The spec of the deploy attempt that is under way, configured as it is deployed; null if there is none. `differs`: something else is wanted
   * by now, so an attempt that was not sent yet is not sent.
   */
  readonly attempt: { readonly target: ConfiguredSpec; readonly mode: UpgradeMode; readonly differs: boolean } | null
  /** From the recorded spec to what is wanted. */
  readonly diff: SpecDiff
  /** In ROLLED_BACK: is what is wanted the very spec that runs (D-35)? */
  readonly wantsWhatRuns: boolean
}
