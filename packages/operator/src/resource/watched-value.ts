import type { JsonObject } from '@flink-operator/core'
import type { Reference, WatchedValue } from '@flink-operator/core/kinds'
import type { ResourceKey } from '../port/cluster-port.ts'

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const at = (object: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, field) => (isObject(inner) ? inner[field] : undefined), object)

/** The value as text; objects and lists as their JSON. */
export const watchedText = (object: JsonObject, { path, absent }: WatchedValue): string => {
  const value = at(object, path) ?? null
  return value === null ? absent : typeof value === 'string' ? value : JSON.stringify(value)
}

/** All of the values as one text: another one means that one of them changed. */
export const signatureOf = (object: JsonObject, values: readonly WatchedValue[]): string =>
  values.map(value => watchedText(object, value)).join('\n')

/** The resource of this kind and of the same namespace that is named there; null: none is. */
export const referenceOf = (object: JsonObject, { at: path, named }: Reference, kind: string): ResourceKey | null => {
  const found = at(object, path)
  const namespace = at(object, ['metadata', 'namespace'])
  const name = named !== undefined ? named(object)
    // where only one kind can be meant its name alone stands there
    : path.at(-1)?.endsWith('Name') === true ? found : isObject(found) && found['kind'] === kind ? found['name'] : null
  return typeof name === 'string' ? { namespace: typeof namespace === 'string' ? namespace : '', name } : null
}

/** The resource of this kind and of the same namespace that owns it, by its owner references; null: none does. */
export const ownerOf = (object: JsonObject, kind: string): ResourceKey | null => {
  const references = at(object, ['metadata', 'ownerReferences'])
  const namespace = at(object, ['metadata', 'namespace'])
  const found = (Array.isArray(references) ? (references as readonly unknown[]) : []).filter(isObject).find(it => it['kind'] === kind)
  return typeof found?.['name'] === 'string' ? { namespace: typeof namespace === 'string' ? namespace : '', name: found['name'] } : null
}
