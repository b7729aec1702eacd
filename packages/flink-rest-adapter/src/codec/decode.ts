import * as E from 'fp-ts/lib/Either.js'

/** `latest.savepoint.id: expected number, got string of length 1`: the first mismatch in an answer, without its value. */
export type DecodeError = string

interface Mismatch {
  /** Our field names and list positions only: no text of the server. */
  readonly path: readonly string[]
  readonly expected: string
  readonly found: string
}

/** Decodes one JSON value. It stops at the first mismatch and never throws. */
export interface Decoder<A> {
  /** Name of the expected value in messages. */
  readonly name: string
  readonly read: (json: unknown) => E.Either<Mismatch, A>
}

/** The value type of a decoder. */
export type Decoded<D> = D extends Decoder<infer A> ? A : never

/** Decodes a whole answer. Unknown fields are ignored, since newer Flink versions add some. */
export const decodeWith = <A>({ read }: Decoder<A>) => (json: unknown): E.Either<DecodeError, A> =>
  E.mapLeft(({ path, expected, found }: Mismatch) =>
    `${path.length === 0 ? 'answer' : path.join('.')}: expected ${expected}, got ${found}`
  )(
    read(json),
  )

/** Type and size only: the value may be a secret, or of any size. */
export const sizeOf = (value: unknown): string => {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (typeof value === 'string') return `string of length ${value.length}`
  if (Array.isArray(value)) return `list of length ${value.length}`
  return typeof value
}

const mismatch = (expected: string, value: unknown): E.Either<Mismatch, never> => E.left({ path: [], expected, found: sizeOf(value) })

const at = (step: string, inner: Mismatch): E.Either<Mismatch, never> => E.left({ ...inner, path: [step, ...inner.path] })

const make = <A>(name: string, accept: (json: unknown) => json is A): Decoder<A> => ({
  name,
  read: json => (accept(json) ? E.right(json) : mismatch(name, json)),
})

export const boolean = make('boolean', (json): json is boolean => typeof json === 'boolean')

/** A value that is not checked. */
export const anything: Decoder<unknown> = { name: 'anything', read: E.right }

/** Counts, ids and sizes: integers without loss of precision, as resource statuses require. */
export const integer = make('number', (json): json is number => Number.isSafeInteger(json))

/** The latest time that JavaScript, and Java's text of a time, can represent. */
const lastMoment = 8.64e15

/** Milliseconds since 1970; Flink writes -1 for "not yet". */
export const moment = make(
  'number',
  (json): json is number => Number.isSafeInteger(json) && Math.abs(json as number) <= lastMoment,
)

/** Ids and paths: one that is too long is rejected, because a prefix would name something else. */
export const text = (longest: number): Decoder<string> => ({
  name: 'string',
  read: json =>
    typeof json === 'string' && json.length <= longest ? E.right(json)
      : mismatch(typeof json === 'string' ? `string of at most ${longest}` : 'string', json),
})

/** An id that Flink generates and that becomes part of a path in messages: only hexadecimal digits, so it can contain no text. */
export const hexadecimal = make(
  'id of hexadecimal digits',
  (json): json is string => typeof json === 'string' && /^[0-9a-f]{1,64}$/i.test(json),
)

/** A copy of the beginning: a substring would keep the whole text in memory. */
export const beginning = (whole: string, longest: number): string =>
  whole.length <= longest ? whole : Buffer.from(whole.slice(0, longest)).toString()

/** A text for the user: only its beginning is kept. */
export const words = (longest: number): Decoder<string> => ({
  name: 'string',
  read: json => (typeof json === 'string' ? E.right(beginning(json, longest)) : mismatch('string', json)),
})

/** One of a few words. */
export const oneOf = <A extends string>(name: string, values: readonly A[]): Decoder<A> =>
  make(name, (json): json is A => (values as readonly unknown[]).includes(json))

/** Null if the field is null or missing. */
export const orNull = <A>({ name, read }: Decoder<A>): Decoder<A | null> => ({
  name: `${name} or null`,
  read: json => (json === null || json === undefined ? E.right(null) : read(json)),
})

export const list = <A>(name: string, item: Decoder<A>): Decoder<readonly A[]> => ({
  name,
  read: json => {
    if (!Array.isArray(json)) return mismatch(name, json)
    const items: A[] = []
    for (const [n, value] of json.entries()) {
      const read = item.read(value)
      if (E.isLeft(read)) return at(String(n), read.left)
      items.push(read.right)
    }
    return E.right(items)
  },
})

const isObject = (json: unknown): json is Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null && !Array.isArray(json)

/** These fields of an object. */
export const fields = <Fields extends Readonly<Record<string, Decoder<unknown>>>>(
  name: string,
  decoders: Fields,
): Decoder<{ readonly [Field in keyof Fields]: Decoded<Fields[Field]> }> => {
  const entries = Object.entries(decoders)
  return {
    name,
    read: json => {
      if (!isObject(json)) return mismatch(name, json)
      const found: Record<string, unknown> = {}
      for (const [field, decoder] of entries) {
        const read = decoder.read(Object.hasOwn(json, field) ? json[field] : undefined)
        if (E.isLeft(read)) return at(field, read.left)
        found[field] = read.right
      }
      return E.right(found as { readonly [Field in keyof Fields]: Decoded<Fields[Field]> })
    },
  }
}

/** An object whose keys Flink generates. Messages do not contain the keys. */
export const byKey = <A>(name: string, value: Decoder<A>): Decoder<Readonly<Record<string, A>>> => ({
  name,
  read: json => {
    if (!isObject(json)) return mismatch(name, json)
    const found: (readonly [string, A])[] = []
    for (const [key, inner] of Object.entries(json)) {
      const read = value.read(inner)
      if (E.isLeft(read)) return at('*', read.left)
      found.push([key, read.right])
    }
    return E.right(Object.fromEntries(found))
  },
})
