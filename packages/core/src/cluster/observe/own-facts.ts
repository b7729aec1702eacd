import { haConfigMap } from '../high-availability/ha-config-maps.ts'
import type { DeploymentView, ConfigMapView } from '../../contract/fact/object-view.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import type { PodView } from '../../contract/fact/pod-view.ts'
import { hasNameOfOurs, isOfDeployment, isOurs, type Marks, mayBeOurPod, type Ownership, classifyOwnership } from './classify-ownership.ts'

/** An object with a name of the cluster's objects that is foreign, or whose owner is unknown. */
export interface OtherObject extends Marks {
  readonly uid: string
  readonly deleting: boolean
  readonly ownership: 'Foreign' | 'Unknown'
}

export interface OwnedFacts {
  readonly facts: ClusterFacts
  readonly others: readonly OtherObject[]
}

/**
 * Separates foreign objects from ours. The facts that decisions read contain only ours, so that the operator never observes, scales,
 * deletes or waits for a foreign object as the job's. A foreign Deployment is no JobManager of ours: the fact is Absent. HA metadata under
 * the cluster's id stays in the facts, whatever job it belongs to, because it shows which state exists.
 */
export const filterOwned = (ownership: Ownership, facts: ClusterFacts): OwnedFacts => {
  const others: OtherObject[] = []
  // Deployments as owners can be recognised only if the Deployment was observed
  const isSeen = facts.deployment !== undefined && facts.deployment._tag !== 'Unknown'
  const ours =
    (kind: string) => <A extends Omit<Marks, 'kind'> & { readonly uid: string; readonly deleting: boolean }>(object: A): boolean => {
      const marks = { ...object, kind }
      const answer = classifyOwnership(ownership, marks)
      if ((answer === 'Foreign' || (answer === 'Unknown' && isSeen)) && hasNameOfOurs(ownership.clusterId, marks))
        others.push(otherOf(marks, answer))
      return isOurs(ownership, marks)
    }
  const isHa = (configMap: ConfigMapView): boolean => haConfigMap(ownership.clusterId, configMap) !== null
  const deployment = ownOnly(facts.deployment, ours('Deployment'))
  const taskManagerDeployment = ownOnly(facts.taskManagerDeployment, ours('Deployment'))
  const configMaps = listOf(facts.configMaps, it => isHa(it) || ours('ConfigMap')(it))
  const services = listOf(facts.services, ours('Service'))
  // these pods belong to the foreign Deployment of that name; pods that are older than it belong to the previous one, which may be ours
  const othersSince = deployment?._tag === 'Absent' && facts.deployment?._tag === 'Known' ? facts.deployment.value.creationTimestamp : null
  const isOthers = (pod: PodView): boolean =>
    othersSince !== null && pod.creationTimestamp >= othersSince && isOfDeployment(ownership.clusterId, pod)
  const jobManagerPods = listOf(facts.jobManagerPods, pod => mayBeOurPod(ownership.clusterId, pod) && !isOthers(pod))
  if (facts.names?._tag === 'Known') {
    for (const it of facts.names.value)
      if (others.every(({ uid }) => uid !== it.uid))
        ours(it.kind)(
          it,
        )
  }
  const isSame = deployment === facts.deployment && taskManagerDeployment === facts.taskManagerDeployment && configMaps === facts.configMaps
    && services === facts.services && jobManagerPods === facts.jobManagerPods
  return {
    others,
    facts: isSame ? facts : {
      ...facts,
      ...given('deployment', deployment),
      ...given('taskManagerDeployment', taskManagerDeployment),
      ...given('configMaps', configMaps),
      ...given('services', services),
      ...given('jobManagerPods', jobManagerPods),
    },
  }
}

const otherOf = (
  { kind, name, uid, deleting, ownerUids, owners, annotations }: Marks & { readonly uid: string; readonly deleting: boolean },
  answer: 'Foreign' | 'Unknown',
): OtherObject => ({ kind, name, uid, deleting, ownerUids, ...(owners === undefined ? {} : { owners }), annotations, ownership: answer })

const given = <Key extends keyof ClusterFacts>(
  key: Key,
  fact: ClusterFacts[Key],
): ClusterFacts => (fact === undefined ? {} : { [key]: fact })

const ownOnly = (fact: Fact<DeploymentView> | undefined, isIt: (deployment: DeploymentView) => boolean): Fact<DeploymentView> | undefined =>
  fact?._tag === 'Known' && !isIt(fact.value) ? { source: fact.source, asOf: fact.asOf, _tag: 'Absent' } : fact

const listOf = <A>(fact: Fact<readonly A[]> | undefined, isIt: (object: A) => boolean): Fact<readonly A[]> | undefined => {
  if (fact?._tag !== 'Known') return fact
  const kept = fact.value.filter(isIt)
  return kept.length === fact.value.length ? fact : { ...fact, value: kept }
}
