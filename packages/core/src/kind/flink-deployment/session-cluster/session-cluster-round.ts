import type { ClusterDesired } from '../../../cluster/cluster-round.ts'
import type { DeployedCluster } from '../../../cluster/deployed-spec.ts'
import type { ConfiguredCluster } from '../../../spec/configured-spec.ts'
import type { ClusterDecision } from '../../../cluster/cluster-situation.ts'
import type { Env } from '../../../contract/env.ts'
import type { FlinkDeploymentStatus } from '../../../contract/resource/flink-deployment-status.ts'
import type { Act } from '../../../contract/round/decision.ts'
import type { ObservedCluster } from '../deployed-cluster.ts'

/** All that one round of a session cluster works towards: the counterpart of `FlinkDeploymentDesired` of an application. */
export interface SessionClusterDesired extends ClusterDesired<ConfiguredCluster, DeployedCluster> {
  readonly runs: 'AnyJobs'
}

/** What a round has observed of a session cluster. */
export type SessionClusterObserved = ObservedCluster

/** The inputs of a decision about a session cluster, together. */
export interface SessionRound {
  readonly desired: SessionClusterDesired
  readonly observed: SessionClusterObserved
  readonly env: Env
}

/** The decision for a situation of a session cluster. */
export type SessionDecision = ClusterDecision
export type SessionAct = Act<FlinkDeploymentStatus>
