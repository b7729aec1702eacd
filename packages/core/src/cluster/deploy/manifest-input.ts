import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput } from '../../contract/action/manifest-request.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import type { ClusterOf, ClusterRound } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import { clusterInput } from '../../manifest/cluster-input.ts'

/** The input for rendering the objects of an attempt: the recorded spec and the operation, nothing else. Left: why it is unavailable. */
export const manifestInput = (
  { meta, mode, attempt }: ClusterOf & { readonly attempt: { readonly target: ConfiguredCluster } | null },
  operation: DeployOperation,
): E.Either<string, ClusterManifestInput> =>
  attempt === null || (operation.jobId === null && attempt.target.spec.job !== null) ? E.left("the record of the attempt can't be read")
    : E.map((input: ClusterManifestInput) => ({ ...input, deploy: operation.deployId ?? operation.id }))(
      clusterInput(meta, mode, attempt.target, operation),
    )

/**
 * The same for the running attempt, if one of its accompanying objects is recreated. A cluster that another operator deployed has no
 * attempt annotation.
 */
export const runningInput = (
  { meta, mode, deployed }: ClusterRound['desired'],
  { operatorRecord: { deployedAttempt, deployedSource }, jobStatus }: FlinkDeploymentStatus,
): E.Either<string, ClusterManifestInput> =>
  deployed._tag !== 'Deployed' ? E.left('the deployed spec is not known')
    : E.map((input: ClusterManifestInput) => ({ ...input, attempt: deployedAttempt }))(
      clusterInput(meta, mode, deployed.running, {
        source: deployedSource ?? { _tag: 'Empty', reason: 'not known' },
        jobId: jobStatus.jobId ?? '',
        id: deployedAttempt ?? '',
      }),
    )
