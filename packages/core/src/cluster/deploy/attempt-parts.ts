import type { ClusterPart } from '../../action/manifest-request.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import { clusterParts } from '../manifest/cluster-parts.ts'
import { partRef } from '../manifest/names.ts'
import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import type { DeployOperation } from '../../resource/operation.ts'
import { manifestInput } from '../manifest/manifest-input.ts'
import type { DeployRound } from './deploy-course.ts'

/** Which objects carry the mark of the attempt. One without it, or being deleted, does not count. */
export const partsThere = (
  { deployment, taskManagerDeployment, configMaps, services }: ClusterFacts,
  attempt: string,
  clusterId: string,
): readonly ClusterPart[] => {
  const own = [
    ...(configMaps?._tag === 'Known' ? configMaps.value : []),
    ...(services?._tag === 'Known' ? services.value : []),
  ].filter(({ annotations, deleting }) => !deleting && annotations[attemptAnnotation] === attempt)
  const isThere = (part: ClusterPart): boolean => {
    switch (part) {
      case 'JobManagerDeployment':
        return deployment?._tag === 'Known' && !deployment.value.deleting && deployment.value.annotations[attemptAnnotation] === attempt
      case 'TaskManagerDeployment':
        return taskManagerDeployment?._tag === 'Known' && !taskManagerDeployment.value.deleting
          && taskManagerDeployment.value.annotations[attemptAnnotation] === attempt
      default:
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
  const found = partsThere(facts, operation.id, desired.meta.name)
  return clusterParts(input.right).every(part => found.includes(part))
}
