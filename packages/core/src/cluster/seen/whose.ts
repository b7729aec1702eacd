import { attemptAnnotation } from '../../resource/attempt-annotation.ts'
import {
  flinkConfigName,
  hadoopConfigName,
  internalServiceName,
  jobManagerName,
  podTemplateName,
  restServiceName,
  taskManagerName,
} from '../manifest/object-names.ts'
import type { OwnerView } from '../../fact/owner-view.ts'

/**
 * Whose is an object that has a name of ours? `Ours`: of the attempt that is asked about. `OfAnotherAttempt`: ours as well, of an attempt
 * before or made by the operator before. `Foreign`: somebody else's; it is left as it is. `Unknown`: nothing proves either; it is left as
 * it is, too.
 */
export type Whose = 'Ours' | 'OfAnotherAttempt' | 'Foreign' | 'Unknown'

/**
 * Who owns it, by the uids of its owner references: the resource itself; a Deployment of the resource that is there now; a Deployment of
 * the cluster's name that is not there any more, so that garbage collection is about to take the object; somebody else; nobody.
 */
export type OwnedBy = 'Resource' | 'Deployment' | 'LostDeployment' | 'Other' | 'Nobody'

/**
 * Whose mark it carries: that of the attempt that is asked about, of another one that the record names, of one that it doesn't name, none.
 */
export type MarkedBy = 'Attempt' | 'Recorded' | 'Unrecorded' | 'None'

/** What is known of what is ours. */
export interface Ownership {
  readonly resourceUid: string
  readonly clusterId: string
  /** Uids of the Deployments of the resource, as far as they were seen. */
  readonly deploymentUids: readonly string[]
  /** The attempt that is under way, or else the one that is deployed. */
  readonly attempt: string | null
  /** Every attempt that the status names. */
  readonly attempts: readonly string[]
}

/** What of an object tells whose it is. */
export interface Marks {
  readonly kind: string
  readonly name: string
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
  readonly annotations: Readonly<Record<string, string>>
}

/**
 * Deployments are owned by the resource; ConfigMaps and Services by their Deployment, which took them over from the resource
 * (cluster-manifests.md, section 1.1). The ingress is the resource's.
 */
const table: Readonly<Record<OwnedBy, Readonly<Record<MarkedBy, Whose>>>> = {
  Resource: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'OfAnotherAttempt', None: 'OfAnotherAttempt' },
  Deployment: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'OfAnotherAttempt', None: 'OfAnotherAttempt' },
  LostDeployment: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'Unknown', None: 'Unknown' },
  Nobody: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'Unknown', None: 'Foreign' },
  Other: { Attempt: 'Foreign', Recorded: 'Foreign', Unrecorded: 'Foreign', None: 'Foreign' },
}

/** Labels prove nothing: anybody may set them. A name that no object of a cluster has is nobody's of ours, whatever it carries. */
export const whose = (ownership: Ownership, marks: Marks): Whose =>
  hasNameOfOurs(ownership.clusterId, marks) ? table[ownedBy(ownership, marks)][markedBy(ownership, marks)] : 'Foreign'

export const isOurs = (ownership: Ownership, marks: Marks): boolean => {
  const answer = whose(ownership, marks)
  return answer === 'Ours' || answer === 'OfAnotherAttempt'
}

/** The names of the objects of a cluster, by kind. */
export const hasNameOfOurs = (clusterId: string, { kind, name }: Pick<Marks, 'kind' | 'name'>): boolean => {
  switch (kind) {
    case 'Deployment':
      return name === jobManagerName(clusterId) || name === taskManagerName(clusterId)
    case 'Service':
      return name === restServiceName(clusterId) || name === internalServiceName(clusterId)
    case 'ConfigMap':
      return name === flinkConfigName(clusterId) || name === podTemplateName(clusterId) || name === hadoopConfigName(clusterId)
    case 'Ingress':
      return name === clusterId
    default:
      return false
  }
}

const ownedBy = ({ resourceUid, deploymentUids, clusterId }: Ownership, { ownerUids, owners = [] }: Marks): OwnedBy => {
  if (ownerUids.includes(resourceUid)) return 'Resource'
  if (ownerUids.some(uid => deploymentUids.includes(uid))) return 'Deployment'
  if (owners.some(({ kind, name }) => kind === 'Deployment' && name === jobManagerName(clusterId))) return 'LostDeployment'
  return ownerUids.length === 0 ? 'Nobody' : 'Other'
}

const markedBy = ({ attempt, attempts }: Ownership, { annotations }: Marks): MarkedBy => {
  const mark = annotations[attemptAnnotation]
  if (mark === undefined) return 'None'
  return mark === attempt ? 'Attempt' : attempts.includes(mark) ? 'Recorded' : 'Unrecorded'
}

/**
 * Pods are the ReplicaSet's, which is the Deployment's; its name tells whose. A pod without any owner runs all the same: what carries the
 * cluster's labels may be the JobManager of a Deployment that is gone, and no job runs twice (P01). A pod that somebody else's controller
 * made is not ours.
 */
export const mayBeOurPod = (clusterId: string, pod: { readonly owners?: readonly OwnerView[] }): boolean =>
  pod.owners?.length === 0 || isOfDeployment(clusterId, pod)

/** Is it a pod of whoever has the name of the cluster's JobManager Deployment? */
export const isOfDeployment = (clusterId: string, { owners }: { readonly owners?: readonly OwnerView[] }): boolean =>
  owners === undefined
  || owners.some(({ kind, name }) =>
    (kind === 'ReplicaSet' && isReplicaSetOf(jobManagerName(clusterId), name))
    || (kind === 'Deployment' && name === jobManagerName(clusterId))
  )

/** `<name of the Deployment>-<hash of the pod template>`; the hash has no dash. */
const isReplicaSetOf = (deployment: string, name: string): boolean =>
  name.startsWith(`${deployment}-`) && !name.slice(deployment.length + 1).includes('-')
