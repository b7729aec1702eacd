import { formatInstant, parseInstant } from '../../src/codec/instant.ts'
import { moments } from '../../src/job/record/moments.ts'
import type { JobLifecycleStatus } from '../../src/resource/job-lifecycle-status.ts'
import type { Millis } from '../../src/resource/time.ts'

/** A moment in the form that it had: number, digits, RFC 3339. */
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

/** What an operator would have written whose clock was ahead by so much; behind, where it is negative (F15). */
export const writtenBy = <Status extends JobLifecycleStatus>(status: Status, ahead: Millis): Status =>
  moments.reduce<unknown>((before, { path }) => movedAt(before, path.split('.'), ahead), status) as Status
