/** One line of a family's file: what goes in, what the reference operator answered (its form is in each family's runner). */
export interface GoldenVector {
  readonly id: string
  readonly given: Readonly<Record<string, unknown>>
  readonly expect: Readonly<Record<string, unknown>>
}

export type GoldenResult =
  | { readonly _tag: 'Passed' }
  | { readonly _tag: 'Failed'; readonly difference: string }
  /** A declared deviation: ours differs on purpose (test/golden/deviations.ts). */
  | { readonly _tag: 'Skipped'; readonly deviation: string }

/** How the vectors of one family are run against our code. */
export interface GoldenFamily {
  readonly name: string
  readonly run: (vector: GoldenVector) => GoldenResult
}

export const passed: GoldenResult = { _tag: 'Passed' }
export const failed = (difference: string): GoldenResult => ({ _tag: 'Failed', difference })
export const skipped = (deviation: string): GoldenResult => ({ _tag: 'Skipped', deviation })
