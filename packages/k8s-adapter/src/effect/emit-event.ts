import * as TE from 'fp-ts/lib/TaskEither.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { AdapterError, EmitEvent, Json, JsonObject } from '@flink-operator/core'
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

/** Whole seconds: what a Kubernetes `Time` holds. */
const timeText = (clock: Clock): string => formatInstant(Math.floor(clock.now() / 1000) * 1000)

const newEvent = (event: Event, about: OwnResource, name: string, time: string): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Event',
  metadata: { namespace: about.namespace, name, annotations: event.annotations },
  involvedObject: {
    apiVersion: about.apiVersion, kind: about.kind, namespace: about.namespace, name: about.name, uid: about.uid, resourceVersion: about.resourceVersion,
  },
  type: event.type,
  reason: event.reason,
  message: event.message,
  source: { component: event.component },
  firstTimestamp: time,
  lastTimestamp: time,
  count: 1,
})

const countedUp = (event: Event, live: JsonObject, time: string): Json => ({
  metadata: {
    resourceVersion: textAt(live, 'metadata', 'resourceVersion'),
    ...(Object.keys(event.annotations).length === 0 ? {} : { annotations: event.annotations }),
  },
  message: event.message,
  lastTimestamp: time,
  count: (integerAt(live, 'count') ?? 0) + 1,
})

/** `EmitEvent`: creates the event, or counts it up. Its failure is of no consequence (P18). */
export const emitEvent = (http: Http, clock: Clock, about: OwnResource) => (event: Event): TE.TaskEither<AdapterError, void> => {
  const ref = { apiVersion: 'v1', kind: 'Event', namespace: about.namespace, name: eventName(event, about) }
  const countUp = pipe(
    readObject(http)(ref),
    TE.flatMap(live => patch(http, objectPath(ref), 'merge-patch', countedUp(event, live, timeText(clock)))),
    TE.asUnit,
  )
  return pipe(
    TE.fromIO(() => newEvent(event, about, ref.name, timeText(clock))),
    TE.flatMap(object => post(http, collectionPath(ref), object)),
    TE.asUnit,
    TE.orElse(error => {
      if (error._tag !== 'AlreadyExists') return TE.left(error)
      return event.repeat === 'Once' ? TE.right(undefined) : countUp
    }),
  )
}
