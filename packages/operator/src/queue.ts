import type { EpochMillis, Millis } from '@flink-operator/core'
import type { Cancel, Clock } from './clock.ts'
import { delayAfter, type InARow, inARowAfter, noneInARow, type RetryDelays, type Verdict } from './queue/verdict.ts'
import { createFairLine } from './queue/fair-line.ts'
import type { FairShare } from './queue/fair-share.ts'
import { earliestStart, type RateLimit, startsAfter } from './queue/rate-limit.ts'

/** Passed to a piece of work. */
export interface Attempt {
  readonly key: string
  /** Number of failures of this key in a row so far. */
  readonly failures: number
  /** How long the key was due before a worker was free. */
  readonly waited: Millis
}

export interface QueueOptions extends RetryDelays {
  readonly clock: Clock
  /** Maximum number of concurrent pieces of work; 0 or less: no limit (`kubernetes.operator.reconcile.parallelism`). */
  readonly concurrency: number
  /** Decides which group may begin work now, over all queues of this process. Absent: every group may while a worker is free. */
  readonly share?: FairShare
  /** The group of a key; groups take turns. Absent: the namespace of `namespace/name`. */
  readonly groupOf?: (key: string) => string
  /** Limits how often work begins on a key in the steady state, however often it is woken; absent: no limit. */
  readonly rateLimit?: RateLimit
  /** Must not reject: a rejection counts as a failure and is reported to `onRejected`. */
  readonly work: (attempt: Attempt) => Promise<Verdict>
  readonly onRejected: (key: string, error: unknown) => void
  /**
   * The key was forgotten while work on it was running, or its resource is gone: the caller has to drop what that last work kept
   * (P24).
   */
  readonly onDropped?: (key: string) => void
}

export interface QueueDepth {
  /** Known keys: waiting, due or running. */
  readonly known: number
  /** Due keys without a free worker. */
  readonly due: number
  readonly running: number
}

/** Shows whether the queue makes progress. */
export interface QueueProgress {
  /** The piece of work that has run longest; null: none is running. */
  readonly longest: { readonly key: string; readonly time: Millis } | null
  /** How long the first key has been due although a worker is free for it: a moment at most, unless the queue has a bug. */
  readonly overdue: Millis
}

export interface Queue {
  /** Something happened: works on the key now, or once more when the running work is done. */
  readonly wake: (key: string) => void
  /** The resource is gone: drops everything known of it (P24). */
  readonly forget: (key: string) => void
  /** Drops these keys, and resolves when their running work has ended; the caller must not wake them meanwhile. */
  readonly release: (isMeant: (key: string) => boolean) => Promise<void>
  readonly depth: () => QueueDepth
  readonly progress: () => QueueProgress
  /** When the key is due, by the monotonic clock. */
  readonly dueOf: (key: string) => Millis | undefined
  /** Starts no more work; resolves when the running work has ended. */
  readonly drain: () => Promise<void>
}

interface Entry {
  inARow: InARow
  running: boolean
  /** By the monotonic clock. */
  startedAt: Millis
  /** Woken while running. */
  woken: boolean
  /** Forgotten while running. */
  forgotten: boolean
  /** Resolvers that wait for the end of the running work. */
  ended: (() => void)[]
  /** From its last verdict. */
  isAtRest: boolean
  /** When work began while the key was in the steady state: as many moments as the rate limit counts. */
  starts: readonly Millis[]
}

const freshEntry = (): Entry => ({
  inARow: noneInARow,
  running: false,
  startedAt: 0,
  woken: false,
  forgotten: false,
  ended: [],
  isAtRest: false,
  starts: [],
})

/** If a worker is free but no group may begin work, the queue checks again after this time. */
const shareAgain: Millis = 20

const namespaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))

/**
 * A work queue of resources. It never works on one key twice at the same time, holds a key once however often it is woken, uses a
 * bounded number of workers (B96), and an event ends any wait. Namespaces with due keys take turns; within a namespace the earliest
 * due key is first (S11).
 */
export const createQueue = (options: QueueOptions): Queue => {
  const { clock } = options
  // a wall clock that is set back must not delay all keys (F15)
  const now = clock.steady ?? clock.now
  const entries = new Map<string, Entry>()
  const groupOf = options.groupOf ?? namespaceOf
  const waiting = createFairLine(groupOf)
  const drained: (() => void)[] = []
  const busy = new Set<string>()
  let running = 0
  let stopped = false
  /** A key is due and a worker is free, but the key's group may not begin yet. */
  let isHeld = false
  let timer: { readonly at: EpochMillis; readonly cancel: Cancel } | undefined

  const limit = options.concurrency > 0 ? options.concurrency : Number.POSITIVE_INFINITY

  const mayBegin = (group: string): boolean => options.share?.mayBegin(group) ?? true

  /** When a woken key is due. */
  const dueWhenWoken = (entry: Entry): Millis =>
    !entry.isAtRest || options.rateLimit === undefined ? now() : earliestStart(options.rateLimit, entry.starts, now())

  const settle = (key: string, entry: Entry, verdict: Verdict): void => {
    running--
    entry.running = false
    busy.delete(key)
    const { woken } = entry
    entry.woken = false
    entry.isAtRest = verdict._tag === 'Again' && verdict.isAtRest === true
    entry.inARow = inARowAfter(entry.inARow, verdict)
    const delay = delayAfter(entry.inARow, verdict, options)
    if (!woken && (entry.forgotten || verdict._tag === 'Gone')) {
      entries.delete(key)
      options.onDropped?.(key)
    } else if (woken) waiting.put(key, dueWhenWoken(entry))
    else if (delay !== undefined) waiting.put(key, now() + delay)
    if (woken && (entry.forgotten || verdict._tag === 'Gone')) entry.inARow = { ...entry.inARow, failures: 0 }
    entry.forgotten = false
    entry.ended.splice(0).forEach(resolve => resolve())
    if (stopped && running === 0) drained.splice(0).forEach(resolve => resolve())
    options.share?.ended(groupOf(key))
    pump()
  }

  const start = (key: string, due: EpochMillis): void => {
    const entry = entries.get(key)
    if (entry === undefined) return
    running++
    options.share?.began(groupOf(key))
    entry.running = true
    entry.startedAt = now()
    if (entry.isAtRest && options.rateLimit !== undefined) entry.starts = startsAfter(options.rateLimit, entry.starts, now())
    busy.add(key)
    const attempt = { key, failures: entry.inARow.failures, waited: Math.max(0, now() - due) }
    options.work(attempt).then(
      verdict => settle(key, entry, verdict),
      (error: unknown) => {
        options.onRejected(key, error)
        settle(key, entry, { _tag: 'Failed', after: null })
      },
    )
  }

  const startDue = (): void => {
    while (running < limit && options.share?.isFull() !== true) {
      const next = waiting.take(now(), mayBegin)
      if (next === undefined) return
      start(next.key, next.due)
    }
  }

  /** When to check the queue again; undefined: when a piece of work ends or a key is added. */
  const nextLook = (): Millis | undefined => {
    const first = waiting.earliest()
    isHeld = running < limit && first !== undefined && first <= now()
    if (isHeld) options.share?.waits(pump)
    else options.share?.rests(pump)
    return first === undefined || running >= limit ? undefined : isHeld ? now() + shareAgain : first
  }

  const pump = (): void => {
    if (stopped) return
    startDue()
    const at = nextLook()
    if (timer?.at === at || (isHeld && timer !== undefined && timer.at <= now() + shareAgain)) return
    timer?.cancel()
    timer = at === undefined ? undefined : {
      at,
      cancel: clock.after(at - now(), () => {
        timer = undefined
        pump()
      }),
    }
  }

  return {
    wake: key => {
      const entry = entries.get(key)
      if (entry === undefined) entries.set(key, freshEntry())
      if (entry?.running === true) {
        entry.woken = true
        return
      }
      const due = waiting.dueOf(key)
      const wanted = entry === undefined ? now() : dueWhenWoken(entry)
      if (due === undefined || due > wanted) waiting.put(key, wanted)
      pump()
    },
    forget: key => {
      const entry = entries.get(key)
      if (entry === undefined) return
      if (entry.running) {
        entry.forgotten = true
        entry.woken = false
      } else {
        waiting.remove(key)
        entries.delete(key)
      }
    },
    release: async isMeant => {
      const running = [...entries].flatMap(([key, entry]) => {
        if (!isMeant(key)) return []
        entry.woken = false
        if (entry.running) {
          entry.forgotten = true
          return [new Promise<void>(resolve => entry.ended.push(resolve))]
        }
        waiting.remove(key)
        entries.delete(key)
        options.onDropped?.(key)
        return []
      })
      await Promise.all(running)
    },
    depth: () => ({ known: entries.size, due: waiting.countDue(now()), running }),
    progress: () => {
      const ages = [...busy].map(key => ({ key, time: now() - (entries.get(key)?.startedAt ?? now()) }))
      const first = waiting.earliest()
      return {
        longest: ages.reduce<QueueProgress['longest']>((most, it) => (most === null || it.time > most.time ? it : most), null),
        overdue: stopped || isHeld || first === undefined || running >= limit ? 0 : Math.max(0, now() - first),
      }
    },
    dueOf: key => waiting.dueOf(key),
    drain: () => {
      stopped = true
      options.share?.rests(pump)
      timer?.cancel()
      timer = undefined
      return running === 0 ? Promise.resolve() : new Promise(resolve => {
        drained.push(resolve)
      })
    },
  }
}
