import type { ConfiguredSpec } from '../cluster/configured-spec.ts'
import type { DeployedSpec } from '../cluster/deployed-spec.ts'
import type { DecodeError, Finding } from '../resource/finding.ts'
import type { DeploymentMode, UpgradeMode } from '../resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { AutoscalerOfJob } from '../job/job-round.ts'
import type { FlinkDeploymentSpec } from '../resource/flink-deployment-spec.ts'
import type { SpecDiff } from '../spec-diff/spec-diff.ts'

/** All that one round works towards; computed once for each version of the resource, then used by every look of the round. */
export interface FlinkDeploymentDesired {
  /** A session cluster has another shape (`session-cluster/session-cluster-desired.ts`). */
  readonly runs: 'OneJob'
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
  /** The last stable spec, configured as it would be deployed; null where there is none or it can't be. */
  readonly stable: ConfiguredSpec | null
  /**
   * The spec of the deploy attempt that is under way, configured as it is deployed; null if there is none. `differs`: something else is
   * wanted by now, so an attempt that was not sent yet is not sent.
   */
  readonly attempt: { readonly target: ConfiguredSpec; readonly mode: UpgradeMode; readonly differs: boolean } | null
  /** From the recorded spec to what is wanted. */
  readonly diff: SpecDiff
  /** Null: the autoscaler has nothing to do with the job. `spec`: the user's, without overrides. */
  readonly autoscaler: (AutoscalerOfJob & { readonly spec: FlinkDeploymentSpec }) | null
  /** In ROLLED_BACK: is what is wanted the very spec that runs (D-35)? */
  readonly wantsWhatRuns: boolean
}
