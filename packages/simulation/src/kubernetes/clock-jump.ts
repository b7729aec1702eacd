import { formatInstant, parseInstant } from '@flink-operator/core/codec'
import { moments } from '@flink-operator/core/job'
import type { JobLifecycleStatus, Millis } from '@flink-operator/core/resource'

/** Moves a moment and keeps its form: number, digits, RFC 3339. */
const moved = (value: unknown, by: Millis): unknown => {
  if (typeof value === 'number') return value + by
  if (typeof value !== 'string' || value === '') return value
  if (/^\d+$/u.test(value)) return String(Number(value) + by)
  const at = parseInstant(value)
  return at === null ? value : formatInstant(at + by)
}

const movedAt = (value: unknown, [key, ...rest]: readonly string[], by: Millis): unknown => {
  if (key === undefined) return moved(value, by)
  if (key === '*') return Array.isArray(value) ? value.map(it => movedAt(it, rest, by)) : value
  if (typeof value !== 'object' || value === null) return value
  const inner = (value as Readonly<Record<string, unknown>>)[key]
  return inner === undefined || inner === null ? value : { ...value, [key]: movedAt(inner, rest, by) }
}

/** The status that an operator would have written whose clock was ahead by this much; behind, if negative (F15). */
export const writtenBy = <Status extends JobLifecycleStatus>(status: Status, ahead: Millis): Status =>
  moments.reduce<unknown>((before, { path }) => movedAt(before, path.split('.'), ahead), status) as Status
