import * as E from 'fp-ts/lib/Either.js'
import type { DecodeError } from '../resource/finding.ts'
import { pathText } from './decode-error.ts'

/** Levels of a resource: more than the deepest pod template has, and few enough for every walk through it. */
export const deepest = 100
/** Steps of the path that are told. */
const told = 6

/** Where a value begins that goes deeper than `left` levels; null: none does. */
const deepPath = (json: unknown, left: number): readonly string[] | null => {
  if (typeof json !== 'object' || json === null) return null
  if (left === 0) return []
  for (const [key, inner] of Object.entries(json)) {
    const path = deepPath(inner, left - 1)
    if (path !== null) return [key, ...path]
  }
  return null
}

/**
 * The API server takes objects of 10,000 levels. What walks through them, JSON.stringify too, would leave the stack somewhere on the way:
 * such a resource is refused before anything is read of it.
 */
export const notTooDeep = (json: unknown): E.Either<DecodeError, null> => {
  const path = deepPath(json, deepest)
  return path === null ? E.right(null)
    : E.left({
      path: pathText(path.slice(0, told)),
      found: `more than ${deepest} levels`,
      expected: `at most ${deepest} levels of nesting`,
    })
}
