import type { DecodeError, Finding } from '../contract/resource/finding.ts'
import type { SpecDiff } from '../spec/diff/spec-diff.ts'
import type { ConfiguredCluster } from '../spec/configured-spec.ts'
import type { Env } from '../contract/env.ts'
import type { ClusterFacts } from '../contract/fact/cluster-facts.ts'
import type { DeploymentMode } from '../contract/resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../contract/resource/resource.ts'
import type { DeployedCluster, NothingDeployed } from './deployed-spec.ts'
import type { OtherObject } from './observe/own-facts.ts'

/** Identifies a cluster: its resource gives the name, its mode the labels. */
export interface ClusterOf {
  readonly meta: ResourceMeta
  readonly mode: DeploymentMode
}

/** The parts of a round that the rules of a cluster read: nothing about the desired spec or upgrades. */
export interface ClusterRound {
  readonly desired: ClusterOf & { readonly deployed: NothingDeployed | DeployedCluster }
  readonly observed: {
    readonly status: FlinkDeploymentStatus
    readonly facts: ClusterFacts
    readonly others: readonly OtherObject[]
  }
  readonly env: Env
}

/** The part of a round that distinguishes foreign objects from ours. */
export interface SeenOthers {
  readonly desired: Pick<ClusterOf, 'meta'>
  readonly observed: Pick<ClusterRound['observed'], 'others'>
}

/**
 * All that one round of a cluster works towards. It is computed once for each version of the resource and used by every query of the round.
 * `Wanted`, `Deployed`: with or without a job of its own.
 */
export interface ClusterDesired<Wanted extends ConfiguredCluster, Deployed extends DeployedCluster> extends ClusterOf {
  /** Parts of the spec, and of the status fields that decisions use, that cannot be read. */
  readonly unread: readonly DecodeError[]
  readonly findings: readonly Finding[]
  /** Secret values in the specs, which no message may show (P23), the longest first. */
  readonly secrets: readonly string[]
  /** The first finding that makes the spec of the user invalid; the round then works with the last valid one (P10). */
  readonly invalid: Finding | null
  /** The spec to work towards. Null: the spec of the user is invalid and nothing was deployed before. */
  readonly wanted: Wanted | null
  /** `metadata.generation` of `wanted`. */
  readonly generation: number
  readonly deployed: NothingDeployed | Deployed
  /** The last stable spec with the configuration that a deploy would use. Null: none is recorded, or it cannot be configured. */
  readonly stable: Wanted | null
  /**
   * The spec of the deploy attempt in progress, with the configuration that it is deployed with; null: no attempt. `differs`: the user
   * wants another spec by now, so an attempt that was not sent yet is not sent.
   */
  readonly attempt: { readonly target: Wanted; readonly differs: boolean } | null
  /** The difference between the recorded and the wanted spec. */
  readonly diff: SpecDiff
  /** In ROLLED_BACK: is the wanted spec the one that is running (D-35)? */
  readonly wantsWhatRuns: boolean
}
