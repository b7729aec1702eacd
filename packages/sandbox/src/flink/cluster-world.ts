import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis, JsonObject } from '@flink-operator/core'
import { decodeFlinkDeployment } from '@flink-operator/core/codec'
import { attemptAnnotation, attemptKey } from '@flink-operator/core/manifest'
import { ownerOf, withFlinkDeployment, type World } from '@flink-operator/simulation'
import { numberAt, objectAt, objectsAt, textAt } from '../object/fields.ts'
import { isDeleting, nameOf, ownersOf, uidOf, versionOf } from '../object/metadata.ts'
import { taskManagersUp } from './application-objects.ts'
import type { ClusterSettings } from './cluster-settings.ts'
import { readHaMetadata } from './ha-config-maps.ts'

type Pod = World['pods'][number]

/** The API objects of one Flink cluster. */
export interface ClusterObjects {
  readonly id: string
  /** The custom resource that owns it. */
  readonly resource: JsonObject | null
  readonly deployment: JsonObject | null
  /** `flink-config-<id>` */
  readonly configMap: JsonObject | null
  readonly haConfigMaps: readonly JsonObject[]
  /** The image, if it contains jar and configuration. */
  readonly image: string | null
  /** Deployments of TaskManagers, if the model knows them as separate Deployments. */
  readonly taskManagers: readonly JsonObject[]
  readonly services: readonly JsonObject[]
  /** Of the JobManager. */
  readonly pods: readonly JsonObject[]
}

const head = (object: JsonObject) => ({
  name: nameOf(object),
  uid: uidOf(object),
  version: versionOf(object),
  deleting: isDeleting(object),
  annotations: {},
  ownerUids: ownersOf(object).map(owner => textAt(owner, 'uid')),
})

const noInput = (id: string): Pod['input'] => ({ clusterId: id, flinkVersion: 'v1_20', attempt: null, configuration: {} })

const inputOf = (objects: ClusterObjects, settings: ClusterSettings | null): Pod['input'] =>
  settings === null ? noInput(objects.id) : {
    clusterId: objects.id,
    flinkVersion: settings.flinkVersion,
    attempt: textAt(objects.deployment ?? {}, 'metadata', 'annotations', attemptAnnotation) || null,
    configuration: settings.configuration,
    ...(objects.image === null ? {} : { image: objects.image }),
  }

/** The keys in the volumes of a Deployment's pods. */
const mountedKeys = (deployment: JsonObject): readonly string[] =>
  objectsAt(deployment, 'spec', 'template', 'spec', 'volumes').flatMap(volume => objectsAt(volume, 'configMap', 'items')).map(item =>
    textAt(item, 'key')
  )

/** `flink-config-<id>`; not needed by a Deployment whose volume does not name the key of its attempt. */
const configMapsOf = ({ configMap, deployment }: ClusterObjects, { attempt }: Pod['input']): World['configMaps'] => {
  if (configMap === null) return []
  const key = attempt === null ? null : attemptKey(attempt)
  const isNeeded = deployment === null || key === null || mountedKeys(deployment).includes(key)
  return [{ ...head(configMap), keys: [...Object.keys(objectAt(configMap, 'data')), ...(isNeeded ? [] : [key])] }]
}

const taskManagersOf = (objects: ClusterObjects, input: Pod['input']): World['deployments'] =>
  objects.taskManagers.map(it => ({
    ...head(it),
    role: 'TaskManager',
    created: Date.parse(textAt(it, 'metadata', 'creationTimestamp')),
    input,
    replicas: numberAt(it, 'spec', 'replicas'),
    ready: taskManagersUp(it),
    availableSince: null,
    started: false,
  }))

const jobManagerOf = (objects: ClusterObjects, world: World, input: Pod['input']): World['deployments'] => {
  const { deployment } = objects
  if (deployment === null) return []
  const before = world.deployments.find(it => it.uid === uidOf(deployment))
  return [{
    ...head(deployment),
    role: 'JobManager',
    created: Date.parse(textAt(deployment, 'metadata', 'creationTimestamp')),
    input: before?.input ?? input,
    replicas: numberAt(deployment, 'spec', 'replicas'),
    availableSince: before?.availableSince ?? null,
    started: before?.started ?? false,
  }]
}

const podsOf = (objects: ClusterObjects, world: World, input: Pod['input']): readonly Pod[] =>
  objects.pods.map((pod): Pod => {
    const before = world.pods.find(it => it.uid === uidOf(pod))
    const owner = ownersOf(pod).find(it => it['kind'] === 'Deployment')
    return {
      name: nameOf(pod),
      uid: uidOf(pod),
      deploymentUid: textAt(owner ?? {}, 'uid'),
      created: Date.parse(textAt(pod, 'metadata', 'creationTimestamp')),
      deleting: isDeleting(pod),
      phase: before?.phase ?? 'Pending',
      restartCount: before?.restartCount ?? 0,
      process: before?.process ?? null,
      // a running pod keeps its original input
      input: before !== undefined && before.phase !== 'Pending' ? before.input : input,
    }
  })

/** The world with the current API objects. What only Flink knows stays. */
export const withObjects = (world: World, objects: ClusterObjects, settings: ClusterSettings | null, now: EpochMillis): World => {
  const input = inputOf(objects, settings)
  const decoded = objects.resource === null ? null : decodeFlinkDeployment(objects.resource)
  return {
    ...withFlinkDeployment(world, decoded !== null && E.isRight(decoded) ? decoded.right : null),
    now,
    deployments: [...jobManagerOf(objects, world, input), ...taskManagersOf(objects, input)],
    configMaps: configMapsOf(objects, input),
    services: objects.services.map(head),
    pods: podsOf(objects, world, input),
    ha: readHaMetadata(objects.id, objects.haConfigMaps, world.ha),
  }
}

/** Lets every running job process so many records. */
export const worked = (world: World, records: number): World =>
  records <= 0 ? world : {
    ...world,
    pods: world.pods.map(pod => (pod.process === null || pod.deleting ? pod : {
      ...pod,
      process: {
        ...pod.process,
        jobs: pod.process.jobs.map(job => (job.state === 'RUNNING' ? { ...job, progress: job.progress + records } : job)),
      },
    })),
  }

export type Job = NonNullable<Pod['process']>['jobs'][number]

const terminalStates: ReadonlySet<string> = new Set(['FINISHED', 'FAILED', 'CANCELED'])

export const isAlive = (job: Job): boolean => !terminalStates.has(job.state)

/** Jobs that have not ended, over all existing JobManagers. */
export const aliveJobs = (world: World): readonly Job[] => world.pods.flatMap(pod => pod.process?.jobs ?? []).filter(isAlive)

/** Highest number of alive jobs of one resource: it must never be two. */
export const mostOfOne = (world: World): number =>
  Math.max(0, ...[...Map.groupBy(aliveJobs(world), ownerOf).values()].map(({ length }) => length))
