import type { JsonObject } from '@flink-operator/core'
import { createCache } from '../cache.ts'
import { messageAt, textAt } from '../json-path.ts'
import { type ListWatch, listWatch } from '../list-watch.ts'
import { collectionPath } from '../resource-path.ts'
import type { WatchedKindOptions } from './watched-kind.ts'

interface FailedMount {
  readonly podUid: string
  readonly message: string
  readonly time: string
}

/** Events about pods that wait for a volume: Kubernetes reports this only there. */
export interface FailedMounts {
  /**
   * The newest message about a pod; null: none is known. Events only add detail about a pod: if they can't be read, the pod is still
   * known.
   */
  readonly of: (podUid: string) => string | null
  readonly watches: readonly (readonly [string, ListWatch])[]
}

const project = (object: JsonObject): FailedMount | null => {
  const podUid = textAt(object, 'involvedObject', 'uid')
  const time = textAt(object, 'lastTimestamp') ?? textAt(object, 'eventTime') ?? textAt(object, 'metadata', 'creationTimestamp') ?? ''
  return podUid === null ? null : { podUid, message: messageAt(object, 'message') ?? '', time }
}

/** `onPod`: the pod has a new message. */
export const watchFailedMounts = (
  { http, clock, namespaces, onError }: Pick<WatchedKindOptions, 'http' | 'clock' | 'namespaces' | 'onError'>,
  onPod: (namespace: string, podName: string) => void,
): FailedMounts => {
  const cache = createCache<FailedMount, 'pod'>({
    clock,
    project: object => project(object),
    indexes: { pod: ({ view }) => [view.podUid] },
    // an event is named after its object
    onChange: (type, { namespace, name }) => {
      if (type === 'added') onPod(namespace, name.slice(0, name.lastIndexOf('.')))
    },
  })
  const watches = (namespaces ?? [null]).map(namespace => {
    const name = namespace === null ? 'events' : `events/${namespace}`
    return [
      name,
      listWatch({
        http,
        clock,
        path: collectionPath({ apiVersion: 'v1', kind: 'Event', namespace }),
        fieldSelector: 'involvedObject.kind=Pod,reason=FailedMount',
        onEvent: cache.onEvent,
        onError: message => onError(name, message),
      }),
    ] as const
  })
  return {
    of: podUid => {
      const [latest] = [...cache.byIndex('pod', podUid)].sort((a, b) => (a.view.time < b.view.time ? 1 : -1))
      return latest?.view.message ?? null
    },
    watches,
  }
}
