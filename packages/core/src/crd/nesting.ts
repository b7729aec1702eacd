import * as E from 'fp-ts/lib/Either.js'
import type { DecodeError } from '../contract/resource/finding.ts'
import { pathText } from './decode-error.ts'

/** Largest nesting of a resource: deeper than any pod template, and small enough for recursive code. */
export const deepest = 100
/** Number of path steps in the message. */
const reported = 6

/** Path of a value that is nested deeper than `left` levels; null if none is. */
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
 * The API server accepts objects with 10,000 levels. Recursive code, including JSON.stringify, would overflow the stack on them. Such a
 * resource is therefore rejected before decoding.
 */
export const notTooDeep = (json: unknown): E.Either<DecodeError, null> => {
  const path = deepPath(json, deepest)
  return path === null ? E.right(null)
    : E.left({
      path: pathText(path.slice(0, reported)),
      found: `more than ${deepest} levels`,
      expected: `at most ${deepest} levels of nesting`,
    })
}
