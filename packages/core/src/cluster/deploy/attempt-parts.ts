import * as E from 'fp-ts/lib/Either.js'
import type { ClusterManifestInput, ClusterPart } from '../../contract/action/manifest-request.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { DeployOperation } from '../../contract/resource/operation.ts'
import type { ClusterOf, ClusterRound } from '../cluster-round.ts'
import type { ConfiguredCluster } from '../../spec/configured-spec.ts'
import { clusterInput } from '../../manifest/renderable.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { ConfigMapView } from '../../contract/fact/object-view.ts'
import { clusterParts } from '../../manifest/cluster-parts.ts'
import { partRef } from '../../manifest/object-metadata.ts'
import { attemptAnnotation, deployAnnotation } from '../../contract/resource/annotations.ts'
import type { DeployRound } from './deploy-hooks.ts'

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

/** The fields that show whether an object is part of a deploy. */
type Part = Pick<ConfigMapView, 'annotations' | 'deleting'>

/** A Deployment belongs to exactly one attempt, because it is sent once. */
const isOfAttempt = ({ id }: Pick<DeployOperation, 'id'>) => ({ annotations, deleting }: Part): boolean =>
  !deleting && annotations[attemptAnnotation] === id

/** ConfigMaps and Services start nothing, so an attempt also uses those of an earlier attempt of the same deploy. */
export const isOfDeploy = ({ id, deployId }: Pick<DeployOperation, 'id' | 'deployId'>) => (part: Part): boolean =>
  isOfAttempt({ id })(part) || (!part.deleting && deployId !== null && part.annotations[deployAnnotation] === deployId)

/** The parts of the attempt that exist. An object without its annotation, or one that is being deleted, does not count. */
export const partsThere = (
  { deployment, taskManagerDeployment, configMaps, services }: ClusterFacts,
  operation: Pick<DeployOperation, 'id' | 'deployId'>,
  clusterId: string,
): readonly ClusterPart[] => {
  const own = [
    ...(configMaps?._tag === 'Known' ? configMaps.value : []),
    ...(services?._tag === 'Known' ? services.value : []),
  ].filter(isOfDeploy(operation))
  const isThere = (part: ClusterPart): boolean => {
    switch (part) {
      case 'JobManagerDeployment':
        return deployment?._tag === 'Known' && isOfAttempt(operation)(deployment.value)
      case 'TaskManagerDeployment':
        return taskManagerDeployment?._tag === 'Known' && isOfAttempt(operation)(taskManagerDeployment.value)
      case 'FlinkConfig':
      case 'PodTemplate':
      case 'InternalService':
      case 'RestService':
        return own.some(({ name }) => name === partRef(part, clusterId).name)
    }
  }
  return (['FlinkConfig', 'PodTemplate', 'InternalService', 'RestService', 'TaskManagerDeployment', 'JobManagerDeployment'] as const)
    .filter(isThere)
}

/** True if every object of the attempt was observed, from any source, and none is being deleted. */
export const isWhole = (round: DeployRound, operation: DeployOperation): boolean => {
  const { desired, observed: { facts } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return false
  const found = partsThere(facts, operation, desired.meta.name)
  return clusterParts(input.right).every(part => found.includes(part))
}

/**
 * The observed cluster without the ConfigMaps and Services of this deploy: everything that has to be deleted before the Deployment is sent.
 */
export const withoutOwnParts = (facts: ClusterFacts, operation: Pick<DeployOperation, 'id' | 'deployId'>): ClusterFacts => {
  const isOwn = isOfDeploy(operation)
  const { configMaps, services } = facts
  return {
    ...facts,
    ...(configMaps?._tag === 'Known' ? { configMaps: { ...configMaps, value: configMaps.value.filter(it => !isOwn(it)) } } : {}),
    ...(services?._tag === 'Known' ? { services: { ...services, value: services.value.filter(it => !isOwn(it)) } } : {}),
  }
}
