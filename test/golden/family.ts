/** One line of a family's file: what goes in, what the reference operator answered (its form is in each family's runner). */
export interface GoldenVector {
  readonly id: string
  readonly given: Readonly<Record<string, unknown>>
  readonly expect: Readonly<Record<string, unknown>>
}

/** A field in which our answer is not the reference operator's. Null: it is not there. */
export interface Difference {
  readonly field: string
  readonly want: unknown
  readonly got: unknown
}

/**
 * Does a declared deviation name this field of this vector? Only to choose what to compare with, where a vector may be compared with
 * several of ours.
 */
export type IsDeclared = (difference: Difference) => boolean

/** How the vectors of one family are run against our code: all fields that differ, whether on purpose or not. */
export interface GoldenFamily {
  readonly name: string
  readonly run: (vector: GoldenVector, isDeclared: IsDeclared) => readonly Difference[]
}

export const differenceOf = (field: string, want: unknown, got: unknown): Difference => ({ field, want: want ?? null, got: got ?? null })

const text = (value: unknown): string => (typeof value === 'string' && value.includes('\n') ? value : JSON.stringify(value))

export const wordsOfDifference = ({ field, want, got }: Difference): string => `${field}: want ${text(want)}, got ${text(got)}`
