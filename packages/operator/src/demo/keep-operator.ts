import type { Millis } from '@flink-operator/core'
import type { Cancel, Clock } from '../clock.ts'
import type { OperatorProcess } from './operator-process.ts'

/** Pause before the first restart; it doubles with each operator that ends soon. */
export const firstPause: Millis = 1_000
export const longestPause: Millis = 60_000
/** An operator that ran for this long did not end soon. */
const longRun: Millis = 60_000

export interface KeepOperatorOptions {
  readonly start: () => Pick<OperatorProcess, 'pid' | 'ended' | 'stop'>
  readonly clock: Pick<Clock, 'now' | 'steady' | 'after'>
  /** Prints a line for the user. */
  readonly print: (line: string) => void
}

/** Starts an operator, and starts it again whenever it ends: after a sleep of the machine it loses its Lease and exits. */
export const keepOperator = ({ start, clock, print }: KeepOperatorOptions): { readonly stop: () => Promise<void> } => {
  const now = clock.steady ?? clock.now
  const kept: { running: Pick<OperatorProcess, 'stop'> | null; cancel: Cancel; stopped: boolean } = {
    running: null,
    cancel: () => undefined,
    stopped: false,
  }

  const run = (soonBefore: number): void => {
    const startedAt = now()
    const operator = start()
    kept.running = operator
    print(`The operator runs (pid ${operator.pid}).`)
    void operator.ended.then(code => {
      if (kept.stopped) return
      kept.running = null
      const soon = now() - startedAt < longRun ? soonBefore : 0
      const pause = Math.min(longestPause, firstPause * 2 ** soon)
      print(`The operator ended (${code === null ? 'killed by a signal' : `exit code ${code}`}). It is started again in ${pause / 1000} s.`)
      kept.cancel = clock.after(pause, () => run(soon + 1))
    })
  }
  run(0)

  return {
    stop: async () => {
      kept.stopped = true
      kept.cancel()
      await kept.running?.stop()
    },
  }
}
