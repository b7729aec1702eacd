import { randomBytes, randomUUID } from 'node:crypto'
import type { JsonObject, Millis } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import { emptyWorld, fairEvents, isSession, step, type World, type WorldEvent } from '@flink-operator/simulation'
import { Kinds } from '../api/built-in-types.ts'
import { storeKey } from '../api/resource-type.ts'
import { isJobManager } from '../controller/node.ts'
import type { Cluster } from '../controller/cluster.ts'
import { oneOrNone, textAt } from '../object/fields.ts'
import { labelsOf, nameOf, namespaceOf, ownersOf, uidOf, versionOf } from '../object/metadata.ts'
import type { StoreEvent } from '../store/object-store.ts'
import { type ClusterSettings, clusterSettings } from './cluster-settings.ts'
import { type ClusterObjects, mostOfOne, withObjects, worked } from './cluster-world.ts'
import { applicationOf, clusterIdOf, imageOf, isOfRole, leadsTo, mountedConfiguration } from './application-objects.ts'
import { eventDelay, eventKey } from './event-delay.ts'
import { type FlinkCluster, settingsOfJob } from './flink-cluster.ts'
import { clusterConfigMapName, isHaConfigMap } from './ha-config-maps.ts'
import { loadPassed } from './load.ts'
import { publish } from './publish.ts'
import { checkpointPath, renamed, savepointPath, withCheckpointIds } from './stored-paths.ts'

export interface FlinkClusters {
  readonly find: (namespace: string, id: string) => FlinkCluster | undefined
  readonly all: () => readonly FlinkCluster[]
  /** The current model. */
  readonly refresh: (cluster: FlinkCluster) => World
  /** What was ever stored, including by deleted clusters; undefined: nothing under this path. */
  readonly storedAt: (path: string) => World['storage'][number] | undefined
  /**
   * The owner of a job: the FlinkSessionJob whose status has its id; otherwise the job itself, as for a job that a user ran without
   * an operator.
   */
  readonly ownerOfRun: (cluster: FlinkCluster, jobId: string) => string
  /** Changes the model; the API shows the result. */
  readonly change: (cluster: FlinkCluster, change: (world: World) => World) => void
}

export interface FlinkClustersOptions {
  readonly cluster: Cluster
  readonly speed: number
  /** Records per second inside. */
  readonly rate: number
}

const restCache: Millis = 3_000
const operationMemory: Millis = 300_000

const sessionJobs = { group: 'flink.apache.org', plural: 'flinksessionjobs' }

const nameOfRun = (jobId: string) => (resource: JsonObject): string | null =>
  exactJsonText(resource['status'] ?? null).includes(jobId) ? nameOf(resource) : null

/** Runs a model of Flink for each JobManager Deployment, on the API's objects, and shows its actions in the API. */
export const startFlinkClusters = ({ cluster, speed, rate }: FlinkClustersOptions): FlinkClusters => {
  const { store, clock } = cluster
  // timestamps are real time, but durations are shorter
  const fidelity = { abstract: false, restCacheMillis: restCache / speed, operationMemoryMillis: operationMemory / speed }
  const clusters = new Map<string, FlinkCluster>()
  const stored = new Map<string, World['storage'][number]>()
  const kinds = {
    deployments: storeKey(Kinds.Deployment),
    pods: storeKey(Kinds.Pod),
    configMaps: storeKey(Kinds.ConfigMap),
    services: storeKey(Kinds.Service),
  }

  const entry = (namespace: string, id: string, application: FlinkCluster['application'] = null): FlinkCluster => {
    const key = `${namespace}/${id}`
    const found = clusters.get(key) ?? {
      namespace,
      id,
      application,
      world: emptyWorld(fidelity, clock.inside()),
      settings: null,
      jobSettings: new Map<string, ClusterSettings>(),
      mostAlive: 0,
      frozen: false,
      session: randomUUID(),
      haNames: new Set<string>([clusterConfigMapName(id)]),
      counters: new Map<string, number>(),
      folders: new Map<string, string>(),
      timers: new Map<string, () => void>(),
      workedUntil: clock.elapsed(),
      settingsVersion: '',
      dirty: false,
    }
    clusters.set(key, found)
    return found
  }

  const objectsOf = ({ namespace, id, haNames, world, application }: FlinkCluster): ClusterObjects => {
    const get = (key: string, name: string): JsonObject | null => store.get({ store: key, namespace, name }) ?? null
    const deployment = get(kinds.deployments, application?.deployment ?? id)
    const known = world.pods.flatMap(({ uid }) => oneOrNone(store.byUid(uid)?.object))
    const owned = deployment === null ? []
      : store.dependents(uidOf(deployment)).filter(it => it.store === kinds.pods && isJobManager(it.object)).map(({ object }) => object)
    const ownerUid = ownersOf(deployment ?? {}).map(owner => textAt(owner, 'uid'))[0] ?? ''
    return {
      id,
      deployment,
      resource: store.byUid(ownerUid)?.object ?? null,
      configMap: application === null ? get(kinds.configMaps, `flink-config-${id}`)
        : deployment === null ? null : mountedConfiguration(deployment),
      image: application === null || deployment === null ? null : imageOf(deployment),
      taskManagers: application === null ? []
        : store.list(kinds.deployments, namespace).filter(it => isOfRole(it, 'taskmanager') && clusterIdOf(it) === id),
      haConfigMaps: [...haNames].flatMap(name => oneOrNone(get(kinds.configMaps, name))),
      services: [id, `${id}-rest`].flatMap(name => oneOrNone(get(kinds.services, name))),
      pods: [...known, ...owned.filter(pod => !known.some(other => uidOf(other) === uidOf(pod)))],
    }
  }

  const refresh = (flink: FlinkCluster): World => {
    const objects = objectsOf(flink)
    if (objects.configMap !== null && versionOf(objects.configMap) !== flink.settingsVersion) {
      flink.settings = clusterSettings(objects.configMap)
      flink.settingsVersion = versionOf(objects.configMap)
      // a restarted job of an application has its id again, with its current configuration
      if (!isSession(flink.settings)) flink.jobSettings.clear()
    }
    const elapsed = clock.elapsed()
    const records = Math.floor((elapsed - flink.workedUntil) / 1000 * rate)
    flink.workedUntil += records / rate * 1000
    const now = Math.floor(clock.inside())
    const present = withObjects(
      worked(loadPassed(flink.world, now), records),
      objects,
      objects.configMap === null ? null : flink.settings,
      now,
    )
    const restore = flink.settings?.configuration['execution.state-recovery.path']
      ?? flink.settings?.configuration['execution.savepoint.path'] ?? ''
    const foreign = present.storage.some(({ path }) => path === restore) ? undefined : stored.get(restore)
    flink.world = foreign === undefined ? present : { ...present, storage: [...present.storage, foreign] }
    return flink.world
  }

  const pathOf = (flink: FlinkCluster) => ({ kind, path }: World['storage'][number], jobId: string): string => {
    const { world } = flink
    const settings = settingsOfJob(flink, jobId)
    if (kind === 'Checkpoint') {
      const id = (flink.counters.get(jobId) ?? 0) + 1
      flink.counters.set(jobId, id)
      return checkpointPath(settings?.checkpointDirectory ?? 'file:/flink/checkpoints', jobId, id)
    }
    const operation = world.pods.flatMap(({ process }) => process?.operations ?? []).find(it => JSON.stringify(it.state).includes(path))
    const folder = flink.folders.get(`${jobId} ${operation?.triggerId ?? ''}`) ?? settings?.savepointDirectory ?? 'file:/flink/savepoints'
    return savepointPath(folder, jobId, randomBytes(6).toString('hex'))
  }

  const change = (flink: FlinkCluster, next: (world: World) => World): void => {
    const before = refresh(flink)
    const after = next(before)
    flink.world = after
    flink.world = withCheckpointIds(renamed(after, pathOf(flink)))
    for (const { storage } of [flink.world, ...flink.world.otherJobs]) for (const state of storage) stored.set(state.path, state)
    flink.mostAlive = Math.max(flink.mostAlive, mostOfOne(flink.world))
    publish(cluster, flink, before)
    plan(flink)
  }

  /** Schedules every event that can happen, and cancels those that can't happen any more. */
  const plan = (flink: FlinkCluster): void => {
    const possible = new Map(fairEvents(flink.world).map(event => [eventKey(flink.world, event), event]))
    for (const [key, cancel] of flink.timers) {
      if (possible.has(key)) continue
      cancel()
      flink.timers.delete(key)
    }
    for (const [key, event] of possible) {
      const delay = flink.timers.has(key) ? null
        : eventDelay(flink.world, event, 'jobId' in event ? settingsOfJob(flink, event.jobId) : flink.settings)
      if (delay !== null) flink.timers.set(key, clock.after(delay, () => happen(flink, key, event)))
    }
  }

  const happen = (flink: FlinkCluster, key: string, event: WorldEvent): void => {
    flink.timers.delete(key)
    change(flink, world => step(world, event))
  }

  const touch = (flink: FlinkCluster): void => {
    if (flink.dirty) return
    flink.dirty = true
    queueMicrotask(() => {
      flink.dirty = false
      change(flink, world => world)
    })
  }

  const onApplicationEvent = (key: string, object: JsonObject): void => {
    const namespace = namespaceOf(object)
    if (key === kinds.deployments && isOfRole(object, 'jobmanager'))
      touch(entry(namespace, clusterIdOf(object), { name: applicationOf(object), deployment: nameOf(object) }))
    for (const known of clusters.values())
      if (known.namespace === namespace && known.application?.name === applicationOf(object)) touch(known)
  }

  const onEvent = ({ store: key, object }: StoreEvent): void => {
    if (applicationOf(object) !== '' && Object.values(kinds).includes(key)) onApplicationEvent(key, object)
    const id = labelsOf(object)['app']
    if (typeof id !== 'string' || !Object.values(kinds).includes(key)) return
    const namespace = namespaceOf(object)
    if (key === kinds.deployments && nameOf(object) === id && isJobManager(object)) return touch(entry(namespace, id))
    const known = clusters.get(`${namespace}/${id}`)
    if (known === undefined) return
    if (key === kinds.configMaps && isHaConfigMap(id, nameOf(object))) known.haNames.add(nameOf(object))
    touch(known)
  }
  store.listen(onEvent)

  /** For an application: the cluster to which the Service leads now. */
  const behind = (namespace: string, name: string): FlinkCluster | undefined => {
    const service = store.get({ store: kinds.services, namespace, name })
    return service === undefined || applicationOf(service) === '' ? undefined : [...clusters.values()].find(it => {
      const deployment = it.application === null ? undefined
        : store.get({ store: kinds.deployments, namespace, name: it.application.deployment })
      return it.namespace === namespace && deployment !== undefined && leadsTo(service, deployment)
    })
  }

  return {
    find: (namespace, id) =>
      behind(namespace, id) ?? clusters.get(`${namespace}/${id}`) ?? clusters.get(`${namespace}/${id.replace(/-rest$/, '')}`),
    all: () => [...clusters.values()],
    refresh,
    ownerOfRun: ({ namespace }, jobId) =>
      store.list(storeKey(sessionJobs), namespace).map(nameOfRun(jobId)).find(name => name !== null) ?? jobId,
    storedAt: path => stored.get(path),
    change,
  }
}
