import type { JsonObject } from '@flink-operator/core'
import type { World } from '@flink-operator/simulation'
import { Kinds } from '../api/built-in-types.ts'
import { storeKey } from '../api/resource-type.ts'
import { type Cluster, emitEvent, setStatus } from '../controller/cluster.ts'
import { isMissingImage, type PodState, podStatus } from '../controller/pod-status.ts'
import { objectAt, objectsAt, sameJson, textAt } from '../object/fields.ts'
import { labelsOf, nameOf, timeText, uidOf } from '../object/metadata.ts'
import { plainDelete, remove } from '../write/deletes.ts'
import { create, plainWrite } from '../write/writes.ts'
import { aliveJobs } from './cluster-world.ts'
import { type FlinkCluster, settingsOfJob } from './flink-cluster.ts'
import { clusterConfigMapName, haConfigMaps, jobConfigMapName } from './ha-config-maps.ts'
import { widestIn } from './load.ts'

type Pod = World['pods'][number]

/** REST answers with a 200. */
export const isServing = ({ phase, deleting, process }: Pod): boolean =>
  phase === 'Running' && !deleting && process !== null && process.phase !== 'Starting' && process.phase !== 'Electing'

const stateOf = (pod: Pod): PodState =>
  pod.phase === 'Running'
    ? { phase: 'Running', ready: isServing(pod), restartCount: pod.restartCount, waiting: null }
    : {
      phase: 'Pending',
      ready: false,
      restartCount: pod.restartCount,
      waiting: { reason: pod.phase === 'CrashLoop' ? 'CrashLoopBackOff' : 'ContainerCreating', message: '' },
    }

/** Shows in the API what the model did: pods, HA ConfigMaps, TaskManager pods. */
export const publish = (cluster: Cluster, flink: FlinkCluster, before: World): void => {
  for (const pod of flink.world.pods) publishPod(cluster, flink, pod)
  publishHaMetadata(cluster, flink, before)
  publishTaskManagers(cluster, flink)
}

const publishPod = (cluster: Cluster, flink: FlinkCluster, pod: Pod): void => {
  const found = cluster.store.byUid(pod.uid)
  if (found === undefined || textAt(found.object, 'spec', 'nodeName') === '' || isMissingImage(found.object)) return
  setStatus(cluster, Kinds.Pod, found.object, podStatus(found.object, stateOf(pod), timeText(cluster.now())))
  if (pod.phase === 'Pending' && flink.world.configMaps.length === 0) tellFailedMount(cluster, found.object, `flink-config-${flink.id}`)
}

const tellFailedMount = (cluster: Cluster, pod: JsonObject, configMap: string): void => {
  const message = `MountVolume.SetUp failed for volume "flink-config-volume" : configmap "${configMap}" not found`
  const reported = cluster.store.list(storeKey(Kinds.Event), textAt(pod, 'metadata', 'namespace'))
    .some(event => textAt(event, 'involvedObject', 'uid') === uidOf(pod) && event['reason'] === 'FailedMount')
  if (!reported) emitEvent(cluster, pod, { type: 'Warning', reason: 'FailedMount', message, component: 'kubelet' })
}

const publishHaMetadata = (cluster: Cluster, flink: FlinkCluster, before: World): void => {
  const { namespace, id, world, settings, session } = flink
  if (JSON.stringify(before.ha) === JSON.stringify(world.ha)) return
  const configMaps = storeKey(Kinds.ConfigMap)
  const leader = world.pods.find(isServing)
  const address = textAt(leader === undefined ? {} : cluster.store.byUid(leader.uid)?.object, 'status', 'podIP')
  const storage = settings?.configuration['high-availability.storageDir'] ?? 'file:/flink/ha'
  const writer = {
    id,
    isVersion2: settings?.isVersion2 ?? false,
    address,
    session,
    storage: storage.replace(/^file:\/\/\//, 'file:/'),
    now: new Date(cluster.now()).toISOString(),
  }
  const wanted = haConfigMaps(writer, world.ha)
  for (const map of wanted) {
    const live = cluster.store.get({ store: configMaps, namespace, name: nameOf(map) })
    flink.haNames.add(nameOf(map))
    if (live === undefined) create(cluster, Kinds.ConfigMap, namespace, map, plainWrite)
    else if (!sameJson(objectAt(live, 'data'), map['data'])) cluster.store.put(configMaps, { ...live, data: map['data'] ?? {} })
  }
  const had = [
    ...(before.ha.cluster === null ? [] : [clusterConfigMapName(id)]),
    ...before.ha.jobs.map(job => jobConfigMapName(id, job.jobId)),
  ]
  for (const name of had) if (!wanted.some(map => nameOf(map) === name)) cluster.store.remove({ store: configMaps, namespace, name })
}

/** Each job needs as many slots as its parallelism. */
export const slotsInUse = (flink: FlinkCluster): number =>
  aliveJobs(flink.world).reduce((sum, { jobId, run }) => sum + (widestIn(run) ?? settingsOfJob(flink, jobId)?.parallelism ?? 1), 0)

/** In native mode Flink requests as many TaskManagers as its job needs. */
const publishTaskManagers = (cluster: Cluster, flink: FlinkCluster): void => {
  const { namespace, id, settings } = flink
  const deployment = cluster.store.get({ store: storeKey(Kinds.Deployment), namespace, name: id })
  if (deployment === undefined || settings === null || labelsOf(deployment)['type'] !== 'flink-native-kubernetes') return
  const own = cluster.store.dependents(uidOf(deployment)).filter(({ object }) => labelsOf(object)['component'] === 'taskmanager').map((
    { object },
  ) => object)
  const wanted = Math.ceil(slotsInUse(flink) / Math.max(1, settings.slots))
  for (let number = own.length + 1; number <= wanted; number++)
    create(cluster, Kinds.Pod, namespace, taskManager(deployment, id, number), plainWrite)
  for (const pod of own.slice(wanted)) remove(cluster, Kinds.Pod, pod, plainDelete)
}

const taskManager = (deployment: JsonObject, id: string, number: number): JsonObject => {
  const [container = {}] = objectsAt(deployment, 'spec', 'template', 'spec', 'containers')
  return {
    metadata: {
      name: `${id}-taskmanager-1-${number}`,
      labels: { app: id, component: 'taskmanager', type: 'flink-native-kubernetes' },
      ownerReferences: [{
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: id,
        uid: uidOf(deployment),
        controller: true,
        blockOwnerDeletion: true,
      }],
    },
    spec: {
      restartPolicy: 'Never',
      containers: [{ name: 'flink-main-container', image: container['image'] ?? '', args: ['kubernetes-taskmanager.sh'] }],
    },
  }
}
