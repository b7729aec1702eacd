import { concatAll, type Monoid } from 'fp-ts/lib/Monoid.js'
import * as N from 'fp-ts/lib/number.js'
import { contramap, max, type Ord } from 'fp-ts/lib/Ord.js'
import type { DeploymentMode } from '../../contract/resource/flink-deployment-spec.ts'
import { plain, type ValueForm } from './value-form.ts'

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

/** How a field is compared and how severe its change is. Every field of a spec has one line in such a table. */
export type FieldPolicy =
  /** Compared as a whole. */
  | {
    readonly _tag: 'Whole'
    readonly change: Readonly<Record<DeploymentMode, SpecChange>>
    /** A change to null is no difference: removing a nonce triggers nothing. */
    readonly onNullIgnore: boolean
    readonly form: ValueForm
  }
  /** Compared field by field if both sides have it. UPGRADE if the whole field is added or removed. */
  | { readonly _tag: 'FieldWise'; readonly fields: PolicyTable; readonly form: ValueForm }
  /** Flattened, then compared key by key. */
  | { readonly _tag: 'Configuration' }

/** In the order in which messages list the fields. */
export type PolicyTable = Readonly<Record<string, FieldPolicy>>

/** The same change in both modes. */
export const always = (change: SpecChange, form: ValueForm = plain): FieldPolicy => ({
  _tag: 'Whole',
  change: { native: change, standalone: change },
  onNullIgnore: false,
  form,
})

/** `change` in standalone mode; UPGRADE in native mode. */
export const inStandalone = (change: SpecChange, form: ValueForm = plain): FieldPolicy => ({
  _tag: 'Whole',
  change: { native: 'UPGRADE', standalone: change },
  onNullIgnore: false,
  form,
})

/** `change` in both modes; a change to null is no difference. */
export const unlessNull = (change: SpecChange, form: ValueForm = plain): FieldPolicy => ({
  _tag: 'Whole',
  change: { native: change, standalone: change },
  onNullIgnore: true,
  form,
})
