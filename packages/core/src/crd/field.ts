import type * as t from 'io-ts'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'

/** A type of values: how to decode and encode it, and its schema for the API server. */
export interface ValueType<A> {
  readonly codec: t.Type<A, Json>
  /** OpenAPI v3, limited to what a structural CRD schema allows. */
  readonly schema: JsonObject
  /** The JSON of `value`. Keeps fields of `original` (the JSON that was read before) that this version doesn't know (B46). */
  readonly encodeOver: (value: A, original: Json) => Json
  /**
   * True if `original` is the JSON of the same item, maybe in an older state. Only then unknown fields are kept. Absent: items at the same
   * position are the same.
   */
  readonly isSame?: (value: A, original: JsonObject) => boolean
  /**
   * Errors for the parts of `original` that do not decode and get a stand-in. Absent: the type has no stand-ins. `path`: path of
   * `original`. The original JSON of a stand-in is written back unchanged.
   */
  readonly unreadIn?: (original: unknown, path: string) => readonly DecodeError[]
  /** Parts of a composed type; absent for all others. */
  readonly parts?: TypeParts
}

/** A type, for the documentation. */
export interface ShownType {
  readonly codec: { readonly name: string }
  readonly parts?: TypeParts
}

export type TypeParts =
  | { readonly _tag: 'Fields'; readonly fields: readonly (readonly [string, ShownField])[] }
  | { readonly _tag: 'Items'; readonly item: ShownType }
  | { readonly _tag: 'Variants'; readonly variants: Readonly<Record<string, ShownType>> }

/** A field, for the documentation. */
export interface ShownField {
  readonly type: ShownType
  readonly doc: string
  readonly default?: unknown
}

interface AnyField<A> {
  readonly type: ValueType<NonNullable<A>>
  /** Description for `kubectl explain` and the reference documentation. */
  readonly doc: string
}

/** Absent and null both mean the default (C-D01). With the default `undefined` the decoded value lacks the key. */
interface DefaultedField<A> extends AnyField<A> {
  readonly default: A
  /** In a tolerant object: the value for a field that does not decode, if the default would be misleading. */
  readonly unreadable?: A
  /** Omits the key from the JSON if the value is null. Otherwise null is written. */
  readonly whenNull?: 'omit'
  /** Omits the key if the value is the default, like Go's `omitempty` for '' and 0. */
  readonly whenDefault?: 'omit'
}

/** The field must be present. */
interface RequiredField<A> extends AnyField<A> {
  readonly required: true
}

/** One field of an object: one line of a table. Codec, CRD schema and documentation are generated from the table. */
export type Field<A> = DefaultedField<A> | RequiredField<A>

/** All fields of an object, in the order of the JSON. A missing or additional field doesn't compile. */
export type Table<S> = { readonly [K in keyof S]-?: Field<S[K]> }

/** A table as a list, for iteration. The list does not keep the types of the values. */
export const fieldsOf = <S>(table: Table<S>): readonly (readonly [string, Field<unknown>])[] =>
  Object.entries(table) as unknown as readonly (readonly [string, Field<unknown>])[]

/** The object with every field at its default. Only for tables without required fields. */
export const defaultsOf = <S>(table: { readonly [K in keyof S]-?: DefaultedField<S[K]> }): S =>
  Object.fromEntries(
    fieldsOf<S>(table).flatMap(([key, field]) => ('default' in field && field.default !== undefined ? [[key, field.default]] : [])),
  ) as S

/** The stand-in of a tolerant object for a value that does not decode. */
export const standInOf = <A>(field: Field<A>): A | undefined => ('default' in field ? (field.unreadable ?? field.default) : undefined)

/** Schema that keeps unknown fields: the API server prunes nothing from such a value. */
export const preserved: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** The same type, but opaque to the API server: the operator's records may get new fields without a new CRD. */
export const opaque = <A>(type: ValueType<A>): ValueType<A> => ({ ...type, schema: preserved })
