import { Session } from 'node:inspector'
import { setTimeout as pause } from 'node:timers/promises'
import type { Millis } from '@flink-operator/core'
import { haltedText, letGo } from './loop-memory.ts'
import { type HaltedWork, haltExpression } from './watched-work.ts'

/** The main thread, halted in the middle of its work: it does nothing until `letGo`. */
export interface HaltedLoop {
  readonly work: HaltedWork
  readonly letGo: () => void
}

const everyLook = 2

/**
 * Halts the main thread wherever it is, also in an endless loop or in a backtracking regular expression. V8 evaluates the
 * inspector's expression between two steps of the main thread, and that expression blocks until `letGo`. The inspector is off before
 * this call. V8 does not interrupt some of its own code (parsing JSON, sorting): that code is halted at its end. Null: the thread
 * did not halt in time.
 */
export const haltLoop = async (
  memory: SharedArrayBuffer,
  patience: Millis,
  { collect }: { readonly collect: boolean },
): Promise<HaltedLoop | null> => {
  const session = new Session()
  session.connectToMainThread()
  const end = (): void => {
    letGo(memory)
    session.disconnect()
  }
  if (collect) session.post('HeapProfiler.collectGarbage')
  session.post('Runtime.evaluate', { expression: haltExpression })
  for (const giveUp = performance.now() + patience; performance.now() < giveUp;) {
    await pause(everyLook)
    const text = haltedText(memory)
    if (text !== null) return { work: JSON.parse(text) as HaltedWork, letGo: end }
  }
  end()
  return null
}
