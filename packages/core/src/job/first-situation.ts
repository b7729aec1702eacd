import type { Problem } from '../contract/round/decision.ts'
import type { Pause } from '../contract/round/pause.ts'
import type { NeedsFacts } from '../contract/round/waiting-situation.ts'

/** Situations that do not rest on the recorded state, of a job and of a session cluster. */
export type FirstSituation =
  & { readonly row: string; readonly reason: string }
  & (
    /** A fact is missing. */
    | NeedsFacts
    | { readonly _tag: 'Deleting' }
    | { readonly _tag: 'NotYetOurs' }
    /** The record can't be read, so the operator may not act. */
    | { readonly _tag: 'Unmanageable'; readonly problem: Problem }
    | { readonly _tag: 'InvalidFromTheStart'; readonly problem: Problem }
    /** The pause annotation is set. */
    | { readonly _tag: 'Paused'; readonly pause: Pause }
  )
