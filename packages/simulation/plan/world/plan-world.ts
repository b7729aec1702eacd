import type { Action, AdapterError } from '@flink-operator/core/action'
import type { Fact, Facts, VertexBounds } from '@flink-operator/core/fact'
import { type KindName, kindNames } from '@flink-operator/kinds'
import { factOf, type ClusterObjectQuery, type Query } from '@flink-operator/core/query'
import type { Resource, EpochMillis, Millis } from '@flink-operator/core/resource'
import type { AnyResource } from '../../src/kind/any-kind.ts'
import type { SimulatedKind } from '../../src/kind/simulated-kind.ts'
import { simulatedKinds } from '../../src/kinds.ts'
import { answerQuery, reportedByWatches } from '../../src/world/answer-query.ts'
import { atCluster, clusterOfAction, clusterOfQuery, emptyCluster, fromCluster, fromEachCluster } from '../../src/world/clusters.ts'
import { emptyWorld } from '../../src/world/empty-world.ts'
import { fairEvents } from '../../src/world/fair-events.ts'
import { step } from '../../src/world/step-world.ts'
import type { WorldEvent } from '../../src/world/world-event.ts'
import { flinkDeploymentOf, resourcesOf, withResources, withStateSnapshots } from '../../src/world/resources.ts'
import type { World } from '../../src/world/world.ts'
import { namedPaths, withNamedState } from './stored-names.ts'
import { withTaskManagers, withTaskManagersUp } from './task-managers.ts'
import { boundsAsked, boundsOfJob } from './vertex-bounds.ts'

/** A resource of any kind: the planned one, or one that it created. */
export type PlannedResource = Resource<unknown, unknown>

/**
 * The simulated world for a plan: without faults. This file and its neighbors contain everything that a plan uses from the simulation.
 * What the model leaves out and a plan shows is kept in separate fields.
 */
export interface PlanWorld {
  readonly world: World
  /** The target directories of requested savepoints, by trigger id. */
  readonly folders: Readonly<Record<string, string>>
  /** The parallelism bounds of the job's vertices. */
  readonly bounds: VertexBounds
}

/**
 * `isWithSnapshots`: the CRD of FlinkStateSnapshots is installed, and the operator handles them. `clusters`: in a world with several,
 * the first is the current one.
 */
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

/** The resource of a round. */
export interface Key {
  readonly kind: KindName
  readonly name: string
}

/** The model's part for a kind. */
const simulated = ({ kind }: Pick<Key, 'kind'>): SimulatedKind | undefined => simulatedKinds.find(({ name }) => name === kind)

/** Does the model know the kind? Otherwise the plan can't show the rounds after the first. */
export const isModelled = (of: Pick<Key, 'kind'>): boolean => simulated(of) !== undefined

/** All resources that have rounds. */
export const keysIn = ({ world }: PlanWorld): readonly Key[] =>
  kindNames.flatMap(kind => resourcesOf(world, kind).map(({ meta: { name } }) => ({ kind, name })))

/** The resource as a round reads it: the API server returns another object than the written one. Null: it is removed. */
export const resourceIn = ({ world }: PlanWorld, { kind, name }: Key): PlannedResource | null => {
  const found: PlannedResource | undefined = resourcesOf(world, kind).find(({ meta }) => meta.name === name)
  return found === undefined ? null : { ...found, status: JSON.parse(JSON.stringify(found.status)) as unknown }
}

/** A user applies it. */
export const withResource = (it: PlanWorld, { kind, name }: Key, resource: PlannedResource): PlanWorld => {
  const others = resourcesOf(it.world, kind).filter(({ meta }) => meta.name !== name)
  return { ...it, world: withResources(it.world, kind, [...others, resource as AnyResource]) }
}

/** Every query is answered live, also where the watch cache would be enough: a plan has no watches. */
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

/** The facts in the watch cache before any query. */
export const firstFactsIn = ({ world }: PlanWorld, queries: readonly ClusterObjectQuery[]): Facts =>
  Object.fromEntries(queries.map(query => [factOf(query), reportedByWatches(world, query, false)]))

/** The result of an effect; `error` null: it succeeded. */
export interface Performed {
  readonly world: PlanWorld
  readonly error: AdapterError | null
  /** The resourceVersion of the round's resource after it; null: it is removed. */
  readonly version: string | null
}

/** Performs one effect of a round. A state that a user names is assumed to exist. */
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

/** Changes the cluster that an effect was performed on. */
const atClusterOf = (world: World, action: Action<unknown>, change: (world: World) => World): World =>
  action._tag === 'CreateObject' ? atCluster(world, clusterOfAction(world, action), it => ({ world: change(it) })).world : world

/** More events in a row than in any cluster that reaches a steady state. */
const mostEvents = 200

/** An automatic step of a cluster, and the world after it. */
export interface OwnDoing {
  readonly clusterId: string
  readonly event: WorldEvent
  readonly world: PlanWorld
}

/** All automatic steps of the clusters, in order, until nothing more happens without time passing. */
export const doingsUntilQuiet = (begun: PlanWorld, sofar: readonly OwnDoing[] = []): readonly OwnDoing[] => {
  const it = sofar.at(-1)?.world ?? begun
  const next = sofar.length === mostEvents ? undefined : nextEvent(it.world)
  if (next === undefined) return sofar
  const { world } = atCluster(it.world, next.clusterId, here => ({ world: namedPaths(step(here, next.event), it.folders) }))
  return doingsUntilQuiet(begun, [...sofar, { ...next, world: { ...it, world } }])
}

/** The world after all these steps. */
export const untilQuiet = (it: PlanWorld): PlanWorld => doingsUntilQuiet(it).at(-1)?.world ?? it

/** Nothing fails: a stop lists its savepoint. A running job completes its first checkpoint; further ones would not change the plan. */
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
