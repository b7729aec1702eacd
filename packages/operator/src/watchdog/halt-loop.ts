import { Session } from 'node:inspector'
import { setTimeout as pause } from 'node:timers/promises'
import type { Millis } from '@flink-operator/core'
import { haltedText, letGo } from './loop-memory.ts'
import { type HaltedWork, haltExpression } from './watched-work.ts'

/** The main thread, halted in the middle of what it does: it does nothing more until it is let go. */
export interface HaltedLoop {
  readonly work: HaltedWork
  readonly letGo: () => void
}

const everyLook = 2

/**
 * Halts the main thread wherever it is, also in a loop without an end and in an expression that backtracks: V8 runs what its inspector is
 * asked to evaluate in between, and that waits until it is let go. Nothing of the inspector is on before. Code of V8 that is not
 * interrupted (parsing JSON, sorting) is halted at its end. Null: it did not halt in time.
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
