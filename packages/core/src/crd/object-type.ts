import * as E from 'fp-ts/lib/Either.js'
import * as RA from 'fp-ts/lib/ReadonlyArray.js'
import * as t from 'io-ts'
import type { Json, JsonObject } from '../contract/resource/json.ts'
import type { DecodeError } from '../contract/resource/finding.ts'
import { pathTo, unreadAt } from './decode-error.ts'
import { type Field, fieldsOf, standInOf, type Table, type ValueType } from './field.ts'
import { isJsonObject } from './is-json-object.ts'

type Entry = readonly [string, unknown]
type FieldEntry = readonly [string, Field<unknown>]

export interface ObjectOptions<S> {
  /**
   * A field that does not decode gets a stand-in instead of making the object fail (B41). `unreadIn` reports it, and its original JSON is
   * written back unchanged (F14).
   */
  readonly tolerant?: true
  /** The fields that identify the same object in the JSON that was read before. */
  readonly identity?: readonly (keyof S & string)[]
}

const decodeField = (tolerant: boolean, json: JsonObject, context: t.Context) => ([key, field]: FieldEntry): t.Validation<Entry> => {
  const found = json[key] ?? null
  if (found === null && 'default' in field) return t.success([key, field.default])
  const { codec } = field.type
  const inner = t.appendContext(context, key, codec, found)
  if (found === null) return t.failure(found, inner, `a value of ${codec.name}`)
  const decoded = codec.validate(found, inner)
  if (E.isRight(decoded)) return t.success([key, decoded.right])
  return tolerant && 'default' in field ? t.success([key, standInOf(field)]) : decoded
}

const isReadable = ({ type: { codec } }: Field<unknown>, json: Json): boolean => E.isRight(codec.validate(json, []))

/**
 * True if the value is only a stand-in, so that the original JSON is written back. Also true for an original that should be an object but
 * is not: it stays unchanged, even if a new value would be written into it.
 */
const isStandIn = (value: unknown, field: Field<unknown>, original: Json): boolean =>
  original !== null && (value === standInOf(field) || (field.type.parts?._tag === 'Fields' && !isJsonObject(original)))
  && !isReadable(field, original)

/** The JSON of a field. Undefined: the field is omitted. */
const encodeField = (value: unknown, field: Field<unknown>, original: Json): Json | undefined =>
  value === undefined || ('default' in field && field.whenDefault === 'omit' && value === field.default) ? undefined
    : value === null ? ('default' in field && field.whenNull === 'omit' ? undefined : null)
    : field.type.encodeOver(value, original)

const textOf = (value: unknown): string => JSON.stringify(value ?? null)

const schemaOf = (fields: readonly FieldEntry[]): JsonObject => ({
  type: 'object',
  properties: Object.fromEntries(fields.map(([key, { type, doc }]) => [key, { description: doc, ...type.schema }])),
})

/** An object type from a table of fields. Unknown fields are ignored on read and kept on write. */
export const objectOf = <S extends object>(name: string, table: Table<S>, options: ObjectOptions<S> = {}): ValueType<S> => {
  const fields = fieldsOf(table)
  const names: readonly string[] = fields.map(([key]) => key)
  const valueOf = (object: S, key: string): unknown => (object as Readonly<Record<string, unknown>>)[key]
  const isSame = (value: S, original: JsonObject): boolean =>
    (options.identity ?? []).every(key =>
      textOf(original[key]) === textOf(valueOf(value, key))
      || isStandIn(valueOf(value, key), table[key] as Field<unknown>, original[key] ?? null)
    )
  const encodeOver = (value: S, original: Json): Json => {
    const before = isJsonObject(original) && isSame(value, original) ? original : {}
    const entries: (readonly [string, Json])[] = []
    for (const [key, field] of fields) {
      const read = before[key] ?? null
      const json = options.tolerant === true && isStandIn(valueOf(value, key), field, read) ? read
        : encodeField(valueOf(value, key), field, read)
      if (json !== undefined) entries.push([key, json])
    }
    for (const entry of Object.entries(before)) if (!names.includes(entry[0])) entries.push(entry)
    return Object.fromEntries(entries)
  }
  const decode = (json: unknown, context: t.Context): t.Validation<S> => {
    if (!isJsonObject(json)) return t.failure(json, context, 'an object')
    const decoded = fields.map(decodeField(options.tolerant === true, json, context))
    return decoded.find(E.isLeft) ?? t.success(Object.fromEntries(RA.rights(decoded).filter(([, value]) => value !== undefined)) as S)
  }
  const is = (json: unknown): json is S =>
    isJsonObject(json) && fields.every(([key, field]) => (json[key] == null ? 'default' in field : field.type.codec.is(json[key])))
  const unreadIn = (original: unknown, path: string): readonly DecodeError[] =>
    isJsonObject(original)
      ? fields.flatMap(([key, { type }]) => (original[key] == null ? [] : unreadAt(pathTo(path, key), type, original[key]))) : []
  return {
    codec: new t.Type<S, Json, unknown>(name, is, decode, value => encodeOver(value, null)),
    schema: schemaOf(fields),
    encodeOver,
    unreadIn,
    parts: { _tag: 'Fields', fields },
    ...(options.identity === undefined ? {} : { isSame }),
  }
}
