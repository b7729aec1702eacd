import type { ElectorSettings, Now } from './elector-settings.ts'
import type { Elector, ElectorEffect } from './elector.ts'

/** What a step is given from outside. */
export interface ElectorInput {
  readonly now: Now
  /** [0, 1): so that followers do not all come at once. */
  readonly random: number
  /** Of a leadership that begins in this step; never the same again. */
  readonly session: string
}

/** All that the parts of one step read. */
export interface StepInput extends ElectorInput {
  readonly settings: ElectorSettings
}

/** The elector after a part of a step, and what that part wants done. */
export type Turn = readonly [Elector, readonly ElectorEffect[]]

export const stay = (elector: Elector): Turn => [elector, []]

/** One part after another, over the whole elector. */
export const and = ([elector, effects]: Turn, next: (elector: Elector) => Turn): Turn => {
  const [after, more] = next(elector)
  return [after, [...effects, ...more]]
}
