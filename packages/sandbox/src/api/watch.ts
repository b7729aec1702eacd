import type { ServerResponse } from 'node:http'
import * as E from 'fp-ts/lib/Either.js'
import type { EpochMillis, JsonObject, Millis } from '@flink-operator/core'
import { exactJsonText } from '@flink-operator/core/codec'
import { namespaceOf } from '../object/metadata.ts'
import type { ObjectStore, StoreEvent } from '../store/object-store.ts'
import { selection } from './list.ts'
import { inVersion } from './request.ts'
import { apiVersionOf, type ResourceType, storeKey } from './resource-type.ts'
import type { Predicate } from './selector.ts'
import { expired, type Refusal } from './status.ts'
import { type Form, metadataOnly, tableOf } from './table.ts'

export interface WatchRequest {
  readonly type: ResourceType
  readonly namespace: string
  readonly query: URLSearchParams
  readonly form: Form
}

export interface WatchContext {
  readonly store: ObjectStore
  readonly now: () => EpochMillis
  /** Between two bookmarks. */
  readonly bookmarkInterval: Millis
}

type Kind = 'ADDED' | 'MODIFIED' | 'DELETED' | 'BOOKMARK'

/** The type of an event for a watch with selectors; null: the watch does not get it. */
const seenAs = ({ type, object, previous }: StoreEvent, wanted: Predicate): Kind | null => {
  const now = type !== 'DELETED' && wanted(object)
  const before = previous !== null && wanted(previous)
  if (now) return before ? 'MODIFIED' : 'ADDED'
  return before ? 'DELETED' : null
}

const longestWatch = 30 * 60

/** All events of a collection after a version, one JSON object a line. Left: the request is invalid. */
export const watch = (
  context: WatchContext,
  { type, namespace, query, form }: WatchRequest,
  response: ServerResponse,
): E.Either<Refusal, void> => {
  const selected = selection(query)
  if (E.isLeft(selected)) return selected
  const wanted = selected.right
  const key = storeKey(type)
  const from = query.get('resourceVersion') ?? ''
  const state = { heads: true, version: Number(from) || context.store.version() }

  const shape = (object: JsonObject): JsonObject => {
    const given = inVersion(object, type)
    if (form === 'Metadata') return metadataOnly(given)
    if (form === 'Object') return given
    const table = tableOf(type, [given], { resourceVersion: String(state.version) }, {
      now: context.now(),
      include: query.get('includeObject') ?? 'Metadata',
      heads: state.heads,
    })
    state.heads = false
    return table
  }
  const send = (kind: Kind | 'ERROR', object: JsonObject): void => {
    response.write(`${exactJsonText({ type: kind, object })}\n`)
  }
  const tell = (event: StoreEvent): void => {
    if (event.store !== key || (namespace !== '' && namespaceOf(event.object) !== namespace) || event.version <= state.version) return
    state.version = event.version
    const kind = seenAs(event, wanted)
    if (kind !== null) send(kind, shape(kind === 'DELETED' && event.type !== 'DELETED' ? event.previous ?? event.object : event.object))
  }
  const bookmark = (annotations?: JsonObject): void => {
    state.version = context.store.version()
    send('BOOKMARK', {
      kind: type.kind,
      apiVersion: apiVersionOf(type),
      metadata: { resourceVersion: String(state.version), creationTimestamp: null, ...(annotations === undefined ? {} : { annotations }) },
    })
  }

  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache, private' })
  response.flushHeaders()
  const listsFirst = from === '' || from === '0' || query.get('sendInitialEvents') === 'true'
  if (listsFirst) {
    state.version = context.store.version()
    for (const object of context.store.list(key, namespace)) if (wanted(object)) send('ADDED', shape(object))
    if (query.get('sendInitialEvents') === 'true') bookmark({ 'k8s.io/initial-events-end': 'true' })
  }
  const missed = context.store.since(state.version, key)
  if (missed === null) {
    send('ERROR', expired(`too old resource version: ${from}`).body)
    response.end()
    return E.right(undefined)
  }
  missed.forEach(tell)

  const stopListening = context.store.listen(tell)
  const seconds = Math.min(Number(query.get('timeoutSeconds') ?? longestWatch) || longestWatch, longestWatch)
  const end = setTimeout(() => response.end(), seconds * 1000)
  const wantsBookmarks = query.get('allowWatchBookmarks') === 'true' && form !== 'Table'
  const bookmarks = wantsBookmarks ? setInterval(() => bookmark(), context.bookmarkInterval) : undefined
  // like a real API server, so that the client has a version to continue from
  const lastBookmark = wantsBookmarks && seconds > 2 ? setTimeout(() => bookmark(), (seconds - 2) * 1000) : undefined
  response.on('close', () => {
    stopListening()
    clearTimeout(end)
    clearTimeout(lastBookmark)
    clearInterval(bookmarks)
  })
  return E.right(undefined)
}
