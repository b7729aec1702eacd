import type { JsonObject, Millis } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import { Kinds } from '../api/built-in-types.ts'
import { storeKey } from '../api/resource-type.ts'
import { numberAt, objectAt, objectsAt, sameJson, textAt } from '../object/fields.ts'
import { hasLabels, isDeleting, labelsOf, nameOf, namespaceOf, ownersOf, timeText, uidOf } from '../object/metadata.ts'
import { plainDelete, remove } from '../write/deletes.ts'
import { create, plainWrite } from '../write/writes.ts'
import { type Cluster, emitEvent, nameEnd, setStatus } from './cluster.ts'

/** How long the real controllers take to notice a change and act. */
const delay: Millis = 100

const hashOf = (template: JsonObject): string => {
  let hash = 5381
  for (const character of exactJsonText(template)) hash = (Math.imul(hash, 33) ^ character.charCodeAt(0)) >>> 0
  return hash.toString(36)
}

const hashLabel = 'pod-template-hash'

const isReady = (pod: JsonObject): boolean =>
  !isDeleting(pod) && objectsAt(pod, 'status', 'conditions').some(({ type, status }) => type === 'Ready' && status === 'True')

const podOf = (deployment: JsonObject, hash: string): JsonObject => {
  const template = objectAt(deployment, 'spec', 'template')
  return {
    metadata: {
      ...objectAt(template, 'metadata'),
      name: `${nameOf(deployment)}-${hash}-${nameEnd()}`,
      labels: { ...objectAt(template, 'metadata', 'labels'), [hashLabel]: hash },
      ownerReferences: [{
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        name: nameOf(deployment),
        uid: uidOf(deployment),
        controller: true,
        blockOwnerDeletion: true,
      }],
    },
    spec: objectAt(template, 'spec'),
  }
}

interface Condition {
  readonly type: string
  readonly status: string
  readonly reason: string
  readonly message: string
}

/**
 * A condition keeps the time of its last change; the first one has the creation time of the Deployment, as from the real controller.
 */
const condition = (deployment: JsonObject, now: string, wanted: Condition): JsonObject => {
  const before = objectsAt(deployment, 'status', 'conditions').find(({ type }) => type === wanted.type)
  const created = textAt(deployment, 'metadata', 'creationTimestamp')
  const time = before === undefined ? created : textAt(before, 'status') === wanted.status ? textAt(before, 'lastTransitionTime') : now
  const updated = before !== undefined && textAt(before, 'reason') === wanted.reason && textAt(before, 'message') === wanted.message
    ? textAt(before, 'lastUpdateTime') : before === undefined ? created : now
  return { ...wanted, lastUpdateTime: updated, lastTransitionTime: time }
}

const statusOf = (deployment: JsonObject, pods: readonly JsonObject[], hash: string, now: string): JsonObject => {
  const wanted = numberAt(deployment, 'spec', 'replicas')
  const living = pods.filter(pod => !isDeleting(pod))
  const ready = living.filter(isReady).length
  const updated = living.filter(pod => labelsOf(pod)[hashLabel] === hash).length
  const isAvailable = ready >= wanted
  const available: Condition = isAvailable
    ? { type: 'Available', status: 'True', reason: 'MinimumReplicasAvailable', message: 'Deployment has minimum availability.' }
    : {
      type: 'Available',
      status: 'False',
      reason: 'MinimumReplicasUnavailable',
      message: 'Deployment does not have minimum availability.',
    }
  const progressing: Condition = isAvailable
    ? {
      type: 'Progressing',
      status: 'True',
      reason: 'NewReplicaSetAvailable',
      message: `ReplicaSet "${nameOf(deployment)}-${hash}" has successfully progressed.`,
    }
    : {
      type: 'Progressing',
      status: 'True',
      reason: 'ReplicaSetUpdated',
      message: `ReplicaSet "${nameOf(deployment)}-${hash}" is progressing.`,
    }
  const counts = {
    replicas: living.length,
    updatedReplicas: updated,
    readyReplicas: ready,
    availableReplicas: ready,
    unavailableReplicas: Math.max(0, wanted - ready),
  }
  return {
    observedGeneration: numberAt(deployment, 'metadata', 'generation'),
    ...Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0)),
    conditions: [condition(deployment, now, available), condition(deployment, now, progressing)],
  }
}

/**
 * Keeps as many pods as each Deployment wants, directly without ReplicaSets, and writes the status. `Recreate` waits until the old
 * pods are gone; a rolling update starts the new one first.
 */
export const startDeploymentController = (cluster: Cluster): void => {
  const { store, clock } = cluster
  const deployments = storeKey(Kinds.Deployment)
  const pods = storeKey(Kinds.Pod)
  const waiting = new Set<string>()

  const end = (pod: JsonObject): void => {
    remove(cluster, Kinds.Pod, pod, plainDelete)
  }

  const arrange = (deployment: JsonObject, own: readonly JsonObject[], hash: string): void => {
    const wanted = numberAt(deployment, 'spec', 'replicas')
    const living = own.filter(pod => !isDeleting(pod))
    const current = living.filter(pod => labelsOf(pod)[hashLabel] === hash)
    const old = living.filter(pod => labelsOf(pod)[hashLabel] !== hash)
    const recreates = textAt(deployment, 'spec', 'strategy', 'type') === 'Recreate'
    if (recreates && old.length > 0) {
      old.forEach(end)
      return
    }
    const mayStart = !recreates || own.every(pod => labelsOf(pod)[hashLabel] === hash || !isDeleting(pod))
    if (mayStart) {
      for (let missing = wanted - current.length; missing > 0; missing--)
        create(cluster, Kinds.Pod, namespaceOf(deployment), podOf(deployment, hash), plainWrite)
    }
    current.slice(0, Math.max(0, current.length - wanted)).forEach(end)
    if (current.filter(isReady).length >= wanted) old.forEach(end)
  }

  const sync = (uid: string): void => {
    waiting.delete(uid)
    const found = store.byUid(uid)
    if (found?.store !== deployments) return
    const deployment = found.object
    const hash = hashOf(objectAt(deployment, 'spec', 'template'))
    const selector = objectAt(deployment, 'spec', 'selector', 'matchLabels')
    // Flink's TaskManager pods are owned by the JobManager's Deployment, too, but are no replicas of it
    const own = (): readonly JsonObject[] =>
      store.dependents(uid).flatMap(({ store: key, object }) => (key === pods && hasLabels(object, selector) ? [object] : []))
    const before = own().length
    if (!isDeleting(deployment)) arrange(deployment, own(), hash)
    const started = own().length - before
    if (started > 0)
      emitEvent(cluster, deployment, {
        type: 'Normal',
        reason: 'ScalingReplicaSet',
        message: `Scaled up to ${own().length} pods`,
        component: 'deployment-controller',
      })
    setStatus(cluster, Kinds.Deployment, deployment, statusOf(deployment, own(), hash, timeText(cluster.now())))
  }

  const later = (uid: string): void => {
    if (waiting.has(uid)) return
    waiting.add(uid)
    clock.after(delay, () => sync(uid))
  }

  store.listen(({ type, store: key, object, previous }) => {
    if (key === deployments && type !== 'DELETED' && !(previous !== null && onlyStatusDiffers(previous, object))) later(uidOf(object))
    if (key === pods) { for (const owner of ownersOf(object)) if (owner['kind'] === 'Deployment') later(textAt(owner, 'uid')) }
  })
}

const onlyStatusDiffers = (a: JsonObject, b: JsonObject): boolean =>
  sameJson(a['spec'], b['spec']) && textAt(a, 'metadata', 'deletionTimestamp') === textAt(b, 'metadata', 'deletionTimestamp')
