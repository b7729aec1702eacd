import { clusterConfigMapName, jobConfigMapName } from '@flink-operator/core/cluster'
import type { DeploymentView, ConfigMapView, IngressView, ServiceView, PodView } from '@flink-operator/core/fact'
import { attemptKey, flinkConfigName, appliedDigestAnnotation } from '@flink-operator/core/manifest'
import type { Millis } from '@flink-operator/core/resource'
import { missingImage } from '../kubernetes/rendered-objects.ts'
import type { CompactInput } from '../flink/cluster-configuration.ts'
import { isSession } from '../flink/cluster-configuration.ts'
import type { HaMetadata } from '../flink/ha-metadata.ts'
import { restAnswers } from '../flink/job-manager-process.ts'
import { type ConfigMapObject, type DeploymentObject, isAsOurs, type ObjectHead, type PodObject, type World } from './world.ts'
import { shownOnce } from './shown-once.ts'

/** The JobManager Deployment as every query shows it. */
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
      // A JobManager takes more than a second to start: if it was ever available, its last transition is that much later than its
      // creation.
      lastTransitionTime: it.availableSince === null ? it.created : Math.max(it.availableSince, it.created + 2_000),
    }],
  }
})

export const isAvailable = (pod: PodObject): boolean => !pod.deleting && pod.phase === 'Running' && restAnswers(pod.process)

/**
 * Why the kubelet does not start the container yet; null: everything that the pod mounts exists. The pod's volume names the key of its
 * attempt in the ConfigMap; the volume of a cluster that another operator deployed names none. A ConfigMap of another owner starts no
 * JobManager.
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

/** May the kubelet start the pod? */
export const canStart = (world: Pick<World, 'configMaps' | 'fidelity'>, pod: PodObject): boolean =>
  pod.input.image !== undefined ? pod.input.image !== missingImage
    : unmounted(world.configMaps, needsKey(world, pod.input) ? pod : { ...pod, input: { ...pod.input, attempt: null } }) === null

export const podViews = shownOnce((pods: readonly PodObject[], configMaps: World['configMaps']) =>
  pods.map(pod => podView(configMaps, pod))
)

/**
 * A JobManager needs at least this long to start, run its job until it has a checkpoint, and end; or to lose its lease and get it
 * back. In an abstract world no time passes meanwhile.
 */
const oneIncarnation: Millis = 10_000
const oneLease: Millis = 20_000

/** The process of an application starts with its job; the process of a session cluster exists before its jobs. */
const startedAt = ({ process, created, restartCount, input }: PodObject): number =>
  isSession(input) ? created + restartCount * oneIncarnation : process?.jobs[0]?.startTime ?? created

const podView = (configMaps: World['configMaps'], pod: PodObject): PodView => {
  const running = pod.phase === 'Running'
  return {
    name: pod.name,
    uid: pod.uid,
    creationTimestamp: pod.later === true ? pod.created + oneIncarnation : pod.created,
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

export const configMapViews = shownOnce((configMaps: readonly ConfigMapObject[], clusterId: string) =>
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

export const serviceViews = shownOnce((services: World['services'], _beside: null) => services.map(serviceView))
const serviceView = (it: ObjectHead): ServiceView => ({
  name: it.name,
  uid: it.uid,
  resourceVersion: it.version,
  deleting: it.deleting,
  annotations: it.annotations,
  ownerUids: it.ownerUids,
})

export const ingressView = ({ name, uid, ownerUids, annotations }: ObjectHead): IngressView => ({
  name,
  uid,
  ownerUids,
  appliedDigest: annotations[appliedDigestAnnotation] ?? null,
})

const haLabels = (clusterId: string) => ({ app: clusterId, type: 'flink-native-kubernetes', 'configmap-type': 'high-availability' })

export const haViews = shownOnce(({ cluster, jobs }: HaMetadata, clusterId: string): readonly ConfigMapView[] => {
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
