import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { JsonObject } from '@flink-operator/core'
import type { ContainerStateView, ContainerView, PodView } from '@flink-operator/core/fact'
import { integerAt, messageAt, objectAt, objectsAt, textAt } from '../json-path.ts'
import { instantAt, objectIdentity, type ViewError } from './object-identity.ts'

/** Kubernetes sets one of three keys. */
const stateKeys = { terminated: 'Terminated', waiting: 'Waiting', running: 'Running' } as const

const containerState = (state: JsonObject | null): ContainerStateView | null => {
  const key = (Object.keys(stateKeys) as (keyof typeof stateKeys)[]).find(candidate => objectAt(state, candidate) !== null)
  if (key === undefined) return null
  const startedAt = key === 'running' ? instantAt(state, key, 'startedAt') : null
  return {
    _tag: stateKeys[key],
    reason: textAt(state, key, 'reason') ?? '',
    message: messageAt(state, key, 'message') ?? '',
    exitCode: integerAt(state, key, 'exitCode'),
    ...(startedAt === null ? {} : { startedAt }),
  }
}

const container = (json: JsonObject): ContainerView => ({
  name: textAt(json, 'name') ?? '',
  restartCount: integerAt(json, 'restartCount') ?? 0,
  state: containerState(objectAt(json, 'state')),
  lastState: containerState(objectAt(json, 'lastState')),
})

const condition = (json: JsonObject) => ({
  type: textAt(json, 'type') ?? '',
  status: textAt(json, 'status') ?? '',
  reason: textAt(json, 'reason') ?? '',
  message: messageAt(json, 'message') ?? '',
})

/** A v1 Pod. `failedMount`: the message of its FailedMount event. */
export const podView = (object: JsonObject, failedMount: string | null = null): E.Either<ViewError, PodView> =>
  pipe(
    objectIdentity(object),
    E.map(({ name, uid, creationTimestamp, deleting, owners }) => ({
      name,
      uid,
      creationTimestamp,
      deleting,
      owners,
      phase: textAt(object, 'status', 'phase') ?? 'Unknown',
      podIP: textAt(object, 'status', 'podIP'),
      containers: [...objectsAt(object, 'status', 'containerStatuses'), ...objectsAt(object, 'status', 'initContainerStatuses')].map(
        container,
      ),
      conditions: objectsAt(object, 'status', 'conditions').map(condition),
      failedMount,
    })),
  )

/** True if a container runs, so all volumes are mounted: an event that said otherwise is over, also while Flink still starts (W43). */
export const isMounted = ({ containers }: PodView): boolean => containers.some(({ state }) => state?._tag === 'Running')
