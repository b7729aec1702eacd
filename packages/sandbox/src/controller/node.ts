import type { JsonObject, Millis } from '@flink-operator/core'
import { Kinds } from '../api/built-in-types.ts'
import { storeKey } from '../api/resource-type.ts'
import { textAt, withAt } from '../object/fields.ts'
import { finalizersOf, isDeleting, labelsOf, nameOf, timeText, uidOf } from '../object/metadata.ts'
import { placeOf } from '../write/writes.ts'
import { type Cluster, emitEvent, setStatus } from './cluster.ts'
import { isOfRole } from '../flink/application-objects.ts'
import { isMissingImage, type PodState, podStatus } from './pod-status.ts'

const scheduling: Millis = 200
const starting: Millis = 1_000
/** From SIGTERM until the container is gone. */
const stopping: Millis = 800

const nodeName = 'sandbox-node'

const resources = { cpu: '64', memory: '256Gi', pods: '110' }

/** The one node at the start. Nodes that users create have no pods: all are placed here, however many. */
export const aNode: JsonObject = { metadata: { name: nodeName }, status: { capacity: resources, allocatable: resources } }

/** True if Flink's model decides the state of this pod. */
export const isJobManager = (pod: JsonObject): boolean =>
  isOfRole(pod, 'jobmanager')
  || (labelsOf(pod)['component'] === 'jobmanager' && textAt(pod, 'metadata', 'labels', 'type').startsWith('flink-'))

const running: PodState = { phase: 'Running', ready: true, restartCount: 0, waiting: null }
const creating: PodState = { phase: 'Pending', ready: false, restartCount: 0, waiting: { reason: 'ContainerCreating', message: '' } }
const pulling: PodState = { ...creating, waiting: { reason: 'ImagePullBackOff', message: 'Back-off pulling image' } }

/** Schedules pods onto the one node, starts them, and ends those that are being deleted. Flink's model starts JobManagers. */
export const startNode = (cluster: Cluster): void => {
  const { store, clock } = cluster
  const pods = storeKey(Kinds.Pod)

  const live = (uid: string): JsonObject | null => {
    const found = store.byUid(uid)
    return found?.store === pods ? found.object : null
  }
  const report = (pod: JsonObject, state: PodState): void => {
    setStatus(cluster, Kinds.Pod, pod, podStatus(pod, state, timeText(cluster.now())))
  }

  const start = (uid: string): void => {
    const pod = live(uid)
    if (pod === null || isDeleting(pod)) return
    report(pod, running)
    emitEvent(cluster, pod, { type: 'Normal', reason: 'Started', message: 'Started container', component: 'kubelet' })
  }
  const schedule = (uid: string): void => {
    const pod = live(uid)
    if (pod === null || isDeleting(pod)) return
    const placed = store.put(pods, withAt(pod, ['spec', 'nodeName'], nodeName))
    const missing = isMissingImage(placed)
    report(placed, missing ? pulling : creating)
    emitEvent(cluster, placed, {
      type: 'Normal',
      reason: 'Scheduled',
      message: `Successfully assigned ${textAt(placed, 'metadata', 'namespace')}/${nameOf(placed)} to ${nodeName}`,
      component: 'default-scheduler',
    })
    if (missing) emitEvent(cluster, placed, { type: 'Warning', reason: 'Failed', message: 'Error: ImagePullBackOff', component: 'kubelet' })
    else if (!isJobManager(placed)) clock.after(starting, () => start(uid))
  }
  const end = (uid: string): void => {
    const pod = live(uid)
    if (pod === null || !isDeleting(pod)) return
    if (finalizersOf(pod).length === 0) store.remove(placeOf(Kinds.Pod, pod))
    else clock.after(stopping, () => end(uid))
  }

  store.listen(({ type, store: key, object, previous }) => {
    if (key !== pods || type === 'DELETED') return
    if (type === 'ADDED') clock.after(scheduling, () => schedule(uidOf(object)))
    if (isDeleting(object) && !(previous !== null && isDeleting(previous))) clock.after(stopping, () => end(uidOf(object)))
  })
}
