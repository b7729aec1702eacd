import type { Action } from '../action/action.ts'
import type { DeploymentView } from '../fact/deployment-view.ts'
import type { Fact } from '../fact/fact.ts'
import type { FlinkDeploymentFacts } from '../fact/flink-deployment-facts.ts'
import { ownConfigMaps } from '../high-availability/ha-metadata.ts'
import type { Query } from '../query/query.ts'
import type { ResourceRef } from '../resource/resource-ref.ts'
import { allClusterObjects, unanswered } from './cluster-queries.ts'
import type { FlinkDeploymentDesired } from './desired.ts'

type Propagation = 'Foreground' | 'Background' | 'Orphan'

/** The next step of taking a cluster away (cluster-manifests.md, section 14): JobManager first, so that no job fails over while its TaskManagers go. */
export type TearDownStep =
  | { readonly _tag: 'Look'; readonly queries: readonly Query[] }
  /** Something could not be seen: nothing is done on a guess. */
  | { readonly _tag: 'Blind'; readonly why: string }
  | { readonly _tag: 'Do'; readonly effects: readonly Action[]; readonly waitingFor: string }
  | { readonly _tag: 'Wait'; readonly waitingFor: string }
  /** No Deployment, pod, ConfigMap or Service of the cluster is left, by live looks of this round. HA metadata is not looked at here. */
  | { readonly _tag: 'Gone' }

/**
 * | seen | step |
 * |---|---|
 * | JobManager Deployment with replicas | set them to 0 |
 * | pods of the JobManager | wait |
 * | a Deployment that is not being deleted | delete it |
 * | a Deployment that is being deleted | wait |
 * | our ConfigMaps or Services | delete them; wait for those being deleted |
 * | nothing | gone |
 */
export const tearDownStep = (desired: Pick<FlinkDeploymentDesired, 'meta' | 'mode'>, facts: FlinkDeploymentFacts, propagation: Propagation): TearDownStep => {
  const missing = unanswered(facts, allClusterObjects(desired))
  if (missing.length > 0) return { _tag: 'Look', queries: missing }
  const blind = [facts.deployment, facts.jobManagerPods, facts.configMaps, facts.services, ...(desired.mode === 'standalone' ? [facts.taskManagerDeployment] : [])]
    .find(fact => fact?._tag === 'Unknown')
  if (blind?._tag === 'Unknown') return { _tag: 'Blind', why: `the cluster's objects could not be read: ${blind.message}` }
  return jobManagerStep(desired.meta, facts, propagation) ?? taskManagerStep(desired.meta, facts.taskManagerDeployment, propagation) ?? leftoverStep(desired.meta, facts) ?? { _tag: 'Gone' }
}

interface Place { readonly namespace: string; readonly name: string }

export const deploymentRef = ({ namespace }: Place, { name, uid }: DeploymentView): ResourceRef => ({ apiVersion: 'apps/v1', kind: 'Deployment', namespace, name, uid })

const remove = (place: Place, deployment: DeploymentView, propagation: Propagation): TearDownStep =>
  deployment.deleting
    ? { _tag: 'Wait', waitingFor: `Deployment ${deployment.name} to be gone` }
    : {
        _tag: 'Do', waitingFor: `Deployment ${deployment.name} to be gone`,
        effects: [{ _tag: 'DeleteObject', target: deploymentRef(place, deployment), resourceVersion: null, propagation, why: 'its JobManager is gone' }],
      }

const jobManagerStep = (place: Place, { deployment, jobManagerPods }: FlinkDeploymentFacts, propagation: Propagation): TearDownStep | null => {
  const pods = jobManagerPods?._tag === 'Known' ? jobManagerPods.value : []
  if (deployment?._tag === 'Known' && deployment.value.wantedReplicas > 0 && !deployment.value.deleting)
    return {
      _tag: 'Do', waitingFor: 'the JobManager to stop',
      effects: [{ _tag: 'PatchObject', target: deploymentRef(place, deployment.value), patch: { spec: { replicas: 0 } }, why: 'the JobManager stops before its TaskManagers' }],
    }
  if (pods.length > 0) return { _tag: 'Wait', waitingFor: `JobManager pod ${pods[0]?.name ?? ''} to be gone` }
  return deployment?._tag === 'Known' ? remove(place, deployment.value, propagation) : null
}

const taskManagerStep = (place: Place, deployment: Fact<DeploymentView> | undefined, propagation: Propagation): TearDownStep | null =>
  deployment?._tag === 'Known' ? remove(place, deployment.value, propagation) : null

interface Leftover { readonly kind: 'ConfigMap' | 'Service'; readonly name: string; readonly uid: string; readonly deleting: boolean }

const leftoverStep = ({ namespace, name: clusterId }: Place, { configMaps, services }: FlinkDeploymentFacts): TearDownStep | null => {
  const left: readonly Leftover[] = [
    ...(configMaps?._tag === 'Known' ? ownConfigMaps(configMaps.value, clusterId).map(it => ({ ...it, kind: 'ConfigMap' as const })) : []),
    ...(services?._tag === 'Known' ? services.value.map(it => ({ ...it, kind: 'Service' as const })) : []),
  ]
  if (left.length === 0) return null
  const waitingFor = `${left.map(({ kind, name }) => `${kind} ${name}`).join(', ')} to be gone`
  const effects = left.filter(({ deleting }) => !deleting).map(({ kind, name, uid }): Action => ({
    _tag: 'DeleteObject', target: { apiVersion: 'v1', kind, namespace, name, uid }, resourceVersion: null, propagation: 'Background', why: 'left by an earlier attempt',
  }))
  return effects.length === 0 ? { _tag: 'Wait', waitingFor } : { _tag: 'Do', effects, waitingFor }
}
