import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { WorldAction } from '../../contract/action/action.ts'
import type { DeploymentView } from '../../contract/fact/object-view.ts'
import type { Fact } from '../../contract/fact/fact.ts'
import type { ClusterFacts } from '../../contract/fact/cluster-facts.ts'
import { ownConfigMaps } from '../high-availability/ha-config-maps.ts'
import type { Query } from '../../contract/query/query.ts'
import type { ResourceRef } from '../../contract/resource/resource.ts'
import { allClusterObjects, clusterQueries, watchedClusterObjects } from '../observe/cluster-queries.ts'
import { asked, orLook } from '../../contract/query/ask.ts'
import type { ClusterOf } from '../cluster-round.ts'

/** What follows after the tear-down. */
export type Afterwards = 'Nothing' | 'Deploy' | 'Deletion'

type Propagation = 'Foreground' | 'Background' | 'Orphan'

/**
 * The next step of a tear-down (cluster-manifests.md, section 14). The JobManager stops first, so that no job fails over while its
 * TaskManagers terminate.
 */
export type TearDownStep =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  /** A query failed, so the operator does nothing on a guess. */
  | { readonly _tag: 'Unobservable'; readonly why: string }
  | { readonly _tag: 'Do'; readonly effects: readonly WorldAction[]; readonly waitingFor: string }
  | { readonly _tag: 'Wait'; readonly waitingFor: string }
  /** No Deployment, pod, ConfigMap or Service of the cluster exists, by live queries of this round. HA metadata is not considered here. */
  | { readonly _tag: 'Gone' }

/**
 * | observed | step | live queries before it |
 * |---|---|---|
 * | JobManager Deployment with replicas | set them to 0 | the Deployment |
 * | pods of the JobManager | wait | |
 * | a Deployment that is not being deleted | delete it | Deployments, pods |
 * | a Deployment that is being deleted | wait | |
 * | our ConfigMaps or Services | delete them; wait for those being deleted | all |
 * | none of these objects | gone | all |
 *
 * If a deploy follows, Services need no query: creating an existing one is rejected, and ends the list before its Deployment. If the
 * resource is deleted, the same list deletes our ConfigMaps and Services before the Deployment. The garbage collector would need twenty
 * calls for them, of the twenty a second that it has for the whole cluster. Watches suffice for waiting, however long it takes. Every
 * action, and the conclusion that the cluster is gone, needs live queries of this round (P05, B62).
 *
 * The facts contain only objects that are ours by owner or annotation (own-facts.ts): the operator neither deletes nor waits for foreign
 * objects with our names and labels here. If the garbage collector does not delete ConfigMaps and Services before the Deployment
 * (background, orphan), the operator deletes them first. A late Deployment of the attempt then finds no ConfigMap that lets it start
 * (attempt-key.ts), and the owner of those objects can still be determined.
 */
export const tearDownStep = (
  desired: ClusterOf,
  facts: ClusterFacts,
  propagation: Propagation,
  then: Afterwards = 'Nothing',
): TearDownStep =>
  pipe(
    facts,
    asked(watchedClusterObjects(desired)),
    E.chain(() => {
      const bySight = stepBySight(desired, facts, propagation)
      const step = then === 'Deletion' ? withLeftovers(desired, facts, bySight) : bySight
      return pipe(facts, asked(neededFor(desired, facts, step, then)), E.map(() => step))
    }),
    orLook((queries): TearDownStep => ({ _tag: 'Look', queries })),
  )

/** The step according to all facts, live or from a watch. */
const stepBySight = (desired: ClusterOf, facts: ClusterFacts, propagation: Propagation): TearDownStep => {
  const unobservable = [
    facts.deployment,
    facts.jobManagerPods,
    facts.configMaps,
    facts.services,
    ...(desired.mode === 'standalone' ? [facts.taskManagerDeployment] : []),
  ]
    .find(fact => fact?._tag === 'Unknown')
  if (unobservable?._tag === 'Unknown')
    return { _tag: 'Unobservable', why: `the Kubernetes API to return the objects of the cluster: ${unobservable.message}` }
  return jobManagerStop(desired.meta, facts)
    ?? (propagation !== 'Foreground' ? leftoverStep(desired.meta, facts) : null)
    ?? deploymentStep(desired.meta, facts.deployment, propagation)
    ?? deploymentStep(desired.meta, facts.taskManagerDeployment, propagation)
    ?? leftoverStep(desired.meta, facts)
    ?? { _tag: 'Gone' }
}

const withLeftovers = (desired: Pick<ClusterOf, 'meta'>, facts: ClusterFacts, step: TearDownStep): TearDownStep => {
  const deletes = step._tag === 'Do' && step.effects.some(it => it._tag === 'DeleteObject' && it.target.kind === 'Deployment')
  const leftovers = deletes ? leftoverStep(desired.meta, facts) : null
  return step._tag === 'Do' && leftovers?._tag === 'Do' ? { ...step, effects: [...leftovers.effects, ...step.effects] } : step
}

const neededFor = (desired: ClusterOf, { deployment }: ClusterFacts, step: TearDownStep, then: Afterwards): readonly Query[] => {
  const queries = clusterQueries(desired)
  switch (step._tag) {
    case 'Look':
    case 'Wait':
      return []
    case 'Do':
      return deployment?._tag !== 'Known'
          || step.effects.some(effect => effect._tag === 'DeleteObject' && effect.target.kind !== 'Deployment') ? allClusterObjects(desired)
        : isToStop(deployment.value) ? [queries.deployment] : [queries.deployment, queries.pods]
    case 'Gone':
      return then === 'Deploy' ? allClusterObjects(desired).filter(({ _tag }) => _tag !== 'ListServices') : allClusterObjects(desired)
    case 'Unobservable':
      return allClusterObjects(desired)
  }
}

/** True if it has replicas and is not being deleted. */
const isToStop = ({ wantedReplicas, deleting }: DeploymentView): boolean => wantedReplicas > 0 && !deleting

interface Place {
  readonly namespace: string
  readonly name: string
}

export const deploymentRef = ({ namespace }: Place, { name, uid }: DeploymentView): ResourceRef => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  namespace,
  name,
  uid,
})

const remove = (place: Place, deployment: DeploymentView, propagation: Propagation): TearDownStep =>
  deployment.deleting
    ? { _tag: 'Wait', waitingFor: `Deployment ${deployment.name} to be gone` }
    : {
      _tag: 'Do',
      waitingFor: `Deployment ${deployment.name} to be gone`,
      effects: [{
        _tag: 'DeleteObject',
        target: deploymentRef(place, deployment),
        resourceVersion: null,
        propagation,
        why: 'its JobManager is gone',
      }],
    }

const jobManagerStop = (place: Place, { deployment, jobManagerPods }: ClusterFacts): TearDownStep | null => {
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : []
  if (deployment?._tag === 'Known' && isToStop(deployment.value))
    return {
      _tag: 'Do',
      waitingFor: 'the JobManager to stop',
      effects: [{
        _tag: 'PatchObject',
        target: deploymentRef(place, deployment.value),
        patch: { spec: { replicas: 0 } },
        why: 'the JobManager stops before its TaskManagers',
      }],
    }
  return pods.length > 0 ? { _tag: 'Wait', waitingFor: `JobManager pod ${pods[0]?.name ?? ''} to be gone` } : null
}

const deploymentStep = (place: Place, deployment: Fact<DeploymentView> | undefined, propagation: Propagation): TearDownStep | null =>
  deployment?._tag === 'Known' ? remove(place, deployment.value, propagation) : null

interface Leftover {
  readonly kind: 'ConfigMap' | 'Service'
  readonly name: string
  readonly uid: string
  readonly deleting: boolean
}

const leftoverStep = ({ namespace, name: clusterId }: Place, { configMaps, services }: ClusterFacts): TearDownStep | null => {
  const left: readonly Leftover[] = [
    ...(configMaps?._tag === 'Known' ? ownConfigMaps(configMaps.value, clusterId).map(it => ({ ...it, kind: 'ConfigMap' as const })) : []),
    ...(services?._tag === 'Known' ? services.value.map(it => ({ ...it, kind: 'Service' as const })) : []),
  ]
  if (left.length === 0) return null
  const waitingFor = `${left.map(({ kind, name }) => `${kind} ${name}`).join(', ')} to be gone`
  const effects = left.filter(({ deleting }) => !deleting).map(({ kind, name, uid }): WorldAction => ({
    _tag: 'DeleteObject',
    target: { apiVersion: 'v1', kind, namespace, name, uid },
    resourceVersion: null,
    propagation: 'Background',
    why: 'left by an earlier attempt',
  }))
  return effects.length === 0 ? { _tag: 'Wait', waitingFor } : { _tag: 'Do', effects, waitingFor }
}
