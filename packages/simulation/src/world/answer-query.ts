import { absurd } from 'fp-ts/lib/function.js'
import { labelledObjects, podsWith } from '../kubernetes/labelled-objects.ts'
import { absent, type Fact, known, unknown, type NamedObjectView, type NamingResourceView } from '@flink-operator/core/fact'
import type { ClusterObjectQuery, Query, ZooKeeperQuery } from '@flink-operator/core/query'
import { namingKinds } from '@flink-operator/core/resource'
import { answerZooKeeper } from '../flink/zookeeper.ts'
import { answerPlayed, childrenOf } from '../kubernetes/play-children.ts'
import { stateSnapshotView } from '../kubernetes/state-snapshots.ts'
import { clusterOfJob, flinkDeploymentOf, resourcesOf, type SessionJobResource, sessionJobsOf, stateSnapshotsOf } from './resources.ts'
import type { FlinkDeploymentResource, ObjectHead, WatchedCluster, World } from './world.ts'
import { clusterOfQuery, fromCluster } from './clusters.ts'
import { readCapacity } from '../autoscaler/node-capacity.ts'
import { readState } from '../autoscaler/stored-states.ts'
import { answerFlink } from './answer-flink-query.ts'
import { type LookFaults, noLookFaults } from './look-faults.ts'
import { configMapViews, deploymentView, haViews, ingressView, podViews, serviceViews } from './object-views.ts'

/** The answer to a query: live, or from the watch cache where that is enough. */
export const answerQuery = (all: World, query: Query, faults: LookFaults = noLookFaults): Fact<unknown> => {
  const world = all.beside.length === 0 ? all : fromCluster(all, clusterOfQuery(all, query))
  switch (query._tag) {
    case 'ReadDeployment':
    case 'ReadTaskManagerDeployment':
    case 'ListJobManagerPods':
    case 'ListConfigMaps':
    case 'ListServices':
    case 'ReadIngress':
      if (query.freshness === 'watched') return reportedByWatches(world, query, faults.oldWatches)
      return faults.kubernetes === null ? answerKubernetes(world, query)
        : unknown(faults.kubernetes, 'the API server did not answer', world.now)
    case 'ReadNames':
    case 'ListLabelledObjects':
    case 'ListNamingResources':
    case 'ListStateSnapshots':
    case 'ReadFlinkDeployment':
    case 'ListFlinkDeployments':
    case 'ReadFlinkSessionJob':
    case 'ListFlinkSessionJobs':
    case 'ReadAutoscalerState':
    case 'ReadClusterCapacity':
      return faults.kubernetes === null ? answerKubernetes(world, query)
        : unknown(faults.kubernetes, 'the API server did not answer', world.now)
    case 'ReadZooKeeperHaMetadata':
      return faults.zooKeeper === undefined ? answerZooKeeper(world, query.place)
        : unknown(faults.zooKeeper, 'ZooKeeper did not answer', world.now)
    default:
      if (world.played !== undefined) return answerPlayed(world, query, faults.rest)
      return faults.rest === null ? answerFlink(world, query, faults) : unknown(faults.rest, 'Flink did not answer', world.now)
  }
}

/** The cluster in a watch cache that is up to date. */
export const watchedCluster = (world: World): WatchedCluster => ({
  deployments: world.deployments.map(it => deploymentView(world, it)),
  pods: podViews(world.pods, world.configMaps),
  configMaps: configMapViews(world.configMaps, flinkDeploymentOf(world)?.meta.name ?? ''),
  services: serviceViews(world.services, null),
  ingress: world.ingress === null ? null : ingressView(world.ingress),
})

/** The answer of the watch cache: no request is made, so it can't fail; it can only be old. */
export const reportedByWatches = (all: World, query: ClusterObjectQuery, isBehind: boolean): Fact<unknown> => {
  const world = all.beside.length === 0 ? all : fromCluster(all, clusterOfQuery(all, query))
  const { now } = world
  const { deployments, pods, configMaps, services, ingress } = isBehind && world.olderCluster !== null ? world.olderCluster
    : watchedCluster(world)
  switch (query._tag) {
    case 'ReadDeployment':
    case 'ReadTaskManagerDeployment': {
      const deployment = deployments.find(({ name }) => name === query.name)
      return deployment === undefined ? absent(now, 'cache') : known(deployment, now, 'cache')
    }
    case 'ListJobManagerPods':
      return known(pods, now, 'cache')
    case 'ListConfigMaps':
      return known(configMaps, now, 'cache')
    case 'ListServices':
      return known(services, now, 'cache')
    case 'ReadIngress':
      return ingress === null ? absent(now, 'cache') : known(ingress, now, 'cache')
    default:
      return absurd(query)
  }
}

type KubernetesQuery = Exclude<Extract<Query, { readonly _tag: `Read${string}` | `List${string}` }>, ZooKeeperQuery>
const answerKubernetes = (world: World, query: KubernetesQuery): Fact<unknown> => {
  const { now } = world
  switch (query._tag) {
    case 'ReadDeployment':
    case 'ReadTaskManagerDeployment': {
      const deployment = world.deployments.find(it => it.name === query.name)
      return deployment === undefined ? absent(now) : known(deploymentView(world, deployment), now)
    }
    case 'ListJobManagerPods':
      return known(podViews(podsWith(world, query.selector), world.configMaps), now)
    case 'ListConfigMaps':
      return known([...configMapViews(world.configMaps, query.clusterId), ...haViews(world.ha, query.clusterId)], now)
    case 'ListServices':
      return known(serviceViews(world.services, null), now)
    case 'ReadIngress':
      return world.ingress === null ? absent(now) : known(ingressView(world.ingress), now)
    case 'ReadAutoscalerState':
      return readState(world, query.name)
    case 'ReadClusterCapacity':
      return readCapacity(world)
    case 'ReadNames':
      return known(
        query.objects.flatMap(({ apiVersion, kind, name }) =>
          namedObjects(world, kind).filter(it => it.name === name).map(it => namedView(apiVersion, kind, it))
        ),
        now,
      )
    case 'ListLabelledObjects':
      return known(labelledObjects(world, query.labels, it => deploymentView(world, it)), now)
    case 'ListNamingResources':
      return known(namingResources(world, query.paths), now)
    case 'ListStateSnapshots': {
      const snapshots = stateSnapshotsOf(world)
      return snapshots === null ? absent(now) : known(snapshots.map(stateSnapshotView), now)
    }
    case 'ReadFlinkDeployment': {
      const resource = world.played === undefined ? flinkDeploymentOf(world)
        : childrenOf(world).find(({ meta }) => meta.name === query.name) ?? null
      return resource === null ? absent(now) : isUnreadable(resource) ? unreadable(now) : known(resource, now)
    }
    case 'ListFlinkDeployments':
      return world.resources.FlinkDeployment.some(isUnreadable) ? unreadable(now) : known(world.resources.FlinkDeployment, now)
    case 'ReadFlinkSessionJob':
    case 'ListFlinkSessionJobs':
      return answerSessionJobs(world, query)
    default:
      return absurd(query)
  }
}

const namingResources = (world: World, asked: readonly string[]): readonly NamingResourceView[] =>
  namingKinds.flatMap(({ kind }) =>
    resourcesOf(world, kind).flatMap(resource => {
      const text = JSON.stringify(resource)
      const paths = asked.filter(path => text.includes(path))
      return paths.length === 0 ? [] : [{ kind, name: resource.meta.name, paths }]
    })
  )

const answerSessionJobs = (
  world: World,
  query: Extract<Query, { readonly _tag: 'ReadFlinkSessionJob' | 'ListFlinkSessionJobs' }>,
): Fact<unknown> => {
  const { now } = world
  const all = sessionJobsOf(world)
  if (query._tag === 'ReadFlinkSessionJob') {
    const job = all?.find(({ meta }) => meta.name === query.name)
    return job === undefined ? absent(now) : isUnreadable(job) ? unreadable(now) : known(job, now)
  }
  if (all === null) return absent(now)
  return all.some(isUnreadable) ? unreadable(now)
    : known(all.filter(job => query.deploymentName === null || clusterOfJob(job) === query.deploymentName), now)
}

const namedObjects = (world: World, kind: string): readonly ObjectHead[] =>
  kind === 'Deployment' ? world.deployments
    : kind === 'ConfigMap' ? world.configMaps : kind === 'Service' ? world.services : world.ingress === null ? [] : [world.ingress]

const namedView = (apiVersion: string, kind: string, { name, uid, deleting, annotations, ownerUids }: ObjectHead): NamedObjectView => ({
  apiVersion,
  kind,
  name,
  uid,
  deleting,
  annotations,
  ownerUids,
})

/** As in the adapter: a FlinkDeployment with an unreadable status counts as unknown. */
const isUnreadable = ({ status }: Pick<FlinkDeploymentResource | SessionJobResource, 'status'>): boolean =>
  status.operation?.kind === 'Unreadable'
const unreadable = (now: number): Fact<never> => unknown('Undecodable', "status.operation can't be read", now)
