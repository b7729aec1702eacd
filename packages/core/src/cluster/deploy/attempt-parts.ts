import type { ClusterPart } from '../../action/manifest-request.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { ConfigMapView } from '../../fact/object-view.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import { partRef } from '../manifest/object-names.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import { deployAnnotation } from '../../resource/deploy-annotation.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { manifestInput } from '../manifest/manifest-input.ts'
import type { DeployRound } from './deploy-course.ts'

/** What of an object tells that it is part of a deploy. */
type Part = Pick<ConfigMapView, 'annotations' | 'deleting'>

/** A Deployment is that of one attempt: it is sent once. */
const isOfAttempt = ({ id }: Pick<DeployOperation, 'id'>) => ({ annotations, deleting }: Part): boolean =>
  !deleting && annotations[attemptAnnotation] === id

/** ConfigMaps and Services start nothing: those of an earlier attempt of the same deploy are this one's, too. */
export const isOfDeploy = ({ id, deployId }: Pick<DeployOperation, 'id' | 'deployId'>) => (part: Part): boolean =>
  isOfAttempt({ id })(part) || (!part.deleting && deployId !== null && part.annotations[deployAnnotation] === deployId)

/** Which parts of the attempt are there. One without its mark, or being deleted, does not count. */
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

/** Is every object of the attempt seen, from whatever source, and none of them going? */
export const isWhole = (round: DeployRound, operation: DeployOperation): boolean => {
  const { desired, observed: { facts } } = round
  const input = manifestInput(round.desired, operation)
  if (input._tag === 'Left') return false
  const found = partsThere(facts, operation, desired.meta.name)
  return clusterParts(input.right).every(part => found.includes(part))
}

/** What was seen of the cluster without the ConfigMaps and Services of this deploy: what has to go before its Deployment is sent. */
export const withoutOwnParts = (facts: ClusterFacts, operation: Pick<DeployOperation, 'id' | 'deployId'>): ClusterFacts => {
  const isOwn = isOfDeploy(operation)
  const { configMaps, services } = facts
  return {
    ...facts,
    ...(configMaps?._tag === 'Known' ? { configMaps: { ...configMaps, value: configMaps.value.filter(it => !isOwn(it)) } } : {}),
    ...(services?._tag === 'Known' ? { services: { ...services, value: services.value.filter(it => !isOwn(it)) } } : {}),
  }
}
