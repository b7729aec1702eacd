import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '../contract/action/manifest-request.ts'
import type { DeploymentMode } from '../contract/resource/flink-deployment-spec.ts'
import type { DeployOperation } from '../contract/resource/operation.ts'
import type { ResourceMeta } from '../contract/resource/resource-meta.ts'
import { deploymentAdditions, sessionDeploymentAdditions } from '../flink/configuration/deployment-additions.ts'
import type { ConfiguredCluster } from '../spec/configured-spec.ts'

/** The inputs that are known only when a deploy begins. `jobId`: null only for a session cluster. */
export type DeployInputs = Pick<DeployOperation, 'source' | 'id' | 'jobId'>

/** The manifest input of one deploy of a spec. Left: why it is unavailable. */
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
