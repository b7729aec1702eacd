import type { JsonObject } from './json.ts'

/** A resource that can't be managed, and why: path, what was found, what is allowed. */
export interface DecodeError {
  readonly path: string
  readonly found: string
  readonly expected: string
}

/** One thing that is wrong (`Error`: the spec is not followed) or doubtful (`Advice`: shown by `plan`). */
export interface Finding {
  readonly severity: 'Error' | 'Advice'
  /** Dotted path of the field. */
  readonly field: string
  readonly message: string
  /** The edit that follows it: a merge patch of the spec, which is accepted. */
  readonly suggestion?: JsonObject
}
