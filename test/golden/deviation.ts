import { isDeepStrictEqual } from 'node:util'
import type { Difference, GoldenVector } from './family.ts'
import { inNames } from './names.ts'

/** What a value has to be: the value itself, one of several, text of a form, or anything that a test accepts, which has a name. */
export type Pattern = string | number | boolean | null | RegExp | { readonly oneOf: readonly unknown[] } | {
  readonly name: string
  readonly test: (value: unknown) => boolean
}

/** One field that a rule excuses, with what stands in it there and here. Without `want` or `got` any value. */
export interface Excuse {
  readonly field: string | RegExp
  readonly want?: Pattern
  readonly got?: Pattern
  /** What the two have to do with each other. */
  readonly both?: { readonly name: string; readonly test: (want: unknown, got: unknown, vector: GoldenVector) => boolean }
}

/**
 * One place where our answer differs from the reference operator's on purpose. A vector that differs in a field that its rules don't name
 * fails.
 */
export interface Deviation {
  /** Stands in a document (docs/rules.md, or docs/deviations.md, which is made of this table). */
  readonly id: string
  readonly family: string
  /** Which vectors, in words. */
  readonly vectors: string
  readonly when: (vector: GoldenVector) => boolean
  readonly excuses: readonly Excuse[]
  readonly reason: string
  /** Title of the test that shows the better behaviour. */
  readonly test: string
  /**
   * A mark of our own that is on (nearly) every vector of the family: they are counted as passed, since all the rest of them is compared.
   */
  readonly isEverywhere?: true
}

const isRegExp = (pattern: Pattern): pattern is RegExp => pattern instanceof RegExp

const matchesPattern = (pattern: Pattern | undefined, value: unknown): boolean => {
  if (pattern === undefined) return true
  if (typeof pattern !== 'object' || pattern === null) return isDeepStrictEqual(pattern, value)
  if (isRegExp(pattern)) return typeof value === 'string' && pattern.test(value)
  return 'oneOf' in pattern ? pattern.oneOf.some(it => isDeepStrictEqual(it, value)) : pattern.test(value)
}

const isExcusedBy = ({ field, want, got }: Difference, vector: GoldenVector) => (excuse: Excuse): boolean =>
  (typeof excuse.field === 'string' ? excuse.field === field : excuse.field.test(field))
  && matchesPattern(excuse.want, inNames(vector, want)) && matchesPattern(excuse.got, inNames(vector, got))
  && (excuse.both?.test(want, got, vector) ?? true)

/** The rule that excuses this difference of this vector: the first of the table. */
export const deviationFor = (table: readonly Deviation[], vector: GoldenVector, difference: Difference): Deviation | undefined =>
  table.find(({ when, excuses }) => excuses.some(isExcusedBy(difference, vector)) && when(vector))

const wordsOfPattern = (pattern: Pattern | undefined): string => {
  if (pattern === undefined) return 'anything'
  if (typeof pattern !== 'object' || pattern === null) return JSON.stringify(pattern)
  if (isRegExp(pattern)) return String(pattern)
  return 'oneOf' in pattern ? pattern.oneOf.map(it => JSON.stringify(it)).join(' or ') : pattern.name
}

/** For documents: `lifecycleState: "STABLE" is "DEPLOYED"`. */
export const wordsOfExcuse = ({ field, want, got, both }: Excuse): string =>
  `${String(field)}: ${wordsOfPattern(want)} → ${wordsOfPattern(got)}${both === undefined ? '' : `, ${both.name}`}`
