import { attemptAnnotation } from '../../contract/resource/annotations.ts'
import {
  flinkConfigName,
  hadoopConfigName,
  internalServiceName,
  jobManagerName,
  podTemplateName,
  restServiceName,
  taskManagerName,
} from '../../manifest/object-metadata.ts'
import type { OwnerView, DeploymentView } from '../../contract/fact/object-view.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../../contract/resource/resource.ts'

/**
 * The ownership of an object that has a name of ours. `Ours`: of the given attempt. `OfAnotherAttempt`: ours, of an earlier attempt or of
 * the previous operator. `Foreign`: of another owner; the operator does not change it. `Unknown`: not proven either way; the operator does
 * not change it either.
 */
export type OwnershipClass = 'Ours' | 'OfAnotherAttempt' | 'Foreign' | 'Unknown'

/**
 * The owner according to the uids of the owner references: the resource itself; an existing Deployment of the resource; a Deployment of the
 * cluster's name that does not exist any more, so that garbage collection will delete the object; another owner; none.
 */
export type OwnedBy = 'Resource' | 'Deployment' | 'LostDeployment' | 'Other' | 'Nobody'

/** The object's attempt annotation: the given attempt, another one that the record names, one that it does not name, or none. */
export type MarkedBy = 'Attempt' | 'Recorded' | 'Unrecorded' | 'None'

/** The facts that decide ownership. */
export interface Ownership {
  readonly resourceUid: string
  readonly clusterId: string
  /** Uids of the resource's Deployments, as far as observed. */
  readonly deploymentUids: readonly string[]
  /** The attempt in progress, or else the deployed one. */
  readonly attempt: string | null
  /** Every attempt that the status names. */
  readonly attempts: readonly string[]
}

/** The fields of an object that decide its ownership. */
export interface Marks {
  readonly kind: string
  readonly name: string
  readonly ownerUids: readonly string[]
  readonly owners?: readonly OwnerView[]
  readonly annotations: Readonly<Record<string, string>>
}

/**
 * Deployments are owned by the resource. ConfigMaps and Services are owned by their Deployment, which takes them over from the resource
 * (cluster-manifests.md, section 1.1). The ingress is owned by the resource.
 */
const table: Readonly<Record<OwnedBy, Readonly<Record<MarkedBy, OwnershipClass>>>> = {
  Resource: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'OfAnotherAttempt', None: 'OfAnotherAttempt' },
  Deployment: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'OfAnotherAttempt', None: 'OfAnotherAttempt' },
  LostDeployment: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'Unknown', None: 'Unknown' },
  Nobody: { Attempt: 'Ours', Recorded: 'OfAnotherAttempt', Unrecorded: 'Unknown', None: 'Foreign' },
  Other: { Attempt: 'Foreign', Recorded: 'Foreign', Unrecorded: 'Foreign', None: 'Foreign' },
}

/**
 * Classifies an object's ownership. Labels prove nothing, because anybody may set them. An object whose name no object of a cluster has is
 * foreign, whatever labels it carries.
 */
export const classifyOwnership = (ownership: Ownership, marks: Marks): OwnershipClass =>
  hasNameOfOurs(ownership.clusterId, marks) ? table[ownedBy(ownership, marks)][markedBy(ownership, marks)] : 'Foreign'

export const isOurs = (ownership: Ownership, marks: Marks): boolean => {
  const answer = classifyOwnership(ownership, marks)
  return answer === 'Ours' || answer === 'OfAnotherAttempt'
}

/** True if the name is one of the cluster's objects of that kind. */
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
 * True if the pod may be one of our JobManager's. A pod is owned by a ReplicaSet, which is owned by the Deployment; the ReplicaSet's name
 * identifies the Deployment. A pod without any owner counts too: one with the cluster's labels may be the JobManager of a deleted
 * Deployment, and no job may run twice (P01). A pod of another controller is not ours.
 */
export const mayBeOurPod = (clusterId: string, pod: { readonly owners?: readonly OwnerView[] }): boolean =>
  pod.owners?.length === 0 || isOfDeployment(clusterId, pod)

/** True if the pod belongs to the Deployment with the name of the cluster's JobManager. */
export const isOfDeployment = (clusterId: string, { owners }: { readonly owners?: readonly OwnerView[] }): boolean =>
  owners === undefined
  || owners.some(({ kind, name }) =>
    (kind === 'ReplicaSet' && isReplicaSetOf(jobManagerName(clusterId), name))
    || (kind === 'Deployment' && name === jobManagerName(clusterId))
  )

/** `<name of the Deployment>-<hash of the pod template>`; the hash has no dash. */
const isReplicaSetOf = (deployment: string, name: string): boolean =>
  name.startsWith(`${deployment}-`) && !name.slice(deployment.length + 1).includes('-')

type Named = Pick<ResourceMeta, 'name' | 'uid'>

/** The facts about ownership from the record and the observed Deployments. */
export const ownershipOf = (
  { name, uid }: Named,
  status: FlinkDeploymentStatus,
  facts: Pick<ClusterFacts, 'deployment' | 'taskManagerDeployment'>,
): Ownership => {
  const { operation, operatorRecord: { deployedAttempt } } = status
  const under = operation?.kind === 'Deploy' ? operation.id : null
  const attempts = [under, deployedAttempt].filter(it => it !== null)
  const byRecord: Ownership = { resourceUid: uid, clusterId: name, deploymentUids: [], attempt: under ?? deployedAttempt, attempts }
  const isDeploymentOurs = (deployment: DeploymentView): boolean => isOurs(byRecord, { ...deployment, kind: 'Deployment' })
  return { ...byRecord, deploymentUids: [facts.deployment, facts.taskManagerDeployment].flatMap(fact => uidOf(fact, isDeploymentOurs)) }
}

const uidOf = (fact: Fact<DeploymentView> | undefined, isIt: (deployment: DeploymentView) => boolean): readonly string[] =>
  fact?._tag === 'Known' && isIt(fact.value) ? [fact.value.uid] : []

/** Jobs whose state belongs to this resource: the one that runs or ran last, and the one that is being started or stopped. */
export const jobIdsOf = ({ jobStatus, operation }: FlinkDeploymentStatus): readonly string[] =>
  [jobStatus.jobId, operation?.jobId ?? null].filter(it => it !== null)
