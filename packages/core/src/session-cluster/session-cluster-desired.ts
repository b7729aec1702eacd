import type { ConfiguredCluster } from '../cluster/configured-spec.ts'
import type { DeployedCluster, NothingDeployed } from '../cluster/deployed-spec.ts'
import type { DecodeError, Finding } from '../resource/finding.ts'
import type { DeploymentMode } from '../resource/flink-deployment-spec.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { SpecDiff } from '../spec-diff/spec-diff.ts'

/** All that one round of a session cluster works towards, as `FlinkDeploymentDesired` is of a cluster with a job of its own. */
export interface SessionClusterDesired {
  readonly runs: 'AnyJobs'
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
  readonly wanted: ConfiguredCluster | null
  /** `metadata.generation` of `wanted`. */
  readonly generation: number
  readonly deployed: NothingDeployed | DeployedCluster
  /** The last stable spec, configured; null where there is none or it can't be. */
  readonly stable: ConfiguredCluster | null
  /** The spec of the deploy attempt that is under way; null if there is none. `differs`: something else is wanted by now. */
  readonly attempt: { readonly target: ConfiguredCluster; readonly differs: boolean } | null
  /** From the recorded spec to what is wanted. */
  readonly diff: SpecDiff
  /** In ROLLED_BACK: is what is wanted the very spec that runs (D-35)? */
  readonly wantsWhatRuns: boolean
}
