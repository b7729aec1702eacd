import type { JsonObject } from '@flink-operator/core'
import type { Reference, WatchedValue } from '@flink-operator/core/kinds'
import type { ResourceKey } from '../port/cluster-port.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (object: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, field) => (isObject(inner) ? inner[field] : undefined), object)

/** The value as text; objects and lists as JSON. */
export const watchedText = (object: JsonObject, { path, absent }: WatchedValue): string => {
  const value = at(object, path) ?? null
  return value === null ? absent : typeof value === 'string' ? value : JSON.stringify(value)
}

/** All values as one text, which differs if one of them changed. */
export const signatureOf = (object: JsonObject, values: readonly WatchedValue[]): string =>
  values.map(value => watchedText(object, value)).join('\n')

/** The resource of this kind and of the same namespace that the reference names; null: none. */
export const referenceOf = (object: JsonObject, { at: path, named }: Reference, kind: string): ResourceKey | null => {
  const found = at(object, path)
  const namespace = at(object, ['metadata', 'namespace'])
  const name = named !== undefined ? named(object)
    // if only one kind is possible, the field holds its name alone
    : path.at(-1)?.endsWith('Name') === true ? found : isObject(found) && found['kind'] === kind ? found['name'] : null
  return typeof name === 'string' ? { namespace: typeof namespace === 'string' ? namespace : '', name } : null
}

/** The resource of this kind in the same namespace that the owner references name; null: none. */
export const ownerOf = (object: JsonObject, kind: string): ResourceKey | null => {
  const references = at(object, ['metadata', 'ownerReferences'])
  const namespace = at(object, ['metadata', 'namespace'])
  const found = (Array.isArray(references) ? (references as readonly unknown[]) : []).filter(isObject).find(it => it['kind'] === kind)
  return typeof found?.['name'] === 'string' ? { namespace: typeof namespace === 'string' ? namespace : '', name: found['name'] } : null
}
