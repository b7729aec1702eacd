import type {
  DeploymentView,
  Fact,
  AsynchronousOperation,
  CheckpointStatistics,
  CheckpointView,
  JarView,
  JobMetrics,
  JobOverview,
  NamedObjectView,
  ConfigMapView,
  IngressView,
  ServiceView,
  PodView,
  StateSnapshotView,
  ZooKeeperHaView,
} from '@flink-operator/core/fact'
import { attemptAnnotation } from '@flink-operator/core/manifest'
import type { Query } from '@flink-operator/core/query'
import { clusterAt } from '../world/clusters.ts'
import type { JobResource, StateSnapshotResource } from '../world/world.ts'

/**
 * The part of an answer that the model covers: the same function reduces the recorded answer and the model's. docs/trace-validation.md
 * lists what is left out, and why.
 */

const moment = (time: number): { readonly moment: number } => ({ moment: time })
const whole = <A extends { readonly name: string }>(list: readonly A[], view: (it: A) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(list.map(it => [it.name, view(it)]))

export const deploymentFace = (it: DeploymentView): unknown => ({
  name: it.name,
  uid: it.uid,
  deleting: it.deleting,
  created: moment(it.creationTimestamp),
  attempt: it.annotations[attemptAnnotation] ?? null,
  owners: [...it.ownerUids].sort(),
  ...(it.deleting ? {} : { wantedReplicas: it.wantedReplicas, available: it.availableReplicas > 0 }),
})

const podFace = (it: PodView): unknown => {
  const main = it.containers[0]
  return {
    uid: it.uid,
    deleting: it.deleting,
    created: moment(it.creationTimestamp),
    ...(it.deleting ? {} : { runs: main?.state?._tag === 'Running', restarts: main?.restartCount ?? 0 }),
  }
}

/** Flink and its leader election write HA metadata all the time: its versions carry no information. */
const isHaMetadata = (name: string): boolean => name.endsWith('-config-map')
const haKeys = (keys: readonly string[]) => ({
  plans: keys.flatMap(key => /^(?:jobGraph|executionPlan)-(.*)$/.exec(key)?.[1] ?? []).sort(),
  // a job may keep several: it is restored from the newest
  checkpoint: keys.flatMap(key => /^checkpointID-(.*)$/.exec(key)?.[1] ?? []).map(Number).sort((a, b) => b - a)[0] ?? null,
})

/** Only newer versions of the operator make the resource the owner until the Deployment is. */
const ownersOf = (ownerUids: readonly string[], resource: string | undefined): readonly string[] =>
  ownerUids.filter(uid => uid !== resource).sort()

const configMapFace = (resource: string | undefined) => (it: ConfigMapView): unknown => ({
  uid: it.uid,
  deleting: it.deleting,
  owners: ownersOf(it.ownerUids, resource),
  attempt: it.annotations[attemptAnnotation] ?? null,
  ...(isHaMetadata(it.name) ? haKeys(it.dataKeys) : {}),
})

const serviceFace = (resource: string | undefined) => (it: ServiceView): unknown => ({
  uid: it.uid,
  deleting: it.deleting,
  owners: ownersOf(it.ownerUids, resource),
  attempt: it.annotations[attemptAnnotation] ?? null,
})

const jobFace = (it: JobOverview): unknown => ({
  state: it.state,
  started: moment(it.startTime),
  ended: it.endTime < 0 ? null : moment(it.endTime),
  allRun: it.state === 'RUNNING' && it.tasks.total > 0 && it.tasks.running + it.tasks.finished === it.tasks.total,
})

const storedFace = (
  it: CheckpointView | null,
): unknown => (it === null ? null : { id: it.id, path: it.externalPath, discarded: it.discarded })

const operationFace = (it: AsynchronousOperation): unknown => {
  switch (it._tag) {
    case 'InProgress':
      return { is: it._tag }
    case 'Completed':
      return { is: it._tag, location: it.location, ...(it.location === null ? { checkpointId: it.checkpointId } : {}) }
    case 'Failed':
      return { is: it._tag, path: it.savepointPath }
  }
}

const valueFace = (query: Query, value: unknown, resource: string | undefined): unknown => {
  switch (query._tag) {
    case 'ReadDeployment':
    case 'ReadTaskManagerDeployment':
      return deploymentFace(value as DeploymentView)
    case 'ListJobManagerPods':
      return { unordered: (value as readonly PodView[]).map(podFace) }
    case 'ListConfigMaps':
      // watches exclude HA metadata by a label that Flink 2 no longer sets: the model's watches always exclude it
      return whole(
        (value as readonly ConfigMapView[]).filter(({ name }) => query.freshness !== 'watched' || !isHaMetadata(name)),
        configMapFace(resource),
      )
    case 'ListServices':
      return whole(value as readonly ServiceView[], serviceFace(resource))
    case 'ReadNames':
      return {
        unordered: (value as readonly NamedObjectView[]).map(({ kind, name, uid, deleting, ownerUids }) => ({
          kind,
          name,
          uid,
          deleting,
          owners: [...ownerUids].sort(),
        })),
      }
    case 'ListLabelledObjects':
      return value
    case 'ReadZooKeeperHaMetadata': {
      const { candidates, jobs, plans } = value as ZooKeeperHaView
      return { candidates, jobs: jobs.map(({ jobId, checkpoints }) => ({ jobId, checkpoints })), plans: plans.map(({ jobId }) => jobId) }
    }
    case 'ReadIngress': {
      const { name, uid, ownerUids } = value as IngressView
      return { name, uid, owners: [...ownerUids].sort() }
    }
    case 'ListStateSnapshots':
      // of a whole namespace: of other jobs, too
      return query.job === null ? null
        : whole(value as readonly StateSnapshotView[], ({ uid, deleting, kind, state, path }) => ({ uid, deleting, kind, state, path }))
    case 'GetJobsOverview':
      return Object.fromEntries((value as readonly JobOverview[]).map(it => [it.jobId, jobFace(it)]))
    case 'GetCheckpoints': {
      const { restored, completed, savepoint } = value as CheckpointStatistics
      return {
        restored: restored === null ? null : { path: restored.externalPath },
        completed: storedFace(completed),
        savepoint: storedFace(savepoint),
      }
    }
    case 'GetSavepointOperation':
    case 'GetCheckpointOperation':
      return operationFace(value as AsynchronousOperation)
    case 'GetCheckpointDetails':
      return storedFace(value as CheckpointView)
    case 'GetJobMetrics':
      return { restarts: (value as JobMetrics).restarts }
    case 'GetJars':
      return { unordered: (value as readonly JarView[]).map(({ id, name }) => ({ id, name })) }
    case 'ReadFlinkDeployment':
    case 'ListFlinkDeployments':
    case 'ReadFlinkSessionJob':
    case 'ListFlinkSessionJobs':
    case 'ListNamingResources':
    case 'GetCheckpointConfiguration':
    case 'GetJobExceptions':
    case 'GetClusterOverview':
    case 'GetResourceRequirements':
    case 'GetJobDetails':
    case 'GetVertexMetrics':
    case 'ReadAutoscalerState':
    case 'ReadClusterCapacity':
      return null
  }
}

/** `because`: failed queries are distinguished only by whether there is an answer. */
export const faceOf = (
  query: Query,
  fact: Fact<unknown>,
  resource?: string,
): unknown => (fact._tag === 'Known' ? { is: 'Known', value: valueFace(query, fact.value, resource) } : { is: fact._tag })

/** JSON has no `undefined`, and the order of its keys does not matter. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown

export const resourceFace = ({ meta, spec, status }: JobResource): unknown => ({
  uid: meta.uid,
  version: meta.resourceVersion,
  generation: meta.generation,
  deleting: meta.deletionTimestamp !== null,
  finalizers: [...meta.finalizers].sort(),
  annotations: meta.annotations,
  spec: plain(spec),
  status: plain(status),
})

export const snapshotFace = ({ meta, spec, status }: StateSnapshotResource): unknown => ({
  uid: meta.uid,
  version: meta.resourceVersion,
  deleting: meta.deletionTimestamp !== null,
  finalizers: [...meta.finalizers].sort(),
  labels: meta.labels,
  spec: plain(spec),
  status: plain(status),
})

/** The JobManager's Deployment has the cluster's name; `NAME-taskmanager` may be the name of another cluster. */
const clusterOfNames = (objects: readonly { readonly kind: string; readonly name: string }[]): string | null =>
  objects.flatMap((
    { kind, name },
  ) => (kind === 'ConfigMap' && name.startsWith('flink-config-') ? [name.slice('flink-config-'.length)] : []))[0]
    ?? objects.find(({ kind }) => kind === 'Deployment')?.name.replace(/-taskmanager$/, '') ?? null

/** The cluster that the answer is about. Null: more than one. */
export const clusterOf = (query: Query): string | null => {
  switch (query._tag) {
    case 'ReadDeployment':
    case 'ReadIngress':
    case 'ReadFlinkDeployment':
      return query.name
    case 'ReadTaskManagerDeployment':
      return query.name.replace(/-taskmanager$/, '')
    case 'ListJobManagerPods':
      return query.selector['app'] ?? null
    case 'ListConfigMaps':
    case 'ListServices':
      return query.clusterId
    case 'ListStateSnapshots':
      return query.job?.name ?? null
    case 'ReadNames':
      return clusterOfNames(query.objects)
    case 'ListFlinkSessionJobs':
      return query.deploymentName
    case 'ListLabelledObjects':
    case 'ReadFlinkSessionJob':
    case 'ListFlinkDeployments':
    case 'ListNamingResources':
    case 'ReadAutoscalerState':
    case 'ReadClusterCapacity':
      return null
    case 'ReadZooKeeperHaMetadata':
      return clusterAt(query.place)
    default:
      return query.endpoint.service.replace(/-rest$/, '')
  }
}

export const namespaceOf = (
  query: Query,
): string => ('endpoint' in query ? query.endpoint.namespace : 'namespace' in query ? query.namespace : '')
