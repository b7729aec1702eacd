import { isJsonObject } from '../packages/core/src/crd/is-json-object.ts'
import type { Json } from '../packages/core/src/contract/resource/json.ts'

/** A place in a resource. The step `asJson` goes into the JSON that a text holds: recorded specs are such texts. */
export type JsonPath = readonly string[]
export const asJson = '(as JSON)'

const parsed = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}

const isRecordedSpec = (key: string): boolean => key === 'lastReconciledSpec' || key === 'lastStableSpec'

/** Every place of a tree, its recorded specs opened. */
export const pathsOf = (json: Json, path: JsonPath = []): readonly JsonPath[] => {
  const paths: JsonPath[] = []
  const walk = (node: Json, at: JsonPath): void => {
    if (at.length > 0) paths.push(at)
    if (Array.isArray(node))
      node.forEach((item, index) => {
        walk(item as Json, [...at, String(index)])
      })
    else if (isJsonObject(node)) { for (const [key, inner] of Object.entries(node)) walk(inner, [...at, key]) }
    else if (typeof node === 'string' && isRecordedSpec(at.at(-1) ?? '')) {
      const inner = parsed(node)
      if (inner !== undefined) walk(inner, [...at, asJson])
    }
  }
  walk(json, path)
  return paths
}

export const valueAt = (json: Json, path: JsonPath): Json | undefined => {
  let node: Json | undefined = json
  for (const key of path) {
    if (typeof node === 'string' && key === asJson) node = parsed(node)
    else if (typeof node === 'object' && node !== null && Object.hasOwn(node, key)) node = (node as Record<string, Json>)[key]
    else return undefined
  }
  return node
}

/** What a change makes of a value; `undefined` takes it away. */
export type Change = (value: Json | undefined) => Json | undefined

/** `own` even for `__proto__`, as JSON.parse makes it. */
const withEntry = (object: Readonly<Record<string, Json>>, key: string, value: Json | undefined): Json => {
  if (value !== undefined) return { ...object, [key]: value }
  const { [key]: _, ...rest } = object
  return rest
}

/** A copy with one place changed; all else is shared with the original. A path that leads nowhere (any more) changes what it ends at. */
export const changedAt = (json: Json | undefined, [key, ...rest]: JsonPath, change: Change): Json | undefined => {
  if (key === undefined) return change(json)
  if (Array.isArray(json)) {
    const items = [...json as readonly Json[]]
    const index = Number(key)
    if (!Number.isInteger(index) || index >= items.length) return change(json)
    const made = changedAt(items[index], rest, change)
    if (made === undefined) items.splice(index, 1)
    else items[index] = made
    return items
  }
  if (isJsonObject(json)) return withEntry(json, key, changedAt(Object.hasOwn(json, key) ? json[key] : undefined, rest, change))
  if (typeof json === 'string' && key === asJson) {
    const inner = parsed(json)
    const made = changedAt(inner, rest, change)
    if (made === undefined) return ''
    try {
      return JSON.stringify(made)
    } catch {
      return json
    }
  }
  return change(json)
}
