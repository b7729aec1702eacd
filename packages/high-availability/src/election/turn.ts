import type { ElectorSettings, Now } from './elector-settings.ts'
import type { Elector, ElectorEffect } from './elector.ts'

/** The inputs of a step from outside. */
export interface ElectorInput {
  readonly now: Now
  /** [0, 1): spreads the requests of followers. */
  readonly random: number
  /** Session id of a leadership that begins in this step; never reused. */
  readonly session: string
}

/** All inputs of the parts of a step. */
export interface StepInput extends ElectorInput {
  readonly settings: ElectorSettings
}

/** The elector after a part of a step, with the effects of that part. */
export type Turn = readonly [Elector, readonly ElectorEffect[]]

export const stay = (elector: Elector): Turn => [elector, []]

/** Runs one part after another, over the whole elector. */
export const and = ([elector, effects]: Turn, next: (elector: Elector) => Turn): Turn => {
  const [after, more] = next(elector)
  return [after, [...effects, ...more]]
}
