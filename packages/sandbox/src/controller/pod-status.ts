import type { JsonObject } from '@flink-operator/core'
import { numberAt, objectsAt, textAt } from '../object/fields.ts'
import { versionOf } from '../object/metadata.ts'

/** A node's state of a pod. */
export interface PodState {
  readonly phase: 'Pending' | 'Running'
  readonly ready: boolean
  readonly restartCount: number
  /** Why a container waits; null: it runs. */
  readonly waiting: { readonly reason: string; readonly message: string } | null
}

const condition = (before: JsonObject, now: string, type: string, holds: boolean, reason: string): JsonObject => {
  const old = objectsAt(before, 'status', 'conditions').find(it => it['type'] === type)
  const status = holds ? 'True' : 'False'
  const time = textAt(old, 'status') === status ? textAt(old, 'lastTransitionTime') : now
  return { type, status, ...(holds ? {} : { reason }), lastTransitionTime: time }
}

/** A practically unique address. */
const addressOf = (pod: JsonObject): string => {
  const serial = textAt(pod, 'metadata', 'uid').split('-')[0] ?? ''
  const number = Number.parseInt(serial, 16) || Number(versionOf(pod))
  return `10.244.${(number >> 8) & 255}.${(number & 253) + 1}`
}

const containerStatus = (pod: JsonObject, container: JsonObject, state: PodState, now: string): JsonObject => {
  const name = textAt(container, 'name')
  const before = objectsAt(pod, 'status', 'containerStatuses').find(it => it['name'] === name)
  const started = textAt(before, 'state', 'running', 'startedAt')
  const restarted = numberAt(before, 'restartCount') < state.restartCount
  return {
    name,
    image: textAt(container, 'image'),
    imageID: '',
    ready: state.ready,
    started: state.ready,
    restartCount: state.restartCount,
    state: state.waiting === null ? { running: { startedAt: started === '' || restarted ? now : started } }
      : { waiting: { ...state.waiting } },
    lastState: state.restartCount > 0
      ? restarted ? { terminated: { exitCode: 239, reason: 'Error', startedAt: started === '' ? now : started, finishedAt: now } }
        : (before?.['lastState'] ?? {})
      : {},
  }
}

/** `status` of a pod, as its node writes it. */
export const podStatus = (pod: JsonObject, state: PodState, now: string): JsonObject => {
  const running = state.phase === 'Running'
  return {
    phase: state.phase,
    qosClass: 'Burstable',
    hostIP: '10.0.0.2',
    startTime: textAt(pod, 'status', 'startTime') || now,
    ...(running ? { podIP: addressOf(pod), podIPs: [{ ip: addressOf(pod) }] } : {}),
    conditions: [
      condition(pod, now, 'PodScheduled', true, ''),
      condition(pod, now, 'Initialized', true, ''),
      condition(pod, now, 'ContainersReady', state.ready, 'ContainersNotReady'),
      condition(pod, now, 'Ready', state.ready, 'ContainersNotReady'),
    ],
    containerStatuses: objectsAt(pod, 'spec', 'containers').map(container => containerStatus(pod, container, state, now)),
  }
}

/** An image that no registry has: for stories about failing deploys. */
export const isMissingImage = (pod: JsonObject): boolean =>
  objectsAt(pod, 'spec', 'containers').some(container => /does-not-exist|no-such|nonexistent/.test(textAt(container, 'image')))
