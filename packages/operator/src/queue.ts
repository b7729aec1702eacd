import type { EpochMillis, Millis } from '@flink-operator/core'
import type { Cancel, Clock } from './clock.ts'
import { type BackOff, backOffDelay } from './queue/back-off.ts'
import { createFairLine } from './queue/fair-line.ts'
import type { FairShare } from './queue/fair-share.ts'
import { earliestStart, type RateLimit, startsAfter } from './queue/rate-limit.ts'

/** What became of one piece of work, and when the key wants to be worked on again. */
export type Verdict =
  /** `isAtRest`: nothing is under way or waited for. Absent: that is not known. */
  | { readonly _tag: 'Again'; readonly after: Millis; readonly isAtRest?: boolean }
  /**
   * `after`: when to try again, as the decision or the server asked; null leaves it to the back-off. Many in a row wait longer, whatever
   * was asked.
   */
  | { readonly _tag: 'Failed'; readonly after: Millis | null }
  /** Somebody else was faster: at once from a fresh read; after several in a row with a small wait. */
  | { readonly _tag: 'Conflict' }
  /** Nothing to do until the next event. */
  | { readonly _tag: 'Idle' }
  /** The resource is gone, and with it all that is known of it. */
  | { readonly _tag: 'Gone' }

/** What a piece of work is told about its key. */
export interface Attempt {
  readonly key: string
  /** How often this key failed in a row before. */
  readonly failures: number
  /** How long the key was due before a worker was free. */
  readonly waited: Millis
}

export interface QueueOptions {
  readonly clock: Clock
  /** Pieces of work at a time; 0 and less: no limit (`kubernetes.operator.reconcile.parallelism`). */
  readonly concurrency: number
  /** Which group may begin something now, over all queues of this process. Absent: each may, as long as a worker is free. */
  readonly share?: FairShare
  /** Keys of a group take turns with those of other groups. Absent: the namespace of `namespace/name`. */
  readonly groupOf?: (key: string) => string
  readonly backOff: BackOff
  /** After so many failures in a row no attempt comes sooner than that; absent: no bound. */
  readonly retryLimit?: { readonly attempts: number; readonly interval: () => Millis }
  /** Of a key that is at rest, so many pieces of work begin within a period, however often it is woken; absent: no bound. */
  readonly rateLimit?: RateLimit
  readonly random: () => number
  /** Must not reject: a rejection counts as a failure and is told to `onRejected`. */
  readonly work: (attempt: Attempt) => Promise<Verdict>
  readonly onRejected: (key: string, error: unknown) => void
  /** The key was forgotten while it was worked on, or is gone: what this last piece of work left behind is to be dropped, too (P24). */
  readonly onDropped?: (key: string) => void
}

export interface QueueDepth {
  /** Keys that are known: waiting, due or running. */
  readonly known: number
  /** Due, and no worker is free. */
  readonly due: number
  readonly running: number
}

/** Does it go on? */
export interface QueueProgress {
  /** The piece of work that is longest under way; null: there is none. */
  readonly longest: { readonly key: string; readonly time: Millis } | null
  /** For how long the first key is due though a worker is free for it: a moment at most, unless something is wrong here. */
  readonly overdue: Millis
}

export interface Queue {
  /** Something happened: works on the key now, or again as soon as the work under way is done. */
  readonly wake: (key: string) => void
  /** The resource is gone: drops all that is known of it (P24). */
  readonly forget: (key: string) => void
  /** Drops those keys, and resolves when what runs of them has ended; nobody may wake them. */
  readonly release: (isMeant: (key: string) => boolean) => Promise<void>
  readonly depth: () => QueueDepth
  readonly progress: () => QueueProgress
  /** By the clock's steady time. */
  readonly dueOf: (key: string) => Millis | undefined
  /** Starts nothing more; resolves when what runs has ended. */
  readonly drain: () => Promise<void>
}

interface Entry {
  failures: number
  conflicts: number
  running: boolean
  /** By the steady clock. */
  startedAt: Millis
  /** Woken while running. */
  woken: boolean
  /** Forgotten while running. */
  forgotten: boolean
  /** Who waits for the end of what runs. */
  ended: (() => void)[]
  /** By its last verdict. */
  isAtRest: boolean
  /** When work began while it was at rest: as many moments as the rate limit counts. */
  starts: readonly Millis[]
}

const freshEntry = (): Entry => ({
  failures: 0,
  conflicts: 0,
  running: false,
  startedAt: 0,
  woken: false,
  forgotten: false,
  ended: [],
  isAtRest: false,
  starts: [],
})

/** Keeps what asks to be tried again at once from running hot: the first few in a row are ordinary bad luck and cost no wait. */
const small: BackOff = { initial: 100, multiplier: 2, max: 30_000 }
const freeTries = 3

/** Where a worker is free and no group may begin something, that is asked again after this time. */
const shareAgain: Millis = 20

const namespaceOf = (key: string): string => key.slice(0, Math.max(0, key.indexOf('/')))

/**
 * One line a resource: never two pieces of work of one key at a time, a key is in it once however often it is woken, a bounded number of
 * workers (B96), and an event cuts any wait short. Namespaces with due keys take turns; within one the earliest due key comes first (S11).
 */
export const createQueue = (options: QueueOptions): Queue => {
  const { clock } = options
  // a wall clock that is set back must not keep everybody waiting (F15)
  const now = clock.steady ?? clock.now
  const entries = new Map<string, Entry>()
  const groupOf = options.groupOf ?? namespaceOf
  const waiting = createFairLine(groupOf)
  const drained: (() => void)[] = []
  const busy = new Set<string>()
  let running = 0
  let stopped = false
  /** Something is due that may not begin yet, though a worker is free. */
  let isHeld = false
  let timer: { readonly at: EpochMillis; readonly cancel: Cancel } | undefined

  const limit = options.concurrency > 0 ? options.concurrency : Number.POSITIVE_INFINITY

  const mayBegin = (group: string): boolean => options.share?.mayBegin(group) ?? true

  const smallBackOff = (inARow: number): Millis => (inARow <= freeTries ? 0 : backOffDelay(small, inARow - freeTries, options.random()))

  const limitedRetry = (failures: number): Millis => {
    const { retryLimit } = options
    return retryLimit === undefined || retryLimit.attempts < 0 || failures <= retryLimit.attempts ? 0 : retryLimit.interval()
  }

  /** When a key that is woken is due. */
  const dueWhenWoken = (entry: Entry): Millis =>
    !entry.isAtRest || options.rateLimit === undefined ? now() : earliestStart(options.rateLimit, entry.starts, now())

  /** The wait that a verdict asks for, counters brought up to date; undefined: until the next event. */
  const delayAfter = (entry: Entry, verdict: Verdict): Millis | undefined => {
    entry.isAtRest = verdict._tag === 'Again' && verdict.isAtRest === true
    entry.failures = verdict._tag === 'Failed' ? entry.failures + 1 : verdict._tag === 'Conflict' ? entry.failures : 0
    entry.conflicts = verdict._tag === 'Conflict' ? entry.conflicts + 1 : 0
    switch (verdict._tag) {
      case 'Again':
        return verdict.after
      case 'Failed':
        return Math.max(
          verdict.after === null ? backOffDelay(options.backOff, entry.failures, options.random())
            : Math.max(verdict.after, smallBackOff(entry.failures)),
          limitedRetry(entry.failures),
        )
      case 'Conflict':
        return smallBackOff(entry.conflicts)
      case 'Idle':
      case 'Gone':
        return undefined
    }
  }

  const settle = (key: string, entry: Entry, verdict: Verdict): void => {
    running--
    entry.running = false
    busy.delete(key)
    const { woken } = entry
    entry.woken = false
    const delay = delayAfter(entry, verdict)
    if (!woken && (entry.forgotten || verdict._tag === 'Gone')) {
      entries.delete(key)
      options.onDropped?.(key)
    } else if (woken) waiting.put(key, dueWhenWoken(entry))
    else if (delay !== undefined) waiting.put(key, now() + delay)
    if (woken && (entry.forgotten || verdict._tag === 'Gone')) entry.failures = 0
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
    const attempt = { key, failures: entry.failures, waited: Math.max(0, now() - due) }
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

  /** When to look again; undefined: at the end of a piece of work, or when something is put into the line. */
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
