import { setTimeout as pause } from 'node:timers/promises'
import type { Application } from './application.ts'
import { isTerminal, jobsAt, progressAt } from './flink-rest.ts'
import { emptyLedger, isCompared, looked, type Restore, type StateLedger, type StateLook } from './state-ledger.ts'

/** What is followed: anything whose live job can be found. */
export type Followed = Pick<Application, 'name' | 'clusterAddress' | 'isOwn'>

/** Follows the counters of running jobs. */
export interface StateWatch {
  readonly restores: (name: string) => readonly Restore[]
  /** Was it compared from where that job went on? */
  readonly isCompared: (name: string, job: Pick<StateLook, 'jobId' | 'startTime'>) => boolean
  readonly newest: (name: string) => StateLedger['newest']
  /** What must never be and was: a job that went on from older state than there was. */
  readonly violations: () => readonly string[]
  readonly stop: () => Promise<void>
}

const look = async (application: Followed): Promise<StateLook | null> => {
  const address = await application.clusterAddress()
  const job = address === null ? undefined : (await jobsAt(address))?.find(it => !isTerminal(it.state) && application.isOwn(it))
  const progress = address === null || job === undefined ? null : await progressAt(address, job.id)
  return progress === null || job === undefined ? null : { ...progress, at: Date.now(), jobId: job.id, startTime: job.startTime }
}

/** Looks at the state of every application, those that come later too, until it is stopped. */
export const watchState = (applications: () => readonly Followed[], record: (name: string, look: StateLook) => void): StateWatch => {
  const ledgers = new Map<string, StateLedger>()
  let stopped = false

  const follow = async (application: Followed): Promise<void> => {
    const { name } = application
    const seen = await look(application).catch(() => null)
    if (seen === null) return
    record(name, seen)
    ledgers.set(name, looked(ledgers.get(name) ?? emptyLedger, seen))
  }

  const loop = (async () => {
    while (!stopped) {
      await Promise.all(applications().map(follow))
      await pause(500)
    }
  })()
  return {
    restores: name => ledgers.get(name)?.restores ?? [],
    isCompared: (name, job) => isCompared(ledgers.get(name) ?? emptyLedger, job),
    newest: name => ledgers.get(name)?.newest ?? null,
    violations: () => [...ledgers].flatMap(([name, { violations }]) => violations.map(it => `${name}: ${it}`)),
    stop: async () => {
      stopped = true
      await loop
    },
  }
}
