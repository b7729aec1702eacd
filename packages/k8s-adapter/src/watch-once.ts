import * as E from 'fp-ts/lib/Either.js'
import type { Millis } from '@flink-operator/core'
import type { Clock } from './clock.ts'
import type { ByteStream, Http } from './http.ts'
import type { KnownObjects } from './known-objects.ts'
import { lines } from './lines.ts'
import { watchEvent } from './watch-event.ts'

export interface WatchOptions {
  readonly http: Http
  readonly path: string
  readonly selectors: Readonly<Record<string, string>>
  readonly accept?: string
  readonly resourceVersion: string
  readonly objects: KnownObjects
  readonly clock: Clock
  /** Timeout that the server is asked to end the watch after. */
  readonly length: Millis
  readonly silence: Millis
  readonly longestLine: number
  readonly stopped: AbortSignal
  /** The server sent headers or bytes. */
  readonly onHeard: () => void
}

/**
 * How one watch request ended. `resourceVersion`: where the next one has to continue. `progress`: the watch reported something, or
 * was open for at least a second.
 */
export type WatchEnd =
  /** The server ended it regularly, or we did after silence. `reported`: at least one event came, possibly a bookmark. */
  | { readonly _tag: 'Ended'; readonly resourceVersion: string; readonly progress: true; readonly reported: boolean }
  /** 410: a new list is needed. */
  | { readonly _tag: 'Expired'; readonly message: string; readonly progress: boolean; readonly retryAfter: null }
  | {
    readonly _tag: 'Failed'
    readonly message: string
    readonly resourceVersion: string
    readonly progress: boolean
    readonly retryAfter: Millis | null
  }

/** How much longer than requested the server may keep a watch open. */
const grace: Millis = 10_000
/** A watch that ends sooner without an event counts as a failure; otherwise a server that hangs up would be called without pause. */
const shortest: Millis = 1000

/** Why reading stopped before the server ended the watch. */
type StopReason =
  | { readonly _tag: 'Expired'; readonly message: string }
  /** The server said so, or sent something unreadable: the same resourceVersion may get the same answer. */
  | { readonly _tag: 'Refused'; readonly message: string }
  | { readonly _tag: 'Cut'; readonly message: string }
  /** Silent for too long, open for too long, or not wanted any more. */
  | { readonly _tag: 'TimeOver' }

/** One watch request, from connecting to its end. Never rejects. */
export const watchOnce = async (options: WatchOptions): Promise<WatchEnd> => {
  const { clock } = options
  const opened = await options.http.stream({
    path: options.path,
    ...(options.accept === undefined ? {} : { accept: options.accept }),
    query: {
      ...options.selectors,
      watch: 'true',
      allowWatchBookmarks: 'true',
      resourceVersion: options.resourceVersion,
      timeoutSeconds: String(Math.ceil(options.length / 1000)),
    },
  })()
  if (E.isLeft(opened)) {
    const { message, httpStatus, retryAfter } = opened.left
    return httpStatus === 410
      ? { _tag: 'Expired', message, progress: false, retryAfter: null }
      : { _tag: 'Failed', message, resourceVersion: options.resourceVersion, progress: false, retryAfter }
  }
  options.onHeard()
  return readWatch(options, opened.right, clock.now())
}

const readWatch = async (options: WatchOptions, stream: ByteStream, openedAt: number): Promise<WatchEnd> => {
  const { clock, objects } = options
  const reported = { resourceVersion: options.resourceVersion, events: 0 }
  const stop: { reason: StopReason | null } = { reason: null }
  const breakOff = (reason: StopReason): void => {
    stop.reason ??= reason
    stream.close()
  }
  const endSilence = (): () => void => clock.after(options.silence, () => breakOff({ _tag: 'TimeOver' }))

  const take = (line: string): void => {
    if (stop.reason !== null) return
    const event = watchEvent(line)
    if (event._tag === 'Expired') return breakOff(event)
    if (event._tag === 'Failed') return breakOff({ _tag: 'Refused', message: event.message })
    if (event._tag === 'Changed') objects.seen(event.object)
    if (event._tag === 'Deleted') objects.gone(event.object)
    reported.resourceVersion = event.resourceVersion
    reported.events += 1
  }

  const feed = lines(options.longestLine, take)
  let cancelSilence = endSilence()
  const cancelLength = clock.after(options.length + grace, () => breakOff({ _tag: 'TimeOver' }))
  const onStop = (): void => breakOff({ _tag: 'TimeOver' })
  options.stopped.addEventListener('abort', onStop, { once: true })
  if (options.stopped.aborted) onStop()
  try {
    for await (const chunk of stream.bytes) {
      options.onHeard()
      cancelSilence()
      cancelSilence = endSilence()
      const tooLong = feed(chunk)
      if (tooLong !== null) breakOff({ _tag: 'Refused', message: `an event is longer than ${tooLong.limit} bytes` })
      if (stop.reason !== null) break
    }
  } catch (thrown) {
    stop.reason ??= { _tag: 'Cut', message: thrown instanceof Error ? thrown.message : String(thrown) }
  } finally {
    cancelSilence()
    cancelLength()
    options.stopped.removeEventListener('abort', onStop)
    stream.close()
  }
  const open = clock.now() - openedAt >= shortest
  return watchEnd(stop.reason, reported.resourceVersion, reported.events > 0, open)
}

const watchEnd = (reason: StopReason | null, resourceVersion: string, reported: boolean, open: boolean): WatchEnd => {
  switch (reason?._tag) {
    case 'Expired':
      return { _tag: 'Expired', message: reason.message, progress: reported, retryAfter: null }
    case 'Refused':
      return { _tag: 'Failed', message: reason.message, resourceVersion, progress: reported, retryAfter: null }
    case 'Cut':
      return { _tag: 'Failed', message: reason.message, resourceVersion, progress: reported || open, retryAfter: null }
    case 'TimeOver':
      return { _tag: 'Ended', resourceVersion, progress: true, reported }
    case undefined:
      return reported || open
        ? { _tag: 'Ended', resourceVersion, progress: true, reported }
        : { _tag: 'Failed', message: 'the server ended it at once', resourceVersion, progress: false, retryAfter: null }
  }
}
