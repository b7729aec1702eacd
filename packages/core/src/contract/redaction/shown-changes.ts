import { secretsIn } from './known-secrets.ts'
import { textsRedactorOf } from './redact.ts'
import { hideAt } from './secret-places.ts'
import { hidden } from './sensitive-name.ts'
import { shownPart } from './shown-fields.ts'
import type { Json } from '../resource/json.ts'

interface Change {
  /** Dotted, below `spec`. */
  readonly path: string
  readonly from: Json
  readonly to: Json
}

/** The value at its place in a spec, so that the names above it are known. */
const inSpec = (path: string, value: Json): Json => {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0 ? { [first]: value } : { [first]: { [rest.join('.')]: value } }
}

/**
 * Changed fields for display (P23, S10): the values of the fields in `shownFields`, or all values on request. A value that is a secret on
 * either side is hidden on both.
 */
export const shownChanges = <A extends Change>(
  changes: readonly A[],
  known: readonly string[] = [],
  showValues = false,
): readonly A[] => {
  const secrets = [...known, ...secretsIn(...changes.flatMap(({ path, from, to }) => [inSpec(path, from), inSpec(path, to)]))]
  const redacted = textsRedactorOf(secrets)
  const shown = (path: string, value: Json): Json => redacted(hideAt(path, showValues ? value : shownPart(path, value), () => hidden))
  return changes.map(change => ({ ...change, from: shown(change.path, change.from), to: shown(change.path, change.to) }))
}
