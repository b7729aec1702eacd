import type { Progress } from './flink-rest.ts'

/** What Flink said of one job at one moment. */
export interface StateLook extends Progress {
  readonly at: number
  readonly jobId: string
  /** Of the job in its JobManager process: the same job in another process has another. */
  readonly startTime: number
}

/** A completed checkpoint, and how far the counter in it has come at least. */
export interface Milestone {
  readonly id: number
  readonly path: string
  readonly counter: number
}

/** A run that told from where it went on, beside the newest checkpoint that was known to be complete before. */
export interface Restore {
  readonly at: number
  readonly jobId: string
  readonly restored: number
  readonly from: { readonly id: number; readonly path: string } | null
  readonly newest: Milestone
}

interface Run {
  readonly key: string
  /** The job in one JobManager process; tasks may be restored in it again and again. */
  readonly process: string
  readonly since: number
  /** Another run of the same process was seen before: what REST has cached of it may still be told. */
  readonly mayBeStale: boolean
  readonly newestBefore: Milestone | null
  readonly judged: boolean
  readonly seen: readonly { readonly at: number; readonly count: number }[]
}

/** All that is known of how far the state of one resource has come. */
export interface StateLedger {
  readonly run: Run | null
  readonly newest: Milestone | null
  readonly restores: readonly Restore[]
  readonly violations: readonly string[]
}

export const emptyLedger: StateLedger = { run: null, newest: null, restores: [], violations: [] }

/** Flink's REST answers are up to 3 s old, and accumulators come with heartbeats: what looks wrong has to look so for this long. */
const settling = 8_000
/** Between this machine's clock and the JobManager's. */
const clockSkew = 1_000
const remembered = 120_000

const processOf = ({ jobId, startTime }: Pick<StateLook, 'jobId' | 'startTime'>): string => `${jobId} ${startTime}`

/** Is it known from where the job went on in that process, and was it compared with what there was, if there was anything? */
export const isCompared = ({ run }: StateLedger, job: Pick<StateLook, 'jobId' | 'startTime'>): boolean =>
  run?.judged === true && run.process === processOf(job)

const runOf = (ledger: StateLedger, look: StateLook): Run => {
  const process = processOf(look)
  const key = `${process} ${look.restoredFrom?.at ?? 'from nothing'}`
  if (ledger.run?.key === key) return ledger.run
  return { key, process, since: look.at, mayBeStale: ledger.run?.process === process, newestBefore: ledger.newest, judged: false, seen: [] }
}

/** What is wrong with where a run went on from; null: nothing. */
const regress = ({ restored, from, newest }: Restore): string | null => {
  const words = `restored ${restored} from ${
    from === null ? 'nothing' : `${from.path} (${from.id})`
  }, but ${newest.path} (${newest.id}) with at least ${newest.counter} was complete before`
  return from === null || from.id < newest.id || restored < newest.counter ? words : null
}

const judge = (ledger: StateLedger, run: Run, look: StateLook & { readonly restored: number }): StateLedger => {
  const { newestBefore: newest } = run
  const settled = look.at - run.since >= settling
  if (newest === null) return { ...ledger, run: { ...run, judged: true } }
  if (run.judged || (run.mayBeStale && !settled)) return { ...ledger, run }
  const restore: Restore = { at: look.at, jobId: look.jobId, restored: look.restored, from: look.restoredFrom, newest }
  const wrong = regress(restore)
  if (wrong !== null && !settled) return { ...ledger, run }
  return {
    ...ledger,
    run: { ...run, judged: true },
    restores: [...ledger.restores, restore],
    violations: wrong === null ? ledger.violations : [...ledger.violations, `job ${look.jobId}: ${wrong}`],
  }
}

/** The count that a checkpoint holds at least: what had been told before it was triggered. */
const milestone = (run: Run, look: StateLook & { readonly restored: number }, completed: NonNullable<Progress['completed']>): Milestone => {
  const before = run.seen.findLast(({ at }) => at <= completed.triggeredAt - clockSkew)
  return { id: completed.id, path: completed.path, counter: Math.max(look.restored, before?.count ?? 0) }
}

/**
 * Takes in one look. State never goes back: each run has to restore a checkpoint or savepoint at least as new as the newest that was seen
 * complete before it, and a count at least as high as that one's.
 */
export const looked = (before: StateLedger, look: StateLook): StateLedger => {
  const { restored, completed } = look
  if (restored === null) return before
  const reported = { ...look, restored }
  const ledger = judge(before, runOf(before, look), reported)
  const run = ledger.run!
  if (run.mayBeStale && look.at - run.since < settling) return ledger
  const followed = { ...run, seen: [...run.seen.filter(({ at }) => at > look.at - remembered), { at: look.at, count: look.seen }] }
  return {
    ...ledger,
    run: followed,
    newest: completed !== null && completed.id > (ledger.newest?.id ?? 0) ? milestone(followed, reported, completed) : ledger.newest,
  }
}
