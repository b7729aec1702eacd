import * as E from 'fp-ts/lib/Either.js'
import { pipe } from 'fp-ts/lib/function.js'
import type { DecodeError } from '../contract/resource/finding.ts'
import { utf8Length } from '../contract/resource/json.ts'
import { pathText } from './decode-error.ts'
import { isJsonObject } from './is-json-object.ts'
import { deepest, notTooDeep } from './nesting.ts'

/** One bound of a spec. */
export interface SpecBound {
  readonly most: number
  /** The counted unit, for messages: "at most 10 levels". */
  readonly unit: string
  /** Why no real spec reaches the bound. */
  readonly why: string
}

/**
 * Size limits of a spec. Any user who may create a resource chooses its texts, and one operator reads the resources of all users: so each
 * text is limited, and so is their sum. The limits apply to every field of every kind and are checked on the JSON, before decoding.
 */
export const specBounds = {
  depth: { most: deepest, unit: 'levels of nesting', why: 'the deepest pod template has fewer than 20' },
  text: { most: 131_072, unit: 'bytes of a text', why: 'Linux accepts no longer argument or variable of a process' },
  name: { most: 1_024, unit: 'bytes of a name', why: 'names of Kubernetes have at most 317, options of Flink some 80' },
  values: { most: 10_000, unit: 'values in the spec', why: 'a spec with long pod templates has some 500' },
  spec: { most: 524_288, unit: 'bytes of text in the spec', why: 'the status records the spec twice, and etcd accepts 1.5 MiB' },
} as const satisfies Readonly<Record<string, SpecBound>>

/** Number of path steps in a message, and characters per step. */
const reported = 6
const longestStep = 80

const tooLarge = (path: readonly string[], { most, unit }: SpecBound, found: number): DecodeError => ({
  path: pathText(path.slice(0, reported).map(step => step.slice(0, longestStep))),
  found: String(found),
  expected: `at most ${most} ${unit}`,
})

/** A bound that a value exceeds. `path`: the steps down to the value; each level of the recursion adds its own on return. */
interface Excess {
  readonly path: readonly string[]
  readonly bound: SpecBound
  readonly found: number
}

/** The first text or name that is too long; null if none is. */
const firstExcess = (json: unknown): Excess | null => {
  if (typeof json === 'string') {
    // a code unit takes at most three bytes
    if (json.length * 3 <= specBounds.text.most) return null
    const found = utf8Length(json)
    return found > specBounds.text.most ? { path: [], bound: specBounds.text, found } : null
  }
  if (typeof json !== 'object' || json === null) return null
  const isMap = !Array.isArray(json)
  for (const [name, inner] of Object.entries(json)) {
    const found = isMap && name.length * 3 > specBounds.name.most ? utf8Length(name) : 0
    if (found > specBounds.name.most) return { path: [name], bound: specBounds.name, found }
    const excess = firstExcess(inner)
    if (excess !== null) return { ...excess, path: [name, ...excess.path] }
  }
  return null
}

const valuesIn = (json: unknown): number =>
  typeof json !== 'object' || json === null ? 1 : Object.values(json).reduce<number>((sum, inner) => sum + valuesIn(inner), 1)

const bytesIn = (json: unknown): number => {
  if (typeof json === 'string') return utf8Length(json)
  if (typeof json !== 'object' || json === null) return 0
  return Array.isArray(json) ? (json as readonly unknown[]).reduce<number>((sum, inner) => sum + bytesIn(inner), 0)
    : Object.entries(json).reduce((sum, [name, inner]) => sum + utf8Length(name) + bytesIn(inner), 0)
}

/** Checks the bounds of a spec. Left: the first one that it exceeds. `name`: path of the spec, `spec`. */
export const withinBounds = (name: string, json: unknown): E.Either<DecodeError, null> =>
  pipe(
    notTooDeep({ [name]: json }),
    E.chain(() => {
      const excess = firstExcess(json)
      if (excess !== null) return E.left(tooLarge([name, ...excess.path], excess.bound, excess.found))
      const values = valuesIn(json)
      if (values > specBounds.values.most) return E.left(tooLarge([name], specBounds.values, values))
      const bytes = bytesIn(json)
      return bytes > specBounds.spec.most ? E.left(tooLarge([name], specBounds.spec, bytes)) : E.right(null)
    }),
  )

/** Limits of the part of a too large spec that is still decoded: enough to recognize the kind of resource. */
const kept = { depth: 20, text: 4_096, entries: 100 } as const

/** The spec without long texts and names, cut lists and maps, and without deeply nested values. The operator never deploys it. */
export const trimmed = (json: unknown, depth = 0): unknown => {
  if (Array.isArray(json))
    return (json as readonly unknown[]).slice(0, kept.entries).filter(isKept(depth)).map(item => trimmed(item, depth + 1))
  if (!isJsonObject(json)) return json
  return Object.fromEntries(
    Object.entries(json)
      .filter(([name, inner]) => name.length <= kept.text && isKept(depth)(inner))
      .slice(0, kept.entries)
      .map(([name, inner]) => [name, trimmed(inner, depth + 1)]),
  )
}

const isKept = (depth: number) => (json: unknown): boolean =>
  typeof json === 'string' ? json.length <= kept.text : typeof json !== 'object' || json === null || depth < kept.depth
