import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '../action/manifest-request.ts'
import { deploymentAdditions } from '../flink-configuration/deployment-additions.ts'
import type { DeployOperation } from '../resource/operation.ts'
import type { Round } from './round.ts'

/** What the objects of an attempt are rendered from: the recorded spec and the operation, nothing else. Left: why it can't be. */
export const manifestInput = ({ desired }: Round, operation: DeployOperation): E.Either<string, ClusterManifestInput> => {
  const { meta, mode, attempt } = desired
  if (attempt === null || operation.jobId === null) return E.left('the record of the attempt can\'t be read')
  const { effective, spec } = attempt.target
  if (spec.flinkVersion === null) return E.left('spec.flinkVersion is not set')
  const owner = { apiVersion: meta.apiVersion, kind: meta.kind, name: meta.name, uid: meta.uid }
  return E.right({
    namespace: meta.namespace, clusterId: meta.name, flinkVersion: spec.flinkVersion, mode, owner,
    configuration: deploymentAdditions({
      configuration: effective.configuration, source: operation.source, owner, clusterId: meta.name, jobId: operation.jobId, attemptId: operation.id,
      flinkVersion: spec.flinkVersion, allowNonRestoredState: attempt.target.job.allowNonRestoredState,
    }),
    jobManagerPodTemplate: effective.jobManagerPodTemplate,
    taskManagerPodTemplate: effective.taskManagerPodTemplate,
    logConfiguration: effective.logConfiguration,
    attempt: operation.id,
  })
}
