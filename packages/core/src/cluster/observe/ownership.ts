import type { DeploymentView } from '../../contract/fact/deployment-view.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { FlinkDeploymentStatus } from '../../contract/resource/flink-deployment-status.ts'
import type { ResourceMeta } from '../../contract/resource/resource-meta.ts'
import { isOurs, type Ownership } from './classify-ownership.ts'

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
