import type { Millis } from '@flink-operator/core/resource'
import { defaultLimit, type FieldKind, fieldKinds, futureLimits, type Horizons, pastLimits } from './hashed-fields.ts'

/** Kinds of holes (replaced values). From `Time` on they name the limit of how far back a moment counts. */
export const Hole = { Name: 0, Attempt: 1, Progress: 2, Time: 3 } as const

/** How the hash treats a field, by the field's name. */
export interface Field {
  readonly word: number
  readonly kind: FieldKind
  /** The hole for a moment in this field. */
  readonly time: number
  /** Do the world's horizons name the field? */
  readonly isFar: boolean
  /** Keep the template of an object in this field? */
  readonly isKept: boolean
}

/** Fields whose objects stay the same while the surrounding object changes. */
const kept: readonly string[] = ['meta', 'spec', 'status', 'input', 'value']

export interface HashedFields {
  readonly fieldOf: (key: string) => Field
  /** How far back and how far ahead a moment counts: each pair once, by its number. */
  readonly limits: readonly (readonly [past: Millis, future: Millis])[]
}

/** How the hash treats each field, computed once for each name. */
export const hashedFields = (horizons: Horizons): HashedFields => {
  const limits: (readonly [past: Millis, future: Millis])[] = []
  const limitsOf = (key: string): number => {
    const past = horizons[key] ?? pastLimits[key] ?? defaultLimit
    const future = Math.max(defaultLimit, past, futureLimits[key] ?? 0)
    const known = limits.findIndex(it => it[0] === past && it[1] === future)
    return known >= 0 ? known : limits.push([past, future]) - 1
  }
  limitsOf('')
  const fields = new Map<string, Field>()

  const fieldOf = (key: string): Field => {
    const known = fields.get(key)
    if (known !== undefined) return known
    const far = horizons[key]
    const time = Hole.Time + limitsOf(key)
    const made: Field = {
      word: fields.size + 1,
      kind: fieldKinds[key] ?? 'Plain',
      time,
      isFar: far !== undefined,
      isKept: kept.includes(key),
    }
    fields.set(key, made)
    return made
  }

  return { fieldOf, limits }
}
