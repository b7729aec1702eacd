import { concatAll, type Monoid } from 'fp-ts/lib/Monoid.js'
import * as N from 'fp-ts/lib/number.js'
import { contramap, max, type Ord } from 'fp-ts/lib/Ord.js'

/**
 * Severity of an edit, least severe first (control-flow.md, section 4.2).
 * IGNORE: the job is not affected. SCALE: the job may be rescaled in place. UPGRADE: stop the job with its state, then deploy it again.
 * SAVEPOINT_REDEPLOY: deploy again from `initialSavepointPath` and discard the current state.
 */
export const specChanges = ['IGNORE', 'SCALE', 'UPGRADE', 'SAVEPOINT_REDEPLOY'] as const

/** Severity of the difference of two specs. */
export type SpecChange = (typeof specChanges)[number]

/** By severity: IGNORE < SCALE < UPGRADE < SAVEPOINT_REDEPLOY. */
export const SpecChangeOrd: Ord<SpecChange> = contramap((change: SpecChange) => specChanges.indexOf(change))(N.Ord)

const mostSevereMonoid: Monoid<SpecChange> = { concat: max(SpecChangeOrd), empty: 'IGNORE' }

/** An edit as a whole is as severe as its most severe field; no change at all is IGNORE. */
export const mostSevere: (changes: readonly SpecChange[]) => SpecChange = concatAll(mostSevereMonoid)
