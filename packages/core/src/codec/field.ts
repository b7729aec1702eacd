import type * as t from 'io-ts'
import type { DecodeError } from '../resource/finding.ts'
import type { Json, JsonObject } from '../resource/json.ts'

/** How values of one type are read, written, and described to the API server. */
export interface ValueType<A> {
  readonly codec: t.Type<A, Json>
  /** OpenAPI v3 as far as a structural CRD schema allows it. */
  readonly schema: JsonObject
  /** The JSON of `value`; fields of `original`, the JSON that was read before, stay where this version doesn't know them (B46). */
  readonly encodeOver: (value: A, original: Json) => Json
  /**
   * Is `original` the JSON of the same thing, an older state perhaps? Unknown fields are carried over only then; absent: yes, by its place.
   */
  readonly isSame?: (value: A, original: JsonObject) => boolean
  /**
   * The parts of `original` that can't be read, where the type takes a stand-in for them; absent: it takes none. `path`: where `original`
   * stands. What a stand-in stands for is written back as it was.
   */
  readonly unreadIn?: (original: unknown, path: string) => readonly DecodeError[]
  /** What a composed value is made of; absent for all others. */
  readonly parts?: TypeParts
}

/** A type as documentation shows it. */
export interface ShownType {
  readonly codec: { readonly name: string }
  readonly parts?: TypeParts
}

export type TypeParts =
  | { readonly _tag: 'Fields'; readonly fields: readonly (readonly [string, ShownField])[] }
  | { readonly _tag: 'Items'; readonly item: ShownType }
  | { readonly _tag: 'Variants'; readonly variants: Readonly<Record<string, ShownType>> }

/** A line of a table as documentation shows it. */
export interface ShownField {
  readonly type: ShownType
  readonly doc: string
  readonly default?: unknown
}

interface AnyField<A> {
  readonly type: ValueType<NonNullable<A>>
  /** What people read in `kubectl explain` and in the reference documentation. */
  readonly doc: string
}

/** Absent and null are the same (C-D01): the default. `undefined` as default leaves the key out of the decoded value. */
interface DefaultedField<A> extends AnyField<A> {
  readonly default: A
  /** In a tolerant object: the value of a field that is there but can't be read, where the default would claim too much. */
  readonly unreadable?: A
  /** Is the key left out of the JSON where the value is null? Otherwise null is written. */
  readonly whenNull?: 'omit'
  /** Is the key left out where the value is the default, as Go's `omitempty` does with '' and 0? */
  readonly whenDefault?: 'omit'
}

/** The value can't be decoded without it. */
interface RequiredField<A> extends AnyField<A> {
  readonly required: true
}

/** One field of an object: one line of a table, from which codec, CRD schema and documentation are made. */
export type Field<A> = DefaultedField<A> | RequiredField<A>

/** All fields of an object, in the order in which they are written. An object with a field more or less doesn't compile. */
export type Table<S> = { readonly [K in keyof S]-?: Field<S[K]> }

/** A table as a list, for walking over it: the types of the single values are known to the table alone. */
export const fieldsOf = <S>(table: Table<S>): readonly (readonly [string, Field<unknown>])[] =>
  Object.entries(table) as unknown as readonly (readonly [string, Field<unknown>])[]

/** The object with every field at its default. Only for tables without required fields. */
export const defaultsOf = <S>(table: { readonly [K in keyof S]-?: DefaultedField<S[K]> }): S =>
  Object.fromEntries(
    fieldsOf<S>(table).flatMap(([key, field]) => ('default' in field && field.default !== undefined ? [[key, field.default]] : [])),
  ) as S

/** What a tolerant object takes for a value that is there and can't be read. */
export const standInOf = <A>(field: Field<A>): A | undefined => ('default' in field ? (field.unreadable ?? field.default) : undefined)

/** Keeps whatever the schema doesn't name: a CRD prunes nothing of such a value. */
export const preserved: JsonObject = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true }

/** The same values, but opaque to the API server: our own records may grow without a new CRD. */
export const opaque = <A>(type: ValueType<A>): ValueType<A> => ({ ...type, schema: preserved })
