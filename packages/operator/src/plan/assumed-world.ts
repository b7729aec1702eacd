import type {
  AdapterError,
  ConfigMapView,
  DeploymentView,
  EpochMillis,
  Fact,
  JobOverview,
  JobState,
  JsonObject,
  PatchObject,
  PodView,
  Query,
  ServiceView,
} from '@flink-operator/core'
import { kindOf } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import type { Effect, EffectAnswer, EffectContext } from '../port/cluster-port.ts'
import { configMapOf, deploymentOf, serviceOf } from './view-of-manifest.ts'

/**
 * A cluster in which everything goes well and at once: what is created is there and ready by the next look, a stop has its savepoint, what
 * is deleted is gone. It plays a plan through to its end; it proves nothing (that is what the model of core's simulation is for).
 */
export interface AssumedWorld {
  readonly now: () => EpochMillis
  readonly pass: (millis: number) => void
  readonly answer: (query: Query) => Promise<Fact<unknown>>
  readonly perform: (effect: Effect, context: EffectContext) => Promise<E.Either<AdapterError, EffectAnswer>>
  readonly deployment: () => Fact<DeploymentView>
}

interface Job {
  readonly id: string
  readonly state: JobState
  readonly startTime: EpochMillis
}

const textAt = (object: JsonObject, ...path: readonly string[]): string | null => {
  const value = path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>)[key] : undefined),
    object,
  )
  return typeof value === 'string' ? value : null
}

const readyPod = (deployment: DeploymentView, now: EpochMillis): PodView => ({
  name: `${deployment.name}-0`,
  uid: `pod-of-${deployment.uid}`,
  creationTimestamp: now,
  deleting: false,
  phase: 'Running',
  podIP: '10.0.0.1',
  containers: [{
    name: 'flink-main-container',
    restartCount: 0,
    state: { _tag: 'Running', reason: '', message: '', exitCode: null },
    lastState: null,
  }],
  conditions: [{ type: 'Ready', status: 'True', reason: '', message: '' }],
  failedMount: null,
})

const haConfigMap = (clusterId: string, job: Job): ConfigMapView => ({
  name: `${clusterId}-${job.id}-config-map`,
  uid: `ha-of-${job.id}`,
  resourceVersion: '1',
  deleting: false,
  labels: { app: clusterId, 'configmap-type': 'high-availability', type: 'flink-native-kubernetes' },
  annotations: {},
  ownerUids: [],
  dataKeys: ['counter', 'checkpointID-0000000000000000001'],
})

const overview = ({ id, state, startTime }: Job, now: EpochMillis): JobOverview => ({
  jobId: id,
  name: 'job',
  state,
  startTime,
  endTime: state === 'RUNNING' ? -1 : now,
  tasks: { total: 1, running: state === 'RUNNING' ? 1 : 0, finished: 0 },
})

export const createAssumedWorld = (start: EpochMillis): AssumedWorld => {
  let now = start
  let serial = 1
  let deployment: DeploymentView | null = null
  let taskManagers: DeploymentView | null = null
  let configMaps: readonly ConfigMapView[] = []
  let services: readonly ServiceView[] = []
  let job: Job | null = null
  let haMaps: readonly ConfigMapView[] = []
  const savepoints = new Map<string, string>()

  const known = (value: unknown): Fact<unknown> => ({ source: 'live', asOf: now, _tag: 'Known', value })
  const absent: () => Fact<never> = () => ({ source: 'live', asOf: now, _tag: 'Absent' })
  const orAbsent = (value: unknown): Fact<unknown> => (value === null || value === undefined ? absent() : known(value))
  const rest = (value: unknown): Fact<unknown> =>
    deployment === null || deployment.replicas === 0
      ? { source: 'live', asOf: now, _tag: 'Unknown', reason: 'Unreachable', message: 'no JobManager' } : orAbsent(value)
  const operation = (id: string): unknown => {
    const location = savepoints.get(id)
    return location === undefined ? null : { _tag: 'Completed', location, checkpointId: null }
  }
  const checkpoint = {
    id: 1,
    externalPath: 'file:///assumed/chk-1',
    addressable: true,
    discarded: false,
    isSavepoint: false,
    isStop: false,
    triggerTimestamp: start,
  }

  const answer = (query: Query): Fact<unknown> => {
    switch (query._tag) {
      case 'ReadDeployment':
        return orAbsent(deployment)
      case 'ReadTaskManagerDeployment':
        return orAbsent(taskManagers)
      case 'ListJobManagerPods':
        return known(deployment === null || deployment.replicas === 0 ? [] : [readyPod(deployment, deployment.creationTimestamp)])
      case 'ListConfigMaps':
        return known([...configMaps, ...haMaps])
      case 'ListServices':
        return known(services)
      case 'ReadNames':
        return known([])
      case 'ReadIngress':
      case 'ListStateSnapshots':
      case 'ReadFlinkDeployment':
      case 'ListFlinkDeployments':
        return absent()
      case 'GetJobsOverview':
        return rest(job === null ? [] : [overview(job, now)])
      case 'GetCheckpoints':
        return rest({
          restored: null,
          completed: checkpoint,
          savepoint: null,
          inProgress: null,
          completedCount: 1,
          inProgressCount: 0,
          stateSize: 0,
        })
      case 'GetCheckpointConfiguration':
        return rest({ isDeletedOnCancel: false })
      case 'GetSavepointOperation':
      case 'GetCheckpointOperation':
        return rest(operation(query.triggerId))
      case 'GetCheckpointDetails':
        return rest(checkpoint)
      case 'GetJobExceptions':
        return rest([])
      case 'GetClusterOverview':
        return rest({ flinkVersion: 'assumed', flinkRevision: 'assumed', taskManagers: 1 })
      case 'GetJobMetrics':
        return rest({ restarts: 0, completedCheckpoints: 1 })
      case 'GetResourceRequirements':
        return rest({ vertex: { lower: 1, upper: 1 } })
    }
  }

  const create = (manifest: JsonObject, { resource }: EffectContext): void => {
    const assumed = { uid: `assumed-${serial++}`, resourceVersion: String(serial), at: now }
    if (manifest['kind'] === 'ConfigMap') configMaps = [...configMaps, configMapOf(manifest, assumed)]
    else if (manifest['kind'] === 'Service') services = [...services, serviceOf(manifest, assumed)]
    else if (manifest['kind'] !== 'Deployment') return
    else if (textAt(manifest, 'metadata', 'labels', 'component') === 'taskmanager') taskManagers = deploymentOf(manifest, assumed)
    else {
      deployment = deploymentOf(manifest, assumed)
      const id = textAt(resource, 'status', 'jobStatus', 'jobId')
      job = id === null ? null : { id, state: 'RUNNING', startTime: now }
    }
  }

  const remove = (kind: string, uid: string): void => {
    if (kind === 'Deployment' && taskManagers?.uid === uid) taskManagers = null
    if (kind === 'Deployment' && deployment?.uid === uid) {
      const owner = uid
      deployment = null
      job = null
      configMaps = configMaps.filter(({ ownerUids }) => !ownerUids.includes(owner))
      services = services.filter(({ ownerUids }) => !ownerUids.includes(owner))
    }
    configMaps = configMaps.filter(map => map.uid !== uid)
    services = services.filter(service => service.uid !== uid)
  }

  const scale = ({ target, patch }: PatchObject): void => {
    const replicas = (patch['spec'] as { readonly replicas?: unknown } | undefined)?.replicas
    if (target.kind !== 'Deployment' || typeof replicas !== 'number') return
    const scaled = <V extends DeploymentView | null>(view: V): V =>
      view?.uid === target.uid ? { ...view, wantedReplicas: replicas, replicas, availableReplicas: replicas } : view
    deployment = scaled(deployment)
    taskManagers = scaled(taskManagers)
    if (deployment?.replicas === 0) job = null
  }

  const own = ({ target, patch }: PatchObject): void => {
    const owners = (patch['metadata'] as { readonly ownerReferences?: readonly { readonly uid?: unknown }[] } | undefined)?.ownerReferences
    if (owners === undefined) return
    const ownerUids = owners.flatMap(({ uid }) => (typeof uid === 'string' ? [uid] : []))
    const owned = <V extends { readonly uid: string }>(view: V): V => (view.uid === target.uid ? { ...view, ownerUids } : view)
    configMaps = configMaps.map(owned)
    services = services.map(owned)
    if (taskManagers !== null) taskManagers = owned(taskManagers)
  }

  const written = (resource: JsonObject, change: JsonObject, metadata: JsonObject = {}): EffectAnswer => {
    const resourceVersion = String(++serial)
    return {
      written: {
        resourceVersion,
        resource: { ...resource, ...change, metadata: { ...resource['metadata'] as JsonObject, ...metadata, resourceVersion } },
      },
    }
  }

  /** A job that reaches its end takes its HA metadata with it, as Flink does. */
  const end = (state: JobState): void => {
    if (job !== null) job = { ...job, state }
    haMaps = []
  }

  const perform = (effect: Effect, context: EffectContext): EffectAnswer => {
    switch (effect._tag) {
      case 'PersistStatus':
        return written(context.resource, {
          status: kindOf('FlinkDeployment').encodeStatus(effect.status, context.resource['status'] ?? null),
        })
      case 'AddFinalizer':
        return written(context.resource, {}, { finalizers: [...context.meta.finalizers, effect.finalizer] })
      case 'RemoveFinalizer':
        return written(context.resource, {}, { finalizers: context.meta.finalizers.filter(other => other !== effect.finalizer) })
      case 'CreateObject':
        if (effect.manifest._tag === 'ClusterManifest') {
          const { configuration } = effect.manifest.input
          if (context.manifest !== null) create(context.manifest, context)
          const isHa = /kubernetes/i.test(configuration['high-availability.type'] ?? configuration['high-availability'] ?? '')
          if (isHa && effect.manifest.part === 'JobManagerDeployment' && job !== null)
            haMaps = [haConfigMap(effect.manifest.input.clusterId, job)]
        }
        break
      case 'DeleteObject':
        remove(effect.target.kind, effect.target.uid)
        break
      case 'PatchObject':
        own(effect)
        scale(effect)
        break
      case 'DeleteHaMetadata':
        haMaps = []
        break
      case 'StopWithSavepoint':
        savepoints.set(effect.triggerId, `${effect.targetDirectory ?? 'file:///assumed'}/savepoint-of-the-stop`)
        end('FINISHED')
        break
      case 'TriggerSavepoint':
        savepoints.set(effect.triggerId, `${effect.targetDirectory ?? 'file:///assumed'}/savepoint`)
        break
      case 'CancelJob':
        end('CANCELED')
        break
      default:
        break
    }
    return { written: null }
  }

  return {
    now: () => now,
    pass: millis => {
      now += millis
    },
    answer: query => Promise.resolve(answer(query)),
    perform: (effect, context) => Promise.resolve(E.right(perform(effect, context))),
    deployment: () => ({ ...orAbsent(deployment), source: 'cache' }) as Fact<DeploymentView>,
  }
}
