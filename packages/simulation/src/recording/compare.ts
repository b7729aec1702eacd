import type { EpochMillis } from '@flink-operator/core/resource'
import { isMadeUp, mayStandFor, type Name, type Names } from './names.ts'

/** A moment in a view: the recorded one must lie between `since`, the earliest possible moment, and now. */
export interface Moment {
  readonly moment: EpochMillis
}
/** Views in any order. */
export interface Unordered {
  readonly unordered: readonly unknown[]
}

/** A place where the model's answer differs. */
export interface Difference {
  readonly path: string
  readonly recorded: unknown
  readonly model: unknown
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** Kubernetes reports whole seconds, and the clocks of two processes differ. */
const tolerance = 2_000

export interface Comparison {
  /** The bindings of the model's names; null: the answers differ. */
  readonly names: Names | null
  readonly differences: readonly Difference[]
}

/**
 * Does the recorded answer equal the model's, after binding the model's names to recorded values? `isTaken`: the name is bound
 * already.
 */
export const compare = (model: unknown, recorded: unknown, now: EpochMillis, isTaken: (name: Name) => boolean): Comparison => {
  const names = new Map<Name, Name>()
  const differences: Difference[] = []
  const differ = (path: string, one: unknown, other: unknown): void => {
    differences.push({ path, recorded: other, model: one })
  }

  const bind = (name: Name, reported: Name): boolean => {
    const known = names.get(name)
    if (known !== undefined) return known === reported
    if (isTaken(reported) && typeof reported === 'string') return false
    for (const other of names.values()) if (other === reported && typeof reported === 'string') return false
    names.set(name, reported)
    return true
  }
  const sameText = (one: string, other: unknown): boolean =>
    one === other || (isMadeUp(one) && typeof other === 'string' && mayStandFor(one, other) && bind(one, other))
  const sameNumber = (one: number, other: unknown): boolean =>
    one === other || (isMadeUp(one) && typeof other === 'number' && Number.isInteger(other) && other >= Math.floor(one) && bind(one, other))
  const sameMoment = (one: number, other: unknown): boolean =>
    one === other
    || (typeof other === 'number'
      && (isMadeUp(one) ? other <= now + tolerance && other > 0 && bind(one, other) : Math.abs(other - one) < tolerance))

  const walk = (one: unknown, other: unknown, path: string): void => {
    if (typeof one === 'string') {
      if (!sameText(one, other)) differ(path, one, other)
    } else if (typeof one === 'number') {
      if (!sameNumber(one, other)) differ(path, one, other)
    } else if (!isObject(one) || !isObject(other)) {
      if (one !== other) differ(path, one, other)
    } else if ('moment' in one) {
      if (!sameMoment(one['moment'] as number, other['moment'])) differ(path, one['moment'], other['moment'])
    } else if ('unordered' in one) {
      walkUnordered(one['unordered'] as readonly unknown[], (other as unknown as Unordered).unordered, path)
    } else {
      for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) walk(one[key], other[key], `${path}/${key}`)
    }
  }
  const walkUnordered = (one: readonly unknown[], other: readonly unknown[], path: string): void => {
    const left = [...one]
    for (const [index, reported] of other.entries()) {
      const found = left.findIndex(it => {
        const part = compare(it, reported, now, name => isTaken(name) || [...names.values()].includes(name))
        if (part.names === null) return false
        for (const [name, value] of part.names) if (names.get(name) !== undefined && names.get(name) !== value) return false
        for (const [name, value] of part.names) names.set(name, value)
        return true
      })
      if (found >= 0) left.splice(found, 1)
      else if (one.length === other.length && left.length === 1) walk(left[0], reported, `${path}/${index}`)
      else differ(`${path}/${index}`, undefined, reported)
    }
    if (one.length !== other.length) { for (const it of left) differ(path, it, undefined) }
  }

  walk(model, recorded, '')
  return { names: differences.length === 0 ? names : null, differences }
}
