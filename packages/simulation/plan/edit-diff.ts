import { documentChanges, type PlannedChange } from './document-changes.ts'
import { hasRecord } from './edited-resource.ts'
import type { JsonObject } from '@flink-operator/core/resource'

interface Documents {
  readonly wanted: JsonObject
  readonly deployed: JsonObject | null
}

/** What an edit changes. */
export interface EditDiff {
  /**
   * Null: nothing is deployed. `type`: how the operator classifies the edit: IGNORE, SCALE, UPGRADE or SAVEPOINT_REDEPLOY; for blue/green
   * a `BlueGreenChange`; CHANGE for a kind without classes. `changes`: the difference of the two documents, leaf by leaf.
   */
  readonly diff: { readonly type: string; readonly changes: readonly PlannedChange[] } | null
  /** Changes of earlier edits, which the status does not record as deployed yet. */
  readonly pending: readonly PlannedChange[]
}

/** How the operator classifies an edit, with the changes that it found between the recorded and the wanted spec. */
interface Classified {
  readonly type: string
  readonly changes: readonly PlannedChange[]
}

/** Is one place within the other? The operator's changes are fields of the spec, those of documents are leaves. */
const isWithin = (a: string, b: string): boolean => a === b || a.startsWith(`${b}.`) || a.startsWith(`${b}[`)
const isSamePlace = (a: string, b: string): boolean => isWithin(a, b) || isWithin(b, a)

/**
 * The difference of the two documents, each leaf with the operator's class of the change; and what the operator found beside them: changes
 * of earlier edits, which the status does not record as deployed yet. `shown`: hides values (P23, S10).
 */
export const editDiff = (
  { wanted, deployed }: Documents,
  classified: Classified | null,
  shown: (changes: readonly PlannedChange[]) => readonly PlannedChange[],
): EditDiff => {
  if (deployed === null) return { diff: null, pending: [] }
  const recorded = classified?.changes ?? []
  const leaves = documentChanges(deployed, wanted)
  const edit = leaves.map(leaf => ({ ...leaf, type: recorded.find(({ path }) => isSamePlace(leaf.path, path))?.type ?? 'IGNORE' }))
  const isPending = ({ path, type }: PlannedChange): boolean => type !== 'IGNORE' && !leaves.some(leaf => isSamePlace(leaf.path, path))
  const pending = hasRecord(deployed) ? recorded.filter(isPending) : []
  return {
    diff: classified === null && edit.length === 0 ? null : { type: classified?.type ?? 'CHANGE', changes: shown(edit) },
    pending: shown(pending),
  }
}
