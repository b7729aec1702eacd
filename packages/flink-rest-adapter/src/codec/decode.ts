import * as E from 'fp-ts/lib/Either.js'
import * as t from 'io-ts'

/** `latest.savepoint.id: expected number, got "x"`: the first thing that is wrong with an answer. */
export type DecodeError = string

/**
 * Decodes with a codec and tells the path of what does not fit. Fields that the codec does not name are left alone: newer Flinks add some.
 */
export const decodeWith = <A>(codec: t.Type<A, unknown>) => (json: unknown): E.Either<DecodeError, A> =>
  E.mapLeft(describe)(codec.decode(json))

const describe = ([first]: t.Errors): DecodeError => {
  if (first === undefined) return 'does not decode'
  const path = first.context.map(entry => entry.key).filter(key => key !== '').join('.')
  const wanted = first.context.at(-1)?.type.name ?? 'something else'
  const got = first.value === undefined ? 'nothing' : (JSON.stringify(first.value) as string | undefined ?? typeof first.value)
  return `${path === '' ? 'answer' : path}: expected ${wanted}, got ${got.length > 80 ? `${got.slice(0, 80)}…` : got}`
}

/** Null where the field is null or missing. (A union with null would put its own index into the paths of errors.) */
export const orNull = <A>(codec: t.Type<A, unknown>): t.Type<A | null, unknown> =>
  new t.Type<A | null, unknown>(
    `${codec.name} or null`,
    (value): value is A | null => value === null || codec.is(value),
    (value, context) => (value === null || value === undefined ? t.success(null) : codec.validate(value, context)),
    value => value,
  )
