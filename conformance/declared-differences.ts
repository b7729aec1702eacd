import { expect } from 'vitest'
import type { Transcript } from './side.ts'

/** Where the simulated world answers otherwise than the real one, and why that is harmless, or what is to be done about it. */
export interface Difference {
  readonly answer: string
  readonly real: unknown
  /** What it may answer instead, where that depends on its age or its speed. */
  readonly orReal?: unknown
  readonly model: unknown
  readonly why: string
}

/**
 * Both sides told the same, but for what is declared. A declared difference that is gone fails too: then its line is to be taken out.
 */
export const expectAlike = (real: Transcript, model: Transcript, differences: readonly Difference[] = []): void => {
  for (const { answer, real: known, orReal = known, model: modelled } of differences) {
    expect([{ [answer]: known }, { [answer]: orReal }]).toContainEqual({ [answer]: real[answer] })
    expect({ [answer]: model[answer] }).toEqual({ [answer]: modelled })
  }
  const without = (transcript: Transcript): Transcript =>
    Object.fromEntries(Object.entries(transcript).filter(([key]) => !differences.some(it => it.answer === key)))
  expect(without(model)).toEqual(without(real))
}
