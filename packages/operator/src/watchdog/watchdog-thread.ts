/**
 * The watchdog: a thread beside the operator's event loop, which a resource may block if it takes too much time or memory. The
 * thread checks the loop's beat. If the beat is missing, it halts the loop, asks which resource the loop works on, records that
 * resource for the next process, releases the Leases if that is safe, and ends the process.
 */
import { writeSync } from 'node:fs'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import type { Millis } from '@flink-operator/core'
import type { Http, LeaseRef } from '@flink-operator/k8s-adapter'
import * as E from 'fp-ts/lib/Either.js'
import type { ClusterFlags } from '../command/cluster.ts'
import { limitAmong, type Pauses, type Suspect, type Trouble } from '../quarantine/quarantine-record.ts'
import { type HaltedLoop, haltLoop } from './halt-loop.ts'
import { readBeat } from './loop-memory.ts'
import { mainThreadCpu } from './main-thread-cpu.ts'
import { judgeLoop, type LoopLimits, type LoopLook, type LoopStretch, workedSince } from './standing-loop.ts'

export interface WatchdogData {
  readonly memory: SharedArrayBuffer
  readonly flags: Pick<ClusterFlags, 'kubeconfig' | 'context'>
  readonly record: LeaseRef
  readonly limits: LoopLimits
  readonly pauses: Pauses
}

const everyLook = 50
/** How long the main thread may need to halt. */
const haltPatience = 5_000
/**
 * Fraction of the limit after which the loop is first asked for its resource. It is asked again at the limit: both answers must name
 * the same resource.
 */
const firstLookAt = 0.5
/** Fraction of the heap limit that must still be in use after garbage collection. */
const stillUsed = 0.6
/** Deadline of each request while the loop is halted. */
const requestDeadline = 3_000
/** Pause after a stretch without a suspect, or whose suspect could not be recorded. */
const lookAgainAfter = 2_000

const pause = (delay: number): Promise<void> => new Promise(resolve => setTimeout(resolve, delay))

/** Writes a line of the operator's log directly: the logger of this thread would need the blocked event loop. */
const log = (msg: string, fields: object = {}): void => {
  try {
    writeSync(1, `${JSON.stringify({ level: 'error', time: new Date().toISOString(), ...fields, msg })}\n`)
  } catch {
    // a full or closed pipe: the record matters, not this line
  }
}

const isSame = (a: Suspect | null, b: Suspect | null): boolean =>
  a?.kind === b?.kind && a?.namespace === b?.namespace && a?.name === b?.name

const troubleWords: Readonly<Record<Trouble, string>> = {
  LoopStoodStill: 'the event loop was blocked',
  MemoryRanOut: 'memory is about to run out',
}

/** Connects to the cluster. Imported on demand, to keep the idle thread small. */
const connect = async ({ flags }: WatchdogData): Promise<Http | null> => {
  const { credentialsOf } = await import('../command/cluster.ts')
  const { createHttp } = await import('@flink-operator/k8s-adapter')
  const credentials = await credentialsOf(flags)
  return E.isLeft(credentials) ? null : createHttp({ credentials: credentials.right, deadline: requestDeadline })
}

/** SIGKILL: a process whose Leases were released must not run any further code. */
const endProcess = (): void => {
  process.kill(process.pid, 'SIGKILL')
}

interface Blame {
  readonly halted: HaltedLoop
  readonly suspect: Suspect
  readonly why: Trouble
  /** Since the last beat. */
  readonly worked: Millis
}

/** Records the suspect and ends the process. Returns the limit that applies from now on, only if the process has to continue. */
const recordAndEnd = async (data: WatchdogData, { halted: { work }, suspect, why, worked }: Blame): Promise<Millis> => {
  const { limits, pauses, record } = data
  const of = { kind: suspect.kind, resource: `${suspect.namespace}/${suspect.name}` }
  const goOn = (what: string): Millis => {
    log(`${troubleWords[why]}${what}`, of)
    return limits.worked
  }
  const http = await connect(data)
  if (http === null) return goOn(', and there are no credentials to record it with')
  const { readQuarantine, recordSuspect } = await import('../quarantine/quarantine-lease.ts')
  const { releaseLeases } = await import('./release-leases.ts')
  const before = await readQuarantine(http, record)
  if (E.isLeft(before)) return goOn(`, and the record could not be read: ${before.left.message}`)
  const limit = limitAmong(before.right, suspect, Date.now(), limits.worked, pauses)
  if (why === 'LoopStoodStill' && worked < limit) return limit
  const recorded = await recordSuspect(http, record, suspect, why, Date.now(), pauses)
  if (E.isLeft(recorded)) return goOn(`, and that could not be recorded: ${recorded.left.message}`)
  try {
    const isSafe = work.underWay === 0 && work.holder !== null
    log(
      `${troubleWords[why]} in a round of this resource: it is quarantined (time ${String(recorded.right)}), and this process ends${
        isSafe ? '' : '; its Leases expire, because requests are in progress'
      }`,
      of,
    )
    if (isSafe) await releaseLeases(http, work.leases, work.holder)
  } finally {
    endProcess()
  }
  return limits.worked
}

const halt = async (
  { memory, limits }: WatchdogData,
  why: Trouble,
  count: number,
): Promise<{ readonly halted: HaltedLoop; readonly suspect: Suspect } | null> => {
  const halted = await haltLoop(memory, haltPatience, { collect: why === 'MemoryRanOut' })
  const suspect = halted?.work.suspect ?? null
  const isSameStretch = readBeat(memory).count === count
  // memory that garbage collection freed is no trouble
  const isTrouble = why !== 'MemoryRanOut' || (halted?.work.heapUsed ?? 0) >= stillUsed * limits.heapBytes
  if (halted !== null && suspect !== null && isSameStretch && isTrouble) return { halted, suspect }
  halted?.letGo()
  return null
}

/** Halts the loop while it works on the resource that used up the limit; null: the loop continues. */
const blamed = async (data: WatchdogData, look: () => LoopLook, stretch: LoopStretch, why: Trouble): Promise<Blame | null> => {
  const first = await halt(data, why, stretch.count)
  if (first === null) return null
  if (why === 'MemoryRanOut') return { ...first, why, worked: workedSince(stretch, look()) }
  first.halted.letGo()
  for (;;) {
    await pause(everyLook)
    const now = look()
    if (now.beat.count !== stretch.count) return null
    if (workedSince(stretch, now) < data.limits.worked) continue
    const second = await halt(data, why, stretch.count)
    if (second === null || isSame(first.suspect, second.suspect))
      return second === null ? null : { ...second, why, worked: workedSince(stretch, look()) }
    second.halted.letGo()
    return null
  }
}

const watch = async (data: WatchdogData): Promise<never> => {
  const cpu = mainThreadCpu()
  const look = (): LoopLook => ({
    at: performance.now(),
    cpu: cpu(),
    bytes: process.memoryUsage.rss(),
    beat: readBeat(data.memory),
  })
  let { worked } = data.limits
  let stretch: LoopStretch | null = null
  for (;;) {
    await pause(everyLook)
    const judged = judgeLoop(stretch, look(), { ...data.limits, worked: firstLookAt * worked })
    stretch = judged.stretch
    if (judged.trouble === null) continue
    const blame = await blamed({ ...data, limits: { ...data.limits, worked } }, look, stretch, judged.trouble)
    const before = worked
    if (blame !== null) {
      worked = await recordAndEnd({ ...data, limits: { ...data.limits, worked } }, blame)
      blame.halted.letGo()
    }
    // the same stretch may exceed the higher limit, so it is kept
    if (worked > before) continue
    stretch = null
    await pause(lookAgainAfter)
  }
}

/** Heap limits of the thread, which does little. */
const resourceLimits = { maxOldGenerationSizeMb: 48, maxYoungGenerationSizeMb: 2 }

/** Starts the thread from this file, or from the chunk of the bundle that contains it. */
export const watchdogThread = (watchdog: WatchdogData): Worker =>
  new Worker(new URL(import.meta.url), { workerData: { watchdog }, resourceLimits })

const isWatchdog = (data: unknown): data is { readonly watchdog: WatchdogData } =>
  typeof data === 'object' && data !== null && 'watchdog' in data

if (!isMainThread && parentPort !== null && isWatchdog(workerData)) void watch(workerData.watchdog)
