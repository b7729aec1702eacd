import * as E from 'fp-ts/lib/Either.js'
import type { AdapterError, EpochMillis, Millis } from '@flink-operator/core'
import { backOff, type BackOff } from './back-off.ts'
import { type Clock, systemClock } from './clock.ts'
import type { Http } from './http.ts'
import { objectsAt, textAt } from './json-path.ts'
import { knownObjects, type OnEvent } from './known-objects.ts'
import { type Page, readPage } from './read/read-page.ts'
import { watchOnce, type WatchEnd } from './watch-once.ts'

/** What is listed and watched, and its listeners. */
export interface ListWatchOptions {
  readonly http: Http
  /** Path of the collection, for example `/apis/apps/v1/deployments`. */
  readonly path: string
  readonly labelSelector?: string
  readonly fieldSelector?: string
  /** Requests only the metadata of each object. */
  readonly metadataOnly?: boolean
  readonly onEvent: OnEvent
  /** Errors, for the log; the watch retries on its own. */
  readonly onError?: (message: string) => void
  readonly clock?: Clock
  /** [0, 1). */
  readonly random?: () => number
  /** Objects per page. */
  readonly pageSize?: number
  readonly listDeadline?: Millis
  /** How long one watch lasts: from this up to twice as long. */
  readonly watchTime?: Millis
  /** A watch that receives nothing for this long, not even a bookmark, counts as dead. */
  readonly silence?: Millis
  /** Bytes of one event. */
  readonly longestLine?: number
  readonly backOff?: BackOff
}

/** A list and a watch that are repeated until `stop`. */
export interface ListWatch {
  /** Resolves when the first full list was reported. Never, if that does not happen before `stop`. */
  readonly synced: Promise<void>
  readonly isSynced: () => boolean
  /** Resolves at the same moment, or when the first attempt failed: the attempts continue, but callers may have to work without. */
  readonly settled: Promise<void>
  /** When the server was last heard: reported objects are up to date until then. Null before the first list. */
  readonly heardAt: () => EpochMillis | null
  /** Null while a watch is open; else since when changes may be missed. */
  readonly staleSince: () => EpochMillis | null
  readonly stop: () => void
}

const defaults = {
  clock: systemClock,
  random: Math.random,
  onError: () => undefined,
  pageSize: 500,
  listDeadline: 60_000,
  watchTime: 240_000,
  silence: 150_000,
  // an object of 1.5 MB in etcd, each of its characters escaped
  longestLine: 16 * 1024 * 1024,
  backOff: { first: 500, longest: 30_000 },
}

/** After this many failed watches in a row a new list is made: the server may never serve that resourceVersion. */
const failuresBeforeList = 5

/**
 * After this many silent watches in a row a new list is made. A server with bookmarks sends something every minute, unless the
 * requested resourceVersion is in the future, as after a restore from a backup: then it keeps the watch open silently (Kubernetes
 * 1.35).
 */
const silentWatchesBeforeList = 3

type ListEnd =
  | { readonly _tag: 'Listed'; readonly resourceVersion: string }
  /** The server no longer has the state of the pages. */
  | { readonly _tag: 'Expired' }
  | { readonly _tag: 'Failed'; readonly error: AdapterError }

/** Starts at once. */
export const listWatch = (given: ListWatchOptions): ListWatch => {
  const options = { ...defaults, ...given }
  const { clock } = options
  const selectors = {
    ...(options.labelSelector === undefined ? {} : { labelSelector: options.labelSelector }),
    ...(options.fieldSelector === undefined ? {} : { fieldSelector: options.fieldSelector }),
  }
  const objects = knownObjects((type, object) => {
    // a listener that throws must not end the watch
    const reported = E.tryCatch(() => options.onEvent(type, object), String)
    if (E.isLeft(reported)) options.onError(`an event could not be taken in: ${reported.left}`)
  })
  const accept = (
    form: string,
  ): { readonly accept?: string } => (options.metadataOnly === true ? { accept: `application/json;as=${form};g=meta.k8s.io;v=v1` } : {})
  const stopping = new AbortController()
  const stopped = (): boolean => stopping.signal.aborted
  const first = Promise.withResolvers<void>()
  const attempted = Promise.withResolvers<void>()
  const state = { synced: false, heardAt: null as EpochMillis | null, staleSince: clock.now() as EpochMillis | null }

  const heard = (at: EpochMillis): void => {
    state.heardAt = at
  }

  const pause = (delay: Millis): Promise<void> =>
    new Promise(resolve => {
      const over = (): void => {
        cancel()
        stopping.signal.removeEventListener('abort', over)
        resolve()
      }
      const cancel = clock.after(delay, over)
      stopping.signal.addEventListener('abort', over)
    })

  /** One full list. `paged` false: in a single answer, which can't expire between pages. */
  const list = async (paged: boolean): Promise<ListEnd> => {
    const asOf = clock.now()
    const endList = objects.beginList()
    let next = ''
    let size = options.pageSize
    for (;;) {
      const request = {
        path: options.path,
        query: { ...selectors, ...(next === '' ? {} : { continue: next }) },
        deadline: options.listDeadline,
        ...accept('PartialObjectMetadataList'),
      }
      const read: Pick<Page, 'answer' | 'size'> = paged ? await readPage(options.http, request, size, options.pageSize)
        : { answer: await options.http.send({ ...request, method: 'GET' })(), size }
      const page = read.answer
      size = read.size
      if (stopped()) return { _tag: 'Expired' }
      if (E.isLeft(page)) return page.left.httpStatus === 410 ? { _tag: 'Expired' } : { _tag: 'Failed', error: page.left }
      objectsAt(page.right, 'items').forEach(objects.seen)
      next = textAt(page.right, 'metadata', 'continue') ?? ''
      if (next !== '') continue
      endList()
      heard(asOf)
      return { _tag: 'Listed', resourceVersion: textAt(page.right, 'metadata', 'resourceVersion') ?? '' }
    }
  }

  const watch = (resourceVersion: string): Promise<WatchEnd> => {
    const length = options.watchTime * (1 + options.random())
    return watchOnce({
      ...options,
      ...accept('PartialObjectMetadata'),
      clock,
      objects,
      selectors,
      resourceVersion,
      length,
      stopped: stopping.signal,
      onHeard: () => {
        heard(clock.now())
        state.staleSince = null
      },
    })
  }

  const run = async (): Promise<void> => {
    let failures = 0
    let silentWatches = 0
    let paged = true
    let resourceVersion: string | null = null
    const failed = async (message: string, retryAfter: Millis | null): Promise<void> => {
      failures += 1
      options.onError(message)
      await pause(Math.max(backOff(options.backOff, failures, options.random), Math.min(retryAfter ?? 0, options.backOff.longest)))
    }
    while (!stopped()) {
      if (resourceVersion === null) {
        const end = await list(paged)
        if (stopped()) return
        if (end._tag === 'Listed') {
          paged = true
          resourceVersion = end.resourceVersion
          state.synced = true
          first.resolve()
          attempted.resolve()
        } else if (end._tag === 'Expired') {
          paged = false
          await failed('the list expired between two pages', null)
        } else {
          attempted.resolve()
          // a single answer may be above the read limit
          paged = true
          await failed(`list: ${end.error.message}`, end.error.retryAfter)
        }
        continue
      }
      const end = await watch(resourceVersion)
      if (stopped()) return
      state.staleSince ??= state.heardAt ?? clock.now()
      if (end.progress) failures = 0
      resourceVersion = end._tag === 'Expired' ? null : end.resourceVersion
      if (end._tag === 'Ended') {
        silentWatches = end.reported ? 0 : silentWatches + 1
        if (silentWatches % silentWatchesBeforeList === 0 && silentWatches > 0) resourceVersion = null
        continue
      }
      await failed(`watch: ${end.message}`, end.retryAfter)
      if (failures % failuresBeforeList === 0) resourceVersion = null
    }
  }
  void run()

  return {
    synced: first.promise,
    settled: attempted.promise,
    isSynced: () => state.synced,
    heardAt: () => state.heardAt,
    staleSince: () => state.staleSince,
    stop: () => stopping.abort(),
  }
}
