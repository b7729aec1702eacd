import { clusterOfJob, flinkDeploymentOf, sessionJobsOf } from '../../world/resources.ts'
import { type FlinkDeploymentResource, type World, breach, type JobAction } from '../../world/world.ts'
import { whyNotWhereItWasToGo } from '../job-arrival.ts'
import { flattenConfiguration as flatten } from '@flink-operator/core/flink-configuration'
import { clusterConfiguration } from '../../flink/cluster-configuration.ts'
import { haOf } from '../../flink/ha-metadata.ts'
import type { Performed } from '../../kubernetes/answer.ts'
import { strangeJob } from '../../kubernetes/foreign-objects.ts'
import { type AnyDesired, type AnyObserved, situationOf, flinkDeploymentKind } from '@flink-operator/core/kind/flink-deployment'
import { hashSeen } from '../../checker/hash-state.ts'
import { heard } from '../../kubernetes/asked.ts'
import { perform } from '../../world/perform.ts'
import { atCluster, fromCluster, fromEachCluster } from '../../world/clusters.ts'
import type { SimulatedKind } from '../simulated-kind.ts'
import { actionText } from './action-text.ts'
import { judgeAffectedJobs } from './jobs-at-stake.ts'
import { breachesOfList, destructive } from './action-list-laws.ts'

/** A session cluster is deleted after its FlinkSessionJobs, which users delete: the status reports the wait. */
const waitsForJobs = (world: World, { meta, status }: FlinkDeploymentResource): boolean =>
  meta.deletionTimestamp !== null && status.error !== null
  && (sessionJobsOf(world)?.some(it => it.meta.deletionTimestamp === null && clusterOfJob(it) === meta.name) ?? false)

/** Why a standalone cluster that runs has another number of TaskManagers than its spec says (W47); null: it has that number. */
const otherTaskManagers = ({ deployments }: World, { spec: { mode, taskManager }, status }: FlinkDeploymentResource): string | null => {
  if (mode !== 'standalone' || status.lifecycleState !== 'STABLE' || taskManager?.replicas == null) return null
  const { replicas } = taskManager
  return deployments.every(it => it.role !== 'TaskManager' || it.replicas === replicas) ? null
    : `the TaskManager Deployment has not the ${replicas} replicas of the spec`
}

/** Clusters whose image contains their jar belong to another kind. */
const isOfOurs = ({ image }: { readonly image?: string }): boolean => image === undefined

/** Why the FlinkDeployment of the current cluster has not arrived (P06); null: it has, or is deleted with its cluster. */
export const whyNotArrived = (world: World, leadsOut: (error: string) => string | null): string | null => {
  const resource = flinkDeploymentOf(world)
  if (resource !== null)
    return waitsForJobs(world, resource) ? leadsOut(resource.status.error ?? '')
      : whyNotWhereItWasToGo(world, resource, leadsOut) ?? otherTaskManagers(world, resource)
  // a user who removes our finalizer may keep the resource's objects
  const isLeft = world.pods.some(({ input }) => isOfOurs(input))
    || world.deployments.some(it => it.foreignObject !== true && isOfOurs(it.input))
  return !isLeft || world.ghost.tampered !== null ? null
    : 'the resource is removed, its cluster is not'
}

/**
 * B87: the operator does not stop an application for a cluster that can't start: another cluster keeps a job at the place that the new
 * one would read.
 */
export const judgeStoppedForNothing = (before: World, action: JobAction, performed: Performed): Performed => {
  const [pod] = before.pods
  const resource = isStop(action) ? flinkDeploymentOf(before) : null
  if (pod === undefined || resource?.spec.job?.state !== 'running' || resource.meta.deletionTimestamp !== null) return performed
  const next = clusterConfiguration({ ...pod.input, configuration: flatten(resource.spec.flinkConfiguration) })
  if (next.zooKeeperNode === null || next.zooKeeperNode === clusterConfiguration(pod.input).zooKeeperNode) return performed
  return haOf(before, next).jobs.some(({ jobId }) => jobId === strangeJob)
    ? {
      ...performed,
      world: breach(performed.world, 'B87', `${action._tag}, and another cluster keeps a job at the place that the next one reads`),
    }
    : performed
}

const isStop = (action: JobAction): boolean =>
  action._tag === 'StopWithSavepoint' || action._tag === 'CancelJob'
  || ((action._tag === 'PatchObject' || action._tag === 'DeleteObject') && action.target.kind === 'Deployment')

/** The part of the status that `validate` reads. */
export const statusRead = (
  { operation, reconciliationStatus: record, observedGeneration, operatorRecord }: FlinkDeploymentResource['status'],
): readonly unknown[] => [
  record.lastReconciledSpec,
  record.lastStableSpec,
  record.state,
  observedGeneration,
  operatorRecord.askedMode,
  operation?.kind,
  operation?.purpose,
  operation?.targetGeneration,
  operation?.kind === 'Unreadable' ? operation.error.path : '',
  operation?.kind === 'Deploy' && operation.source._tag === 'Empty' ? JSON.stringify(operation.source.left) : '',
]

/** P21: effects for one FlinkDeployment change no other one's cluster. */
const judgeOthers = (name: string, before: World, performed: Performed): Performed => {
  const touched = before.beside.length === 0 ? undefined
    : fromEachCluster(before).find(({ clusterId, deployments, configMaps, services, ingress, pods, ha }) => {
      const after = fromCluster(performed.world, clusterId)
      return clusterId !== name
        && (after.deployments !== deployments || after.configMaps !== configMaps || after.services !== services || after.ingress !== ingress
          || after.pods !== pods || after.ha !== ha)
    })
  return touched === undefined ? performed
    : {
      ...performed,
      world: breach(performed.world, 'P21', `an effect of FlinkDeployment ${name} changes the cluster ${touched.clusterId}`),
    }
}

const none: readonly FlinkDeploymentResource[] = []

export const simulatedFlinkDeployment: SimulatedKind = {
  name: 'FlinkDeployment',
  kind: flinkDeploymentKind,
  rules: flinkDeploymentKind,

  // simulated FlinkDeployments have an operator of their own
  resources: world => (world.played === undefined ? world.resources.FlinkDeployment : none),
  older: (world, name) => fromCluster(world, name).olderResource,
  perform: (world, name, action, version, outcome) =>
    judgeOthers(
      name,
      world,
      atCluster(
        world,
        name,
        it => judgeStoppedForNothing(it, action, judgeAffectedJobs(it, action, perform(it, action, version, outcome))),
      ),
    ),
  // a spec that the operator finds valid is what the user asks for
  heard: (world, { meta, spec }: FlinkDeploymentResource, { desired }) =>
    (desired as { readonly invalid?: unknown }).invalid == null
      ? atCluster(world, meta.name, it => ({ world: heard(it, spec) })).world : world,

  isWoken: true,
  writesAlone: false,
  restsFrom: null,
  mayArriveLate: true,

  validateReads: ({ status }: FlinkDeploymentResource) => statusRead(status),
  hashSeen: (canonical, world, resource: FlinkDeploymentResource) => hashSeen(canonical, fromCluster(world, resource.meta.name), resource),
  attemptsOf: ({ status }: FlinkDeploymentResource) => status.operatorRecord.attempts,

  breachesOf: breachesOfList,
  destructive,
  judgesLooks: false,
  whyNotArrived: (world, leadsOut) => {
    if (world.played !== undefined) return null
    for (const it of fromEachCluster(world)) {
      const why = whyNotArrived(it, leadsOut)
      if (why !== null) return why
    }
    return null
  },
  arrivesWaiting: true,

  actionText,
  situationOf: ({ desired, observed, env }) => situationOf(desired as AnyDesired, observed as AnyObserved, env),
}
