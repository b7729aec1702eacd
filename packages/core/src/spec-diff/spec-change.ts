import { concatAll, type Monoid } from 'fp-ts/lib/Monoid.js'
import * as N from 'fp-ts/lib/number.js'
import { contramap, max, type Ord } from 'fp-ts/lib/Ord.js'

/**
 * How heavy an edit is, lightest first (control-flow.md, section 4.2).
 * IGNORE: nothing to do for the job. SCALE: may be done in place. UPGRADE: stop with state, start again.
 * SAVEPOINT_REDEPLOY: start again from `initialSavepointPath`, giving up the state that there is.
 */
export const specChanges = ['IGNORE', 'SCALE', 'UPGRADE', 'SAVEPOINT_REDEPLOY'] as const

/** What the difference of two specs calls for. */
export type SpecChange = (typeof specChanges)[number]

/** By severity: IGNORE < SCALE < UPGRADE < SAVEPOINT_REDEPLOY. */
export const SpecChangeOrd: Ord<SpecChange> = contramap((change: SpecChange) => specChanges.indexOf(change))(N.Ord)

const mostSevereMonoid: Monoid<SpecChange> = { concat: max(SpecChangeOrd), empty: 'IGNORE' }

/** An edit as a whole is as severe as its most severe field; no change at all is IGNORE. */
export const mostSevere: (changes: readonly SpecChange[]) => SpecChange = concatAll(mostSevereMonoid)
