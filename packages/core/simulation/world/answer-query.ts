import { attemptKey } from '../../src/cluster/manifest/attempt-key.ts'
import { flinkConfigName } from '../../src/cluster/manifest/object-names.ts'
import { appliedDigestAnnotation } from '../../src/cluster/manifest/applied-digest.ts'
import { absurd } from 'fp-ts/lib/function.js'
import type { DeploymentView } from '../../src/fact/deployment-view.ts'
import { labelledObjects, podsWith } from '../kubernetes/labelled-objects.ts'
import { missingImage } from '../kubernetes/rendered-objects.ts'
import { absent, type Fact, known, unknown } from '../../src/fact/fact.ts'
import type { NamedObjectView } from '../../src/fact/named-object-view.ts'
import type { ConfigMapView, IngressView, ServiceView } from '../../src/fact/object-view.ts'
import type { CompactInput } from '../flink/cluster-configuration.ts'
import type { PodView } from '../../src/fact/pod-view.ts'
import type { ClusterObjectQuery, Query, ZooKeeperQuery } from '../../src/query/query.ts'
import type { Millis } from '../../src/resource/time.ts'
import { isSession } from '../flink/cluster-configuration.ts'
import type { HaMetadata } from '../flink/ha-metadata.ts'
import { answerZooKeeper } from '../flink/zookeeper.ts'
import { restAnswers } from '../flink/job-manager-process.ts'
import { answerPlayed, childrenOf } from '../kubernetes/play-children.ts'
import { stateSnapshotView } from '../kubernetes/state-snapshots.ts'
import { clusterConfigMapName, jobConfigMapName } from '../../src/cluster/high-availability/ha-config-map.ts'
import { clusterOfJob, flinkDeploymentOf, type SessionJobResource, sessionJobsOf, stateSnapshotsOf } from './resources.ts'
import {
  type ConfigMapObject,
  type DeploymentObject,
  type FlinkDeploymentResource,
  isAsOurs,
  type ObjectHead,
  type PodObject,
  type WatchedCluster,
  type World,
} from './world.ts'
import { clusterOfQuery, fromCluster } from './clusters.ts'
import { readState } from '../autoscaler/stored-states.ts'
import { answerFlink } from './answer-flink-query.ts'
import { type LookFaults, noLookFaults } from './look-faults.ts'
import { shownOnce } from './shown-once.ts'

/** The answer to a query: live, or as the watches tell it where that is enough. */
export const answerQuery = (all: World, query: Query, faults: LookFaults = noLookFaults): Fact<unknown> => {
  const world = all.beside.length === 0 ? all : fromCluster(all, clusterOfQuery(all, query))
  switch (query._tag) {
    case 'ReadDeployment':
    case 'ReadTaskManagerDeployment':
    case 'ListJobManagerPods':
    case 'ListConfigMaps':
    case 'ListServices':
    case 'ReadIngress':
      if (query.freshness === 'watched') return toldByWatches(world, query, faults.oldWatches)
      return faults.kubernetes === null ? answerKubernetes(world, query)
        : unknown(faults.kubernetes, 'the API server did not answer', world.now)
    case 'ReadNames':
    case 'ListLabelledObjects':
    case 'ListStateSnapshots':
    case 'ReadFlinkDeployment':
    case 'ListFlinkDeployments':
    case 'ReadFlinkSessionJob':
    case 'ListFlinkSessionJobs':
    case 'ReadAutoscalerState':
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

/** The cluster as watches that are not behind tell of it. */
export const watchedCluster = (world: World): WatchedCluster => ({
  deployments: world.deployments.map(it => deploymentView(world, it)),
  pods: podViews(world.pods, world.configMaps),
  configMaps: configMapViews(world.configMaps, flinkDeploymentOf(world)?.meta.name ?? ''),
  services: serviceViews(world.services, null),
  ingress: world.ingress === null ? null : ingressView(world.ingress),
})

/** What the watches tell: no request is made, so nothing goes wrong with it but that it may be old. */
export const toldByWatches = (all: World, query: ClusterObjectQuery, isBehind: boolean): Fact<unknown> => {
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
    case 'ReadNames':
      return known(
        query.objects.flatMap(({ apiVersion, kind, name }) =>
          namedObjects(world, kind).filter(it => it.name === name).map(it => namedView(apiVersion, kind, it))
        ),
        now,
      )
    case 'ListLabelledObjects':
      return known(labelledObjects(world, query.labels, it => deploymentView(world, it)), now)
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

/** As the adapter reads it: of a FlinkDeployment of which something can't be read nobody knows what it says. */
const isUnreadable = ({ status }: Pick<FlinkDeploymentResource | SessionJobResource, 'status'>): boolean =>
  status.operation?.kind === 'Unreadable'
const unreadable = (now: number): Fact<never> => unknown('Undecodable', "status.operation can't be read", now)

/** The JobManager Deployment as every look shows it. */
export const deploymentView = ({ pods }: World, deployment: DeploymentObject): DeploymentView => shownDeployment(deployment, pods)

const shownDeployment = shownOnce((it: DeploymentObject, all: readonly PodObject[]): DeploymentView => {
  const pods = all.filter(pod => pod.deploymentUid === it.uid)
  const available = it.ready ?? pods.filter(isAvailable).length
  return {
    name: it.name,
    uid: it.uid,
    resourceVersion: it.version,
    creationTimestamp: it.created,
    deleting: it.deleting,
    labels: it.labels ?? { app: it.input.clusterId },
    annotations: it.annotations,
    ownerUids: it.ownerUids,
    wantedReplicas: it.replicas,
    replicas: it.ready ?? pods.length,
    availableReplicas: available,
    conditions: [{
      type: 'Available',
      status: available > 0 ? 'True' : 'False',
      reason: available > 0 ? 'MinimumReplicasAvailable' : 'MinimumReplicasUnavailable',
      message: '',
      // a JobManager takes more than a second to come up: what was ever available changed that much later than it was made
      lastTransitionTime: it.availableSince === null ? it.created : Math.max(it.availableSince, it.created + 2_000),
    }],
  }
})

export const isAvailable = (pod: PodObject): boolean => !pod.deleting && pod.phase === 'Running' && restAnswers(pod.process)

/**
 * Why the kubelet does not start the container yet; null: the pod has all that it mounts. Its volume names the key of its attempt among
 * those of the ConfigMap; that of a cluster that another operator deployed names none. What somebody else wrote starts no JobManager.
 */
const unmounted = (configMaps: World['configMaps'], { input: { clusterId, attempt } }: PodObject): string | null => {
  const name = flinkConfigName(clusterId)
  const configMap = configMaps.find(it => isAsOurs(it) && it.name === name)
  const why = configMap === undefined ? `configmap "${name}" not found`
    : attempt === null || configMap.keys?.includes(attemptKey(attempt)) === true ? null
    : `configmap references non-existent config key: ${attemptKey(attempt)}`
  return why === null ? null : `MountVolume.SetUp failed for volume "flink-config-volume" : ${why}`
}

/** Do pods of this cluster wait for the key of their attempt? */
export const needsKey = ({ fidelity }: Pick<World, 'fidelity'>, { attempt }: Pick<CompactInput, 'attempt'>): boolean =>
  attempt !== null && fidelity.broken !== 'NoAttemptKey'

/** May the kubelet start it? */
export const canStart = (world: Pick<World, 'configMaps' | 'fidelity'>, pod: PodObject): boolean =>
  pod.input.image !== undefined ? pod.input.image !== missingImage
    : unmounted(world.configMaps, needsKey(world, pod.input) ? pod : { ...pod, input: { ...pod.input, attempt: null } }) === null

const podViews = shownOnce((pods: readonly PodObject[], configMaps: World['configMaps']) => pods.map(pod => podView(configMaps, pod)))

/**
 * A JobManager does not come up, run its job until it has a checkpoint, and go in less, nor does it lose its lease and get it back, though
 * in an abstract world no time passes meanwhile.
 */
const oneLife: Millis = 10_000
const oneLease: Millis = 20_000

/** The process comes up with the job of an application; that of a session cluster is there before its jobs. */
const startedAt = ({ process, created, restartCount, input }: PodObject): number =>
  isSession(input) ? created + restartCount * oneLife : process?.jobs[0]?.startTime ?? created

const podView = (configMaps: World['configMaps'], pod: PodObject): PodView => {
  const running = pod.phase === 'Running'
  return {
    name: pod.name,
    uid: pod.uid,
    creationTimestamp: pod.later === true ? pod.created + oneLife : pod.created,
    deleting: pod.deleting,
    phase: running ? 'Running' : 'Pending',
    podIP: running ? '10.0.0.1' : null,
    containers: [{
      name: pod.input.image === undefined ? 'flink-main-container' : 'jobmanager',
      restartCount: pod.restartCount,
      lastState: null,
      state: running
        ? {
          _tag: 'Running',
          reason: '',
          message: '',
          exitCode: null,
          startedAt: startedAt(pod) - (pod.reelected === true ? oneLease : 0),
        }
        : { _tag: 'Waiting', reason: pod.phase === 'CrashLoop' ? 'CrashLoopBackOff' : 'ContainerCreating', message: '', exitCode: null },
    }],
    conditions: [{ type: 'Ready', status: isAvailable(pod) ? 'True' : 'False', reason: '', message: '' }],
    failedMount: running || pod.input.image !== undefined ? null : unmounted(configMaps, pod),
  }
}

const configMapViews = shownOnce((configMaps: readonly ConfigMapObject[], clusterId: string) =>
  configMaps.map(it => configMapView(clusterId, it))
)
const configMapView = (clusterId: string, it: ConfigMapObject): ConfigMapView => ({
  name: it.name,
  uid: it.uid,
  resourceVersion: it.version,
  deleting: it.deleting,
  labels: { app: clusterId, type: 'flink-native-kubernetes' },
  annotations: it.annotations,
  ownerUids: it.ownerUids,
  dataKeys: ['config.yaml'],
})

const serviceViews = shownOnce((services: World['services'], _beside: null) => services.map(serviceView))
const serviceView = (it: ObjectHead): ServiceView => ({
  name: it.name,
  uid: it.uid,
  resourceVersion: it.version,
  deleting: it.deleting,
  annotations: it.annotations,
  ownerUids: it.ownerUids,
})

const ingressView = ({ name, uid, ownerUids, annotations }: ObjectHead): IngressView => ({
  name,
  uid,
  ownerUids,
  appliedDigest: annotations[appliedDigestAnnotation] ?? null,
})

const haLabels = (clusterId: string) => ({ app: clusterId, type: 'flink-native-kubernetes', 'configmap-type': 'high-availability' })

const haViews = shownOnce(({ cluster, jobs }: HaMetadata, clusterId: string): readonly ConfigMapView[] => {
  const base = { deleting: false, labels: haLabels(clusterId), annotations: {}, ownerUids: [] }
  return [
    ...(cluster === null ? [] : [{
      ...base,
      name: clusterConfigMapName(clusterId),
      uid: cluster.uid,
      resourceVersion: cluster.version,
      dataKeys: cluster.plans.map(plan => `executionPlan-${plan.jobId}`),
    }]),
    ...jobs.map(job => {
      const pointers = job.pointer === null ? [] : [`checkpointID-${String(job.checkpointId).padStart(19, '0')}`]
      return {
        ...base,
        name: jobConfigMapName(clusterId, job.jobId),
        uid: job.uid,
        resourceVersion: job.version,
        dataKeys: [...(job.counter ? ['counter'] : []), ...pointers],
        ...(job.spoilt === true ? { unusablePointers: pointers } : {}),
      }
    }),
  ]
})
