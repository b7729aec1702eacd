import { absurd } from 'fp-ts/lib/function.js'
import type { WorldAction } from '@flink-operator/core/action'
import type { Query, ZooKeeperPlace } from '@flink-operator/core/query'
import { noHaMetadata, noZooKeeperNodes } from '../flink/ha-metadata.ts'
import { emptyJobLine, jobLineOf } from './jobs.ts'
import type { Cluster, World } from './world.ts'

/** A cluster without any object. */
export const emptyCluster = (clusterId: string): Cluster => ({
  ...emptyJobLine(null),
  clusterId,
  otherJobs: [],
  deployments: [],
  configMaps: [],
  services: [],
  ingress: null,
  olderCluster: null,
  pods: [],
  ha: noHaMetadata,
  zooKeeper: noZooKeeperNodes,
  jobResults: [],
  late: [],
})

/** The current cluster, without the rest of the world. */
export const clusterOf = (world: World): Cluster => {
  const { clusterId, otherJobs, deployments, configMaps, services, ingress, olderCluster, pods, ha, zooKeeper, jobResults, late } = world
  return {
    ...jobLineOf(world),
    clusterId,
    otherJobs,
    deployments,
    configMaps,
    services,
    ingress,
    olderCluster,
    pods,
    ha,
    zooKeeper,
    jobResults,
    late,
  }
}

/** The same world with another cluster as the current one; the world itself if no such cluster exists, or it is the current one. */
const turnedTo = (world: World, clusterId: string): World => {
  const wanted = world.beside.find(it => it.clusterId === clusterId)
  if (wanted === undefined) return world
  return { ...world, ...wanted, beside: world.beside.map(it => (it === wanted ? clusterOf(world) : it)) }
}

/** The world from the viewpoint of each cluster, the current one first. */
export const fromEachCluster = (world: World): readonly World[] =>
  world.beside.length === 0 ? [world] : [world, ...world.beside.map(({ clusterId }) => turnedTo(world, clusterId))]

/** The world from the viewpoint of that cluster; of the current one if no such cluster exists. */
export const fromCluster = (world: World, clusterId: string): World => (world.beside.length === 0 ? world : turnedTo(world, clusterId))

/** Changes the world from the viewpoint of a cluster, and restores the current cluster after that. */
export const atCluster = <A>(
  world: World,
  clusterId: string,
  change: (world: World) => A & { readonly world: World },
): A & { readonly world: World } => {
  if (world.beside.length === 0 || world.clusterId === clusterId) return change(world)
  const turned = turnedTo(world, clusterId)
  const made = change(turned)
  return made.world === turned ? { ...made, world } : { ...made, world: turnedTo(made.world, world.clusterId) }
}

/**
 * The cluster that has an object of one of these names: the one with the longest matching name; the current cluster if none matches.
 */
const clusterWith = ({ clusterId, beside }: World, names: readonly string[]): string =>
  [clusterId, ...beside.map(it => it.clusterId)].reduce<string | null>(
    (found, id) =>
      (found === null || id.length > found.length)
        && names.some(name => name === id || name.startsWith(`${id}-`) || name.endsWith(`-${id}`)) ? id : found,
    null,
  ) ?? clusterId

/** The name of a cluster's own node is its id. */
export const clusterAt = ({ path }: ZooKeeperPlace): string => path.slice(path.lastIndexOf('/') + 1)

/** The names by which an effect refers to a cluster; empty: it affects no cluster. */
const namesIn = (action: WorldAction): readonly string[] => {
  switch (action._tag) {
    case 'CreateObject':
    case 'ApplyObject':
      return [action.manifest._tag === 'ClusterManifest' ? action.manifest.input.clusterId : action.manifest.name]
    case 'DeleteObject':
    case 'PatchObject':
      return [action.target.name]
    case 'DeleteHaMetadata':
      return [action.clusterId]
    case 'DeleteZooKeeperHaMetadata':
    case 'PruneZooKeeperPlans':
      return [clusterAt(action.place)]
    case 'PruneHaExecutionPlan':
      return action.configMaps.map(({ name }) => name)
    case 'StopWithSavepoint':
    case 'CancelJob':
    case 'TriggerSavepoint':
    case 'TriggerCheckpoint':
    case 'DisposeSavepoint':
    case 'UpdateResourceRequirements':
    case 'UploadJar':
    case 'RunJar':
    case 'DeleteJar':
      return [action.endpoint.service]
    case 'AddFinalizer':
    case 'RemoveFinalizer':
    case 'MarkStarted':
    case 'CreateStateSnapshot':
    case 'WriteAutoscalerState':
      return []
    default:
      return absurd(action)
  }
}

/** The cluster that an effect changes, by the names in it. */
export const clusterOfAction = (world: World, action: WorldAction): string => clusterWith(world, namesIn(action))

/** The cluster that a query is about, by the names in it. */
export const clusterOfQuery = (world: World, query: Query): string => {
  switch (query._tag) {
    case 'ReadDeployment':
    case 'ReadTaskManagerDeployment':
    case 'ReadIngress':
    case 'ReadFlinkDeployment':
      return clusterWith(world, [query.name])
    case 'ListJobManagerPods':
      return clusterWith(world, [query.selector['app'] ?? ''])
    case 'ListConfigMaps':
    case 'ListServices':
      return clusterWith(world, [query.clusterId])
    case 'ReadNames':
      return clusterWith(world, query.objects.map(({ name }) => name))
    case 'ListLabelledObjects':
    case 'ListFlinkDeployments':
    case 'ReadFlinkSessionJob':
    case 'ListFlinkSessionJobs':
    case 'ListNamingResources':
    case 'ListStateSnapshots':
    case 'ReadAutoscalerState':
    case 'ReadClusterCapacity':
      return world.clusterId
    case 'ReadZooKeeperHaMetadata':
      return clusterWith(world, [clusterAt(query.place)])
    default:
      return clusterWith(world, [query.endpoint.service])
  }
}
