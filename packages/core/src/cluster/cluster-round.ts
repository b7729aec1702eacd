import type { Env } from '../env.ts'
import type { ClusterFacts } from '../fact/cluster-facts.ts'
import type { DeploymentMode } from '../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../resource/resource-meta.ts'
import type { DeployedCluster, NothingDeployed } from './deployed-spec.ts'
import type { OtherObject } from './seen/own-facts.ts'

/** Which cluster it is: its resource gives it its name, and how it is deployed its labels. */
export interface ClusterOf {
  readonly meta: ResourceMeta
  readonly mode: DeploymentMode
}

/** What the rules of a cluster read of a round: nothing of what is wanted, nothing of upgrades. */
export interface ClusterRound {
  readonly desired: ClusterOf & { readonly deployed: NothingDeployed | DeployedCluster }
  readonly observed: {
    readonly status: FlinkDeploymentStatus
    readonly facts: ClusterFacts
    readonly others: readonly OtherObject[]
  }
  readonly env: Env
}

/** The part of it by which somebody else's objects are told from ours. */
export interface SeenOthers {
  readonly desired: Pick<ClusterOf, 'meta'>
  readonly observed: Pick<ClusterRound['observed'], 'others'>
}
