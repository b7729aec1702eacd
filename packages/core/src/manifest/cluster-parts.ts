import type { ClusterManifestInput, ClusterPart } from '../contract/action/manifest-request.ts'
import { hasInternalService, isStandalone } from './cluster.ts'
import { hasPodTemplate } from './pod-template-mount.ts'

/**
 * The objects of a cluster in the order of creation: first those that the JobManager's pod mounts and is reached by, Deployments last
 * (design.md, section 3; live-findings.md, L3 and L4).
 */
export const clusterParts = (
  input: Pick<ClusterManifestInput, 'mode' | 'configuration' | 'taskManagerPodTemplate'>,
): readonly ClusterPart[] => [
  'FlinkConfig',
  ...(hasPodTemplate(input) ? (['PodTemplate'] as const) : []),
  ...(hasInternalService(input) ? (['InternalService'] as const) : []),
  'RestService',
  ...(isStandalone(input) ? (['TaskManagerDeployment'] as const) : []),
  'JobManagerDeployment',
]
