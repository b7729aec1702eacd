import { cluster } from '../contract/round/unblocked-by.ts'
import type { FlinkDeploymentStatus } from '../contract/resource/flink-deployment-status.ts'
import type { DeployOperation, TearDownOperation } from '../contract/resource/operation.ts'
import type { Decision } from '../contract/round/decision.ts'
import type { ConfiguredCluster } from '../spec/configured-spec.ts'
import type { DeployedCluster } from './deployed-spec.ts'
import type { IngressStep } from './ingress/ingress-step.ts'

export const kubernetesAnswers = cluster('the Kubernetes API answers')

export const lastPodGone = cluster(
  'the last JobManager pod is gone: the kubelet of its node has to confirm the deletion, or a user deletes the pod by force once the node is certainly down',
)

export type ClusterDecision = Decision<FlinkDeploymentStatus>

/** The evidence for the rows of a cluster: the record of the deployed one, and the spec that is wanted now. */
export interface RecordedCluster {
  readonly deployed: DeployedCluster
  readonly wanted: ConfiguredCluster
}

/** Situations of any cluster, whatever runs in it. */
export type ClusterSituation<Recorded extends RecordedCluster> =
  & { readonly row: string; readonly reason: string }
  & (
    | { readonly _tag: 'Deploying'; readonly operation: DeployOperation }
    | { readonly _tag: 'TearingDown'; readonly operation: TearDownOperation }
    /** The reference operator had submitted the cluster when this one took over (control-flow.md, section 3.2). */
    | { readonly _tag: 'AlreadyUpgraded' }
    /** The edit changes only the ingress: the JobManager keeps running (C-D03). */
    | (Pick<Recorded, 'wanted' | 'deployed'> & {
      readonly _tag: 'IngressDue'
      readonly step: IngressStep
    })
  )
