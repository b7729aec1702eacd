import * as E from 'fp-ts/lib/Either.js'
import type * as T from 'fp-ts/lib/Task.js'
import type { Fact, JsonObject } from '@flink-operator/core'
import type { PodView } from '@flink-operator/core/fact'
import type { KubernetesQuery } from '@flink-operator/core/query'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { messageAt, textAt } from '../json-path.ts'
import { collectionPath, labelSelector } from '../resource-path.ts'
import { isMounted, podView } from '../view/pod-view.ts'
import { listObjects, listProjected } from './list-objects.ts'
import { liveFact } from './live-fact.ts'

type Query = Extract<KubernetesQuery, { readonly _tag: 'ListJobManagerPods' }>

/**
 * The JobManager's pods; if there are none, the fact is Known and empty. Events only add detail about a pod: if they can't be read,
 * the pods are still known.
 */
export const listJobManagerPods = (http: Http, clock: Clock) => (query: Query): T.Task<Fact<readonly PodView[]>> => async () => {
  const pods = await liveFact(
    clock.now,
    listProjected(http)(
      collectionPath({ apiVersion: 'v1', kind: 'Pod', namespace: query.namespace }),
      { labelSelector: labelSelector(query.selector) },
      { project: object => podView(object) },
    ),
    E.sequenceArray,
    [],
  )()
  if (pods._tag !== 'Known' || !query.withMountEvents) return pods
  const value = await Promise.all(pods.value.map(async pod => (isMounted(pod) ? pod : await withFailedMount(http, query.namespace, pod))))
  return { ...pods, value }
}

const withFailedMount = async (http: Http, namespace: string, pod: PodView): Promise<PodView> => {
  const fieldSelector = `involvedObject.uid=${pod.uid},reason=FailedMount`
  const events = await listObjects(http)(collectionPath({ apiVersion: 'v1', kind: 'Event', namespace }), { fieldSelector })()
  return { ...pod, failedMount: E.isRight(events) ? latestMessage(events.right) : null }
}

const timeOf = (event: JsonObject): string =>
  textAt(event, 'lastTimestamp') ?? textAt(event, 'eventTime') ?? textAt(event, 'metadata', 'creationTimestamp') ?? ''

const latestMessage = (events: readonly JsonObject[]): string | null => {
  const [latest] = [...events].sort((a, b) => (timeOf(a) < timeOf(b) ? 1 : -1))
  return latest === undefined ? null : (messageAt(latest, 'message') ?? '')
}
