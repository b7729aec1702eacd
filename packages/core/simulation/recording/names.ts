import type { StopEnd } from '../flink/complete-operation.ts'

export type { StopEnd }

/**
 * What the model made up and the recording has not told yet: uids, versions and paths by their form; numbers that are no whole ones: times,
 * and ids of checkpoints. A name stands for what the recording says at the first place where it shows, and from then on for nothing else.
 */
export type Name = string | number

export const isUid = (text: string): boolean => /^00000000-0000-4000-8000-\d{12}$/.test(text)
export const isVersion = (text: string): boolean => /^v\d{9}$/.test(text)
export const isSavepoint = (text: string): boolean => /^file:\/flink\/savepoints\/savepoint-\d{9}$/.test(text)
export const isCheckpoint = (text: string): boolean => /^file:\/flink\/checkpoints\/chk-\d{9}$/.test(text)

/** Flink puts a uid before the name that was uploaded. */
export const isJar = (text: string): boolean => /^00000000-0000-4000-8000-\d{12}_/.test(text)
const jarName = (id: string): string => id.slice(id.indexOf('_'))

export const isMadeUp = (value: unknown): value is Name =>
  typeof value === 'number' ? !Number.isInteger(value)
    : typeof value === 'string' && (isUid(value) || isVersion(value) || isSavepoint(value) || isCheckpoint(value) || isJar(value))

/** May a name of the model stand for this? Checkpoints lie in folders called by their number; savepoints have names of their own. */
export const mayStandFor = (name: string, told: string): boolean => {
  if (isMadeUp(told)) return false
  if (isSavepoint(name)) return /\/savepoint-[^/]+$/.test(told)
  if (isCheckpoint(name)) return /\/chk-\d+$/.test(told)
  if (isJar(name)) return jarName(told) === jarName(name)
  return told !== '' && (!isVersion(name) || /^\S+$/.test(told))
}

/** A number that belongs to this step alone; what is told in its place is at least `least`. */
export const unlike = (least: number, mark: number): number => Math.floor(least) + (mark % 4_095 + 1) / 4_096

export type Names = ReadonlyMap<Name, Name>

/** A value with other names; parts in which nothing changes, and parts that are the same object, stay so. */
export const renaming = (names: Names): <A>(value: A) => A => {
  const done = new Map<object, unknown>()
  const rename = (value: unknown): unknown => {
    if (typeof value === 'string' || typeof value === 'number') return names.get(value) ?? value
    if (typeof value !== 'object' || value === null) return value
    const known = done.get(value)
    if (known !== undefined) return known
    const next = Array.isArray(value) ? inList(value) : inObject(value as Readonly<Record<string, unknown>>)
    done.set(value, next)
    return next
  }
  const inList = (list: readonly unknown[]): readonly unknown[] => {
    const next = list.map(rename)
    return next.some((it, index) => it !== list[index]) ? next : list
  }
  const inObject = (object: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    let next: Record<string, unknown> | null = null
    for (const key in object) {
      const inner = rename(object[key])
      if (inner !== object[key]) {
        next ??= { ...object }
        next[key] = inner
      }
    }
    return next ?? object
  }
  return <A>(value: A): A => rename(value) as A
}
