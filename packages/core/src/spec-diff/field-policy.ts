import type { DeploymentMode } from '../resource/flink-deployment-spec.ts'
import type { SpecChange } from './spec-change.ts'
import { plain, type ValueForm } from './value-form.ts'

/** What a changed field means. Every field of a spec has one line in a table of these. */
export type FieldPolicy =
  /** Compared as a whole. */
  | {
    readonly _tag: 'Whole'
    readonly change: Readonly<Record<DeploymentMode, SpecChange>>
    /** A nonce that is taken away asks for nothing: a change to null is no difference. */
    readonly onNullIgnore: boolean
    readonly form: ValueForm
  }
  /** Compared field by field where both sides have it; as a whole of type UPGRADE where it appears or vanishes. */
  | { readonly _tag: 'FieldWise'; readonly fields: PolicyTable; readonly form: ValueForm }
  /** Flattened, then compared key by key. */
  | { readonly _tag: 'Configuration' }

/** In the order in which people read the fields. */
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

/** A change to null is none. */
export const unlessNull = (change: SpecChange, form: ValueForm = plain): FieldPolicy => ({
  _tag: 'Whole',
  change: { native: change, standalone: change },
  onNullIgnore: true,
  form,
})
