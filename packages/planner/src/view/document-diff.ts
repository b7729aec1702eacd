import type { Json, JsonObject } from '@flink-operator/core'
import { isJsonObject } from '@flink-operator/core/crd'
import { redactJson } from '@flink-operator/core/redaction'
import { appliedDocument, exactResource } from '@flink-operator/simulation/plan'
import { diffLines } from 'diff'
import { stringify } from 'yaml'

/** A line of one of two documents. */
export interface NumberedLine {
  /** From 1, of the document as it is shown here. */
  readonly number: number
  readonly text: string
}

/** One line of two documents beside each other; null: that document has none there. */
export interface DiffRow {
  /** `left-out`: lines that are alike are not shown. */
  readonly change: 'same' | 'changed' | 'removed' | 'added' | 'left-out'
  readonly before: NumberedLine | null
  readonly after: NumberedLine | null
}

const objectAt = (object: JsonObject, key: string): JsonObject => {
  const value = object[key]
  return isJsonObject(value) ? value : {}
}

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration'
const isEmpty = (value: Json): boolean => isJsonObject(value) && Object.keys(value).length === 0

/** What a person sets of a resource, in the order in which people write it. */
const partOf = (resource: JsonObject): JsonObject => {
  const { name, labels = {}, annotations } = objectAt(resource, 'metadata')
  const own = Object.fromEntries(Object.entries(isJsonObject(annotations) ? annotations : {}).filter(([key]) => key !== lastApplied))
  const metadata = Object.entries({ name: name ?? null, labels, annotations: own }).filter(([, value]) => !isEmpty(value))
  return { kind: resource['kind'] ?? null, metadata: Object.fromEntries(metadata), spec: objectAt(resource, 'spec') }
}

/** The same value, with the keys in the order of another one: an order that differs is no change. */
const inOrderOf = (value: Json, other: Json): Json => {
  if (Array.isArray(value)) {
    const others = Array.isArray(other) ? other as readonly Json[] : []
    return (value as readonly Json[]).map((item, index) => inOrderOf(item, others[index] ?? null))
  }
  if (!isJsonObject(value)) return value
  const like = isJsonObject(other) ? other : {}
  const keys = [...Object.keys(like).filter(key => key in value), ...Object.keys(value).filter(key => !(key in like))]
  return Object.fromEntries(keys.map(key => [key, inOrderOf(value[key] ?? null, like[key] ?? null)]))
}

const yamlOf = (json: Json): string => stringify(exactResource(json as JsonObject), { lineWidth: 0, aliasDuplicateObjects: false })

const linesOf = (text: string): readonly string[] => text.replace(/\n$/, '').split('\n')

interface Rows {
  readonly rows: readonly DiffRow[]
  readonly before: number
  readonly after: number
}

const numbered = (lines: readonly string[], done: number): readonly NumberedLine[] =>
  lines.map((text, index) => ({ number: done + index + 1, text }))

/** Lines that went, beside those that came in their place. */
const replaced = (removed: readonly NumberedLine[], added: readonly NumberedLine[]): readonly DiffRow[] =>
  Array.from({ length: Math.max(removed.length, added.length) }, (_, index): DiffRow => {
    const [before, after] = [removed[index] ?? null, added[index] ?? null]
    return { change: before === null ? 'added' : after === null ? 'removed' : 'changed', before, after }
  })

const rowsOf = (before: string, after: string): readonly DiffRow[] => {
  const parts = diffLines(before, after)
  return parts.reduce<Rows>((done, { added, removed, value }, index) => {
    // it was taken together with what it replaces
    if (added && parts[index - 1]?.removed === true) return done
    const follows = removed && parts[index + 1]?.added === true ? linesOf(parts[index + 1]?.value ?? '') : []
    const lines = linesOf(value)
    const [gone, came] = [added ? [] : lines, removed ? follows : lines]
    const [left, right] = [numbered(gone, done.before), numbered(came, done.after)]
    const rows = added || removed ? replaced(left, right)
      : left.map((line, at): DiffRow => ({ change: 'same', before: line, after: right[at] ?? null }))
    return { rows: [...done.rows, ...rows], before: done.before + gone.length, after: done.after + came.length }
  }, { rows: [], before: 0, after: 0 }).rows
}

/** Lines around a change that are shown. */
const context = 3

const shortened = (rows: readonly DiffRow[]): readonly DiffRow[] => {
  const isNear = (at: number): boolean => rows.slice(Math.max(0, at - context), at + context + 1).some(({ change }) => change !== 'same')
  return rows.flatMap((row, at): readonly DiffRow[] =>
    isNear(at) ? [row] : at === 0 || isNear(at - 1) ? [{ change: 'left-out', before: null, after: null }] : []
  )
}

/**
 * The deployed document beside the one that applying the edit makes of it; without secrets (P23). Empty: they are alike, or nothing is
 * deployed.
 */
export const documentDiff = (deployed: JsonObject | null, edit: JsonObject, secrets: readonly string[]): readonly DiffRow[] => {
  if (deployed === null) return []
  const [before, after] = [deployed, { ...edit, ...appliedDocument(deployed, edit).document }].map(document =>
    redactJson(partOf(document), secrets)
  )
  const rows = rowsOf(yamlOf(before ?? null), yamlOf(inOrderOf(after ?? null, before ?? null)))
  return rows.every(({ change }) => change === 'same') ? [] : shortened(rows)
}
