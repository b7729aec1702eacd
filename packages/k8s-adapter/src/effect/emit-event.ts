import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, Json, JsonObject } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import { formatInstant } from '@flink-operator/core/codec'
import type { Clock } from '../clock.ts'
import type { Http } from '../http.ts'
import { integerAt, textAt } from '../json-path.ts'
import type { OwnResource } from '../own-resource.ts'
import { readObject } from '../read/read-object.ts'
import { collectionPath, objectPath } from '../resource-path.ts'
import { eventName } from './event-name.ts'
import { patch, post } from './write.ts'

type Event = Omit<EmitEvent, '_tag'>

/** Whole seconds, as a Kubernetes `Time` has. */
const timeText = (clock: Clock): string => formatInstant(Math.floor(clock.now() / 1000) * 1000)

const newEvent = (event: Event, about: OwnResource, name: string, time: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { namespace: about.namespace, name, annotations: event.annotations },
  involvedObject: {
    apiVersion: about.apiVersion,
    kind: about.kind,
    namespace: about.namespace,
    name: about.name,
    uid: about.uid,
    resourceVersion: about.resourceVersion,
  },
  type: event.type,
  reason: event.reason,
  message: event.message,
  source: { component: event.component },
  firstTimestamp: time,
  lastTimestamp: time,
  count: 1,
})

/** A caller that knows the counted version passes it. */
const countedUp = (event: Event, count: number, resourceVersion: string | null, time: string): Json => ({
  metadata: {
    ...(resourceVersion === null ? {} : { resourceVersion }),
    ...(Object.keys(event.annotations).length === 0 ? {} : { annotations: event.annotations }),
  },
  message: event.message,
  lastTimestamp: time,
  count,
})

/** How often this process emitted each event: counting up then costs one request instead of three. */
export type EventCounts = Map<string, number>

const longestCounts = 5_000

const remember = (counts: EventCounts, name: string, count: number): void => {
  counts.delete(name)
  counts.set(name, count)
  const [oldest] = counts.keys()
  if (counts.size > longestCounts && oldest !== undefined) counts.delete(oldest)
}

/** `EmitEvent`: creates the event, or counts it up. A failure has no consequence (P18). */
export const emitEvent =
  (http: Http, clock: Clock, about: OwnResource, counts: EventCounts = new Map()) => (event: Event): TE.TaskEither<AdapterError, void> => {
    const ref = { apiVersion: 'v1', kind: 'Event', namespace: about.namespace, name: eventName(event, about) }
    const key = `${ref.namespace}/${ref.name}`
    const reported = (count: number): void => remember(counts, key, count)
    const countFrom = (count: number, resourceVersion: string | null): TE.TaskEither<AdapterError, void> =>
      pipe(
        patch(http, objectPath(ref), 'merge-patch', countedUp(event, count + 1, resourceVersion, timeText(clock))),
        TE.map(() => reported(count + 1)),
      )
    const countUp = pipe(
      readObject(http)(ref),
      TE.flatMap(live => countFrom(integerAt(live, 'count') ?? 0, textAt(live, 'metadata', 'resourceVersion'))),
    )
    const create = pipe(
      TE.fromIO(() => newEvent(event, about, ref.name, timeText(clock))),
      TE.flatMap(object => post(http, collectionPath(ref), object)),
      TE.map(() => reported(1)),
      TE.orElse(error => {
        if (error._tag !== 'AlreadyExists') return TE.left(error)
        return event.repeat === 'Once' ? TE.right(undefined) : countUp
      }),
    )
    const known = event.repeat === 'Once' ? undefined : counts.get(key)
    // Kubernetes deletes events after an hour
    return known === undefined ? create
      : pipe(countFrom(known, null), TE.orElse(error => (error._tag === 'NotFound' ? create : TE.left(error))))
  }
