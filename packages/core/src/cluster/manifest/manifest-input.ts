import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '../../action/manifest-request.ts'
import { deploymentAdditions, sessionDeploymentAdditions } from '../../flink-configuration/deployment-additions.ts'
import type { DeploymentMode } from '../../resource/flink-deployment-spec.ts'
import type { FlinkDeploymentStatus } from '../../resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import type { ResourceMeta } from '../../resource/resource-meta.ts'
import type { ClusterOf, ClusterRound } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../configured-spec.ts'

/** What is known of a deploy only when it begins. `jobId`: null only of a session cluster. */
export type DeployInputs = Pick<DeployOperation, 'source' | 'id' | 'jobId'>

/** The cluster that one deploy of a spec makes. Left: why it can't be made. */
export const clusterInput = (
  meta: ResourceMeta,
  mode: DeploymentMode,
  { effective, spec }: ConfiguredCluster,
  { source, id, jobId }: DeployInputs,
): E.Either<string, ClusterManifestInput> => {
  if (spec.flinkVersion === null) return E.left('spec.flinkVersion is not set')
  const owner = { apiVersion: meta.apiVersion, kind: meta.kind, name: meta.name, uid: meta.uid }
  return E.right({
    namespace: meta.namespace,
    clusterId: meta.name,
    flinkVersion: spec.flinkVersion,
    mode,
    owner,
    configuration: spec.job === null ? sessionDeploymentAdditions(effective.configuration, owner)
      : deploymentAdditions({
        configuration: effective.configuration,
        source,
        owner,
        clusterId: meta.name,
        jobId,
        attemptId: id,
        flinkVersion: spec.flinkVersion,
        allowNonRestoredState: spec.job.allowNonRestoredState,
      }),
    jobManagerPodTemplate: effective.jobManagerPodTemplate,
    taskManagerPodTemplate: effective.taskManagerPodTemplate,
    logConfiguration: effective.logConfiguration,
    attempt: id,
  })
}

/** What the objects of an attempt are rendered from: the recorded spec and the operation, nothing else. Left: why it can't be. */
export const manifestInput = (
  { meta, mode, attempt }: ClusterOf & { readonly attempt: { readonly target: ConfiguredCluster } | null },
  operation: DeployOperation,
): E.Either<string, ClusterManifestInput> =>
  attempt === null || (operation.jobId === null && attempt.target.spec.job !== null) ? E.left("the record of the attempt can't be read")
    : E.map((input: ClusterManifestInput) => ({ ...input, deploy: operation.deployId ?? operation.id }))(
      clusterInput(meta, mode, attempt.target, operation),
    )

/** The same of the attempt that runs, where one of its accompanying objects is made again. Deployed by another operator: it has no mark. */
export const runningInput = (
  { meta, mode, deployed }: ClusterRound['desired'],
  { operatorRecord: { deployedAttempt, deployedSource }, jobStatus }: FlinkDeploymentStatus,
): E.Either<string, ClusterManifestInput> =>
  deployed._tag !== 'Deployed' ? E.left('what runs is not known')
    : E.map((input: ClusterManifestInput) => ({ ...input, attempt: deployedAttempt }))(
      clusterInput(meta, mode, deployed.running, {
        source: deployedSource ?? { _tag: 'Empty', reason: 'not known' },
        jobId: jobStatus.jobId ?? '',
        id: deployedAttempt ?? '',
      }),
    )
