import { haConfigMap } from '../high-availability/ha-config-map.ts'
import type { DeploymentView } from '../../fact/deployment-view.ts'
import type { Fact } from '../../fact/fact.ts'
import type { ClusterFacts } from '../../fact/cluster-facts.ts'
import type { ConfigMapView } from '../../fact/object-view.ts'
import type { PodView } from '../../fact/pod-view.ts'
import { hasNameOfOurs, isOfDeployment, isOurs, type Marks, mayBeOurPod, type Ownership, whose } from './whose.ts'

/** An object of somebody else, or of whom nobody knows, that has a name which the cluster's objects have. */
export interface OtherObject extends Marks {
  readonly uid: string
  readonly deleting: boolean
  readonly whose: 'Foreign' | 'Unknown'
}

export interface OwnedFacts {
  readonly facts: ClusterFacts
  readonly others: readonly OtherObject[]
}

/**
 * Divides what was seen into what is ours and what is others'. The facts that decisions read have only the first, so that nothing that
 * somebody else made is observed as the job's, scaled, taken away or waited for; a Deployment of somebody else is no JobManager of ours:
 * absent. HA metadata under the cluster's id stays, whatever job it is of: it says what state there is.
 */
export const filterOwned = (ownership: Ownership, facts: ClusterFacts): OwnedFacts => {
  const others: OtherObject[] = []
  // owners that are Deployments can only be told where the Deployment was seen
  const isSeen = facts.deployment !== undefined && facts.deployment._tag !== 'Unknown'
  const ours =
    (kind: string) => <A extends Omit<Marks, 'kind'> & { readonly uid: string; readonly deleting: boolean }>(object: A): boolean => {
      const marks = { ...object, kind }
      const answer = whose(ownership, marks)
      if ((answer === 'Foreign' || (answer === 'Unknown' && isSeen)) && hasNameOfOurs(ownership.clusterId, marks))
        others.push(otherOf(marks, answer))
      return isOurs(ownership, marks)
    }
  const isHa = (configMap: ConfigMapView): boolean => haConfigMap(ownership.clusterId, configMap) !== null
  const deployment = ownOnly(facts.deployment, ours('Deployment'))
  const taskManagerDeployment = ownOnly(facts.taskManagerDeployment, ours('Deployment'))
  const configMaps = listOf(facts.configMaps, it => isHa(it) || ours('ConfigMap')(it))
  const services = listOf(facts.services, ours('Service'))
  // a Deployment of somebody else that has the name has these pods; those that are older than it are of the one before, which may be ours
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
): OtherObject => ({ kind, name, uid, deleting, ownerUids, ...(owners === undefined ? {} : { owners }), annotations, whose: answer })

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
