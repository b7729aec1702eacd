import type { DeploymentMode } from '../../contract/resource/flink-deployment-spec.ts'
import type { SpecChange } from './spec-change.ts'
import { plain, type ValueForm } from './value-form.ts'

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
