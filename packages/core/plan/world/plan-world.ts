import type { Action } from '../../src/action/action.ts'
import type { AdapterError } from '../../src/action/adapter-error.ts'
import type { Fact } from '../../src/fact/fact.ts'
import type { Facts } from '../../src/fact/facts.ts'
import type { VertexBounds } from '../../src/fact/flink-rest.ts'
import { type KindName, kindNames } from '../../src/kinds.ts'
import { factOf } from '../../src/query/fact-of.ts'
import type { ClusterObjectQuery, Query } from '../../src/query/query.ts'
import type { Resource } from '../../src/resource/resource.ts'
import type { EpochMillis, Millis } from '../../src/resource/time.ts'
import type { AnyResource } from '../../simulation/kind/any-kind.ts'
import type { SimulatedKind } from '../../simulation/kind/simulated-kind.ts'
import { simulatedKinds } from '../../simulation/kinds.ts'
import { answerQuery, toldByWatches } from '../../simulation/world/answer-query.ts'
import { atCluster, clusterOfAction, clusterOfQuery, emptyCluster, fromCluster, fromEachCluster } from '../../simulation/world/clusters.ts'
import { emptyWorld } from '../../simulation/world/empty-world.ts'
import { fairEvents } from '../../simulation/world/fair-events.ts'
import { step } from '../../simulation/world/step-world.ts'
import type { WorldEvent } from '../../simulation/world/world-event.ts'
import { flinkDeploymentOf, resourcesOf, withResources, withStateSnapshots } from '../../simulation/world/resources.ts'
import type { World } from '../../simulation/world/world.ts'
import { namedPaths, withNamedState } from './stored-names.ts'
import { withTaskManagers, withTaskManagersUp } from './task-managers.ts'
import { boundsAsked, boundsOfJob } from './vertex-bounds.ts'

/** A resource of any kind that is planned for, or that came of it. */
export type PlannedResource = Resource<unknown, unknown>

/**
 * The simulated world as a plan uses it: without faults. All that a plan takes of the simulation is in this file and what it imports
 * beside it. What the model does not tell apart and a plan shows is kept beside it.
 */
export interface PlanWorld {
  readonly world: World
  /** Where savepoints were asked to go, by trigger id. */
  readonly folders: Readonly<Record<string, string>>
  /** How wide the job's vertices run. */
  readonly bounds: VertexBounds
}

/** `isWithSnapshots`: FlinkStateSnapshots are known, and carried out. `clusters`: of a world with several, the first is at hand. */
export const newWorld = (
  now: EpochMillis,
  isWithSnapshots: boolean,
  [first = 'app', ...beside]: readonly string[] = [],
): PlanWorld => ({
  world: withStateSnapshots(
    {
      ...emptyWorld({ abstract: false, restCacheMillis: 3_000, operationMemoryMillis: 300_000 }, now, first),
      beside: beside.map(emptyCluster),
    },
    isWithSnapshots ? [] : null,
  ),
  folders: {},
  bounds: {},
})

export const nowIn = ({ world }: PlanWorld): EpochMillis => world.now

/** Which resource a round is of. */
export interface Key {
  readonly kind: KindName
  readonly name: string
}

/** What the model knows of a kind. */
const simulated = ({ kind }: Pick<Key, 'kind'>): SimulatedKind | undefined => simulatedKinds.find(({ name }) => name === kind)

/** Does the model know the kind? Else nothing of what follows a round can be told. */
export const isModelled = (of: Pick<Key, 'kind'>): boolean => simulated(of) !== undefined

/** All that there are: whoever has rounds. */
export const keysIn = ({ world }: PlanWorld): readonly Key[] =>
  kindNames.flatMap(kind => resourcesOf(world, kind).map(({ meta: { name } }) => ({ kind, name })))

/** As a round reads it: what the API server holds is another object than the one that was written. Null: it is gone. */
export const resourceIn = ({ world }: PlanWorld, { kind, name }: Key): PlannedResource | null => {
  const found: PlannedResource | undefined = resourcesOf(world, kind).find(({ meta }) => meta.name === name)
  return found === undefined ? null : { ...found, status: JSON.parse(JSON.stringify(found.status)) as unknown }
}

/** Somebody applied it. */
export const withResource = (it: PlanWorld, { kind, name }: Key, resource: PlannedResource): PlanWorld => {
  const others = resourcesOf(it.world, kind).filter(({ meta }) => meta.name !== name)
  return { ...it, world: withResources(it.world, kind, [...others, resource as AnyResource]) }
}

/** Asked live, whatever would be enough: nobody watches for a plan. */
export const answerIn = ({ world, bounds }: PlanWorld, query: Query): Fact<unknown> => {
  const fact = answerQuery(world, 'freshness' in query ? { ...query, freshness: 'live' } : query)
  switch (query._tag) {
    case 'ReadTaskManagerDeployment':
      return withTaskManagersUp(fact)
    case 'GetResourceRequirements':
      return fact._tag === 'Known'
        ? { ...fact, value: boundsOfJob(bounds, flinkDeploymentOf(fromCluster(world, clusterOfQuery(world, query)))?.spec ?? null) } : fact
    default:
      return fact
  }
}

/** What watches tell before anything is looked at. */
export const firstFactsIn = ({ world }: PlanWorld, queries: readonly ClusterObjectQuery[]): Facts =>
  Object.fromEntries(queries.map(query => [factOf(query), toldByWatches(world, query, false)]))

/** What became of an effect; `error` null: it succeeded. */
export interface Performed {
  readonly world: PlanWorld
  readonly error: AdapterError | null
  /** The resourceVersion that the round's resource has then; null: it is gone. */
  readonly version: string | null
}

/** Does one effect of a round. What a start reads is there if a person names it. */
export const performIn = (before: PlanWorld, key: Key, action: Action<unknown>, version: string): Performed => {
  const kind = simulated(key)
  const begun = withNamedState(before.world, key.name, action)
  const { world, error } = kind === undefined ? { world: begun, error: null } : kind.perform(begun, key.name, action, version, 'Ok')
  const after: PlanWorld = {
    world: atClusterOf(world, action, it => withTaskManagers(it, action)),
    folders: action._tag === 'StopWithSavepoint' || action._tag === 'TriggerSavepoint'
      ? { ...before.folders, [action.triggerId]: action.targetDirectory ?? 'file:///assumed' } : before.folders,
    bounds: boundsAsked(before.bounds, action),
  }
  return { world: after, error, version: resourceIn(after, key)?.meta.resourceVersion ?? null }
}

/** Changes the cluster that an effect was done to. */
const atClusterOf = (world: World, action: Action<unknown>, change: (world: World) => World): World =>
  action._tag === 'CreateObject' ? atCluster(world, clusterOfAction(world, action), it => ({ world: change(it) })).world : world

/** More events in a row than any cluster has that comes to rest. */
const mostEvents = 200

/** Something that a cluster did on its own, and the world after it. */
export interface OwnDoing {
  readonly clusterId: string
  readonly event: WorldEvent
  readonly world: PlanWorld
}

/** All that the clusters do on their own, in order, until nothing more happens or waits for time. */
export const doingsUntilQuiet = (begun: PlanWorld, sofar: readonly OwnDoing[] = []): readonly OwnDoing[] => {
  const it = sofar.at(-1)?.world ?? begun
  const next = sofar.length === mostEvents ? undefined : nextEvent(it.world)
  if (next === undefined) return sofar
  const { world } = atCluster(it.world, next.clusterId, here => ({ world: namedPaths(step(here, next.event), it.folders) }))
  return doingsUntilQuiet(begun, [...sofar, { ...next, world: { ...it, world } }])
}

/** The world after all of that. */
export const untilQuiet = (it: PlanWorld): PlanWorld => doingsUntilQuiet(it).at(-1)?.world ?? it

/**
 * What goes well, goes well: a stop shows its savepoint. A running job works until it has its first checkpoint; further ones change
 * nothing that is planned.
 */
const nextEvent = (world: World): { readonly clusterId: string; readonly event: WorldEvent } | undefined => {
  const clusters = fromEachCluster(world)
  const first = (wanted: (here: World, event: WorldEvent) => boolean) => {
    for (const here of clusters) {
      const event = fairEvents(here).find(it => wanted(here, it))
      if (event !== undefined) return { clusterId: here.clusterId, event }
    }
    return undefined
  }
  return first((_, { _tag }) => _tag !== 'Process' && _tag !== 'CompleteCheckpoint' && _tag !== 'DropCheckpoint')
    ?? first((here, event) => event._tag === 'CompleteCheckpoint' && isFirst(here, event))
}

const isFirst = ({ pods }: World, { pod, jobId }: { readonly pod: string; readonly jobId: string }): boolean =>
  pods.find(({ uid }) => uid === pod)?.process?.jobs.find(job => job.jobId === jobId)?.statistics.completed === null

export const pass = (it: PlanWorld, millis: Millis): PlanWorld => ({ ...it, world: step(it.world, { _tag: 'PassTime', millis }) })
