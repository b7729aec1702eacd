import type { Action } from '@flink-operator/core/action'
import { lastStateMarker } from '@flink-operator/core/resource'
import { clusterConfiguration } from '../../src/flink/cluster-configuration.ts'
import { atCluster, clusterOfAction } from '../../src/world/clusters.ts'
import { atJob } from '../../src/world/jobs.ts'
import type { World } from '../../src/world/world.ts'

/** The model names stored states by its own numbers. */
const ofModel = /^file:\/flink\/(savepoints\/savepoint|checkpoints\/chk)-0/

/**
 * Renames the states that the last event stored, so that a user sees where they would be; the names are those of a plan, not of a real
 * run.
 */
export const namedPaths = (world: World, folders: Readonly<Record<string, string>>): World => {
  const fresh = [world, ...world.otherJobs].flatMap(({ storage }) => storage).filter(({ path }) => ofModel.test(path))
  if (fresh.length === 0) return world
  const names = fresh.map(({ path, kind }) => [path, kind === 'Savepoint' ? savepointName(world, path, folders) : checkpointName] as const)
  const renamed = <A>(part: A): A =>
    JSON.parse(names.reduce((text, [from, to]) => text.replaceAll(JSON.stringify(from), JSON.stringify(to)), JSON.stringify(part))) as A
  return {
    ...world,
    storage: renamed(world.storage),
    otherJobs: renamed(world.otherJobs),
    pods: renamed(world.pods),
    ha: renamed(world.ha),
    zooKeeper: renamed(world.zooKeeper),
  }
}

const checkpointName = 'file:///assumed/chk-1'

const savepointName = ({ pods }: World, path: string, folders: Readonly<Record<string, string>>): string => {
  const operation = pods.flatMap(({ process }) => process?.operations ?? [])
    .find(({ state }) => state._tag === 'Completed' && state.location === path)
  const folder = folders[operation?.triggerId ?? ''] ?? 'file:///assumed'
  return `${folder}/savepoint${operation?.kind === 'Stop' ? '-of-the-stop' : ''}`
}

/**
 * Adds a path that a start reads and that nothing in this world stored: a user named it, or another cluster stored it, so it is
 * assumed to exist. `name`: the resource whose round performs the effect.
 */
export const withNamedState = (all: World, name: string, action: Action<unknown>): World => {
  if (action._tag === 'RunJar')
    return atCluster(all, clusterOfAction(all, action), world => ({
      world: atJob(world, name, here => withState(here, action.savepointPath)),
    })).world
  if (action._tag !== 'CreateObject' || action.manifest._tag !== 'ClusterManifest') return all
  const path = clusterConfiguration(action.manifest.input).restorePath
  return atCluster(all, clusterOfAction(all, action), world => ({ world: withState(world, path) })).world
}

const withState = (world: World, path: string | null): World =>
  path === null || path === lastStateMarker || world.storage.some(it => it.path === path) ? world
    : { ...world, storage: [...world.storage, { path, kind: 'Savepoint', progress: 0, current: false }] }
