import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type * as t from 'io-ts'
import type { DecodeError } from '../contract/resource/finding.ts'
import type { Json } from '../contract/resource/json.ts'
import type { ValueType } from './field.ts'

/** The found value for messages: its JSON, at most 80 characters. */
export const preview = (found: unknown): string => {
  const text = pipe(
    E.tryCatch(() => JSON.stringify(found) as string | undefined, () => undefined),
    E.getOrElse((): string | undefined => undefined),
  ) ?? typeof found
  return text.length <= 80 ? text : `${text.slice(0, 79)}…`
}

/** `spec.job.args[0]`, `spec.logConfiguration[log4j-console.properties]`. */
const step = (path: string, key: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(key) ? (path === '' ? key : `${path}.${key}`) : `${path}[${key}]`

export const pathText = (keys: readonly string[]): string => keys.reduce(step, '')

/** Joins a path and a path inside of it. */
export const under = (
  path: string,
  inner: string,
): string => (path === '' || inner === '' || inner.startsWith('[') ? `${path}${inner}` : `${path}.${inner}`)

const ofValidation = (error: t.ValidationError): DecodeError => ({
  path: pathText(error.context.map(({ key }) => key).filter(key => key !== '')),
  found: preview(error.value),
  expected: error.message ?? error.context.at(-1)?.type.name ?? 'another value',
})

/** The first error: a message reports one error at a time. */
export const decodeErrorOf = (errors: t.Errors): DecodeError => {
  const [first] = errors
  return first === undefined ? { path: '', found: '', expected: 'a decodable value' } : ofValidation(first)
}

/** `spec.job` and `upgradeMode`: `spec.job.upgradeMode`. */
export const pathTo = (path: string, key: string): string => step(path, key)

/** `spec.job.upgradeMode: expected one of stateless, savepoint, last-state, found "x"`. */
export const describeDecodeError = ({ path, expected, found }: DecodeError): string => `${path}: expected ${expected}, found ${found}`

/** Decodes the value at `path` of its resource. */
export const decodeAt = <A>(path: string, type: ValueType<A>, json: unknown): E.Either<DecodeError, A> =>
  pipe(type.codec.validate(json, [{ key: path, type: type.codec, actual: json }]), E.mapLeft(decodeErrorOf))

/** Why the value at `path` does not decode; empty if it does. */
export const unreadAt = <A>(
  path: string,
  { codec, unreadIn }: Pick<ValueType<A>, 'codec' | 'unreadIn'>,
  json: unknown,
): readonly DecodeError[] => {
  const decoded = codec.validate(json, [{ key: '', type: codec, actual: json }])
  if (E.isRight(decoded)) return unreadIn?.(json, path) ?? []
  const error = decodeErrorOf(decoded.left)
  return [{ ...error, path: under(path, error.path) }]
}

/** The JSON of a value without an original JSON. */
export const encode = <A>(type: ValueType<A>, value: A): Json => type.encodeOver(value, null)
