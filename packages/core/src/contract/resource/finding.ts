import type { JsonObject } from './json.ts'

/** Why a resource can't be decoded: the path, the value found, and what is allowed. */
export interface DecodeError {
  readonly path: string
  readonly found: string
  readonly expected: string
}

/** One finding about a spec: `Error`: the operator does not follow the spec; `Advice`: `plan` shows it. */
export interface Finding {
  readonly severity: 'Error' | 'Advice'
  /** Dotted path of the field. */
  readonly field: string
  readonly message: string
  /** An edit that resolves the finding: a merge patch of the spec that passes validation. */
  readonly suggestion?: JsonObject
}
