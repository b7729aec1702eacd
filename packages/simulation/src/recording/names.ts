import type { StopEnd } from '../flink/complete-operation.ts'

export type { StopEnd }

/**
 * A value that the model made up and that the recording has not shown yet: uids, versions and paths, by their form; numbers that are
 * not whole: times and ids of checkpoints. A name is bound to the recorded value at its first place, and to no other value after that.
 */
export type Name = string | number

export const isUid = (text: string): boolean => /^00000000-0000-4000-8000-\d{12}$/.test(text)
export const isVersion = (text: string): boolean => /^v\d{9}$/.test(text)
export const isSavepoint = (text: string): boolean => /^file:\/flink\/savepoints\/savepoint-\d{9}$/.test(text)
export const isCheckpoint = (text: string): boolean => /^file:\/flink\/checkpoints\/chk-\d{9}$/.test(text)

/** Flink puts a uid in front of the uploaded file name. */
export const isJar = (text: string): boolean => /^00000000-0000-4000-8000-\d{12}_/.test(text)
const jarName = (id: string): string => id.slice(id.indexOf('_'))

export const isMadeUp = (value: unknown): value is Name =>
  typeof value === 'number' ? !Number.isInteger(value)
    : typeof value === 'string' && (isUid(value) || isVersion(value) || isSavepoint(value) || isCheckpoint(value) || isJar(value))

/**
 * May a name of the model be bound to this value? Checkpoints are in folders named by their number; savepoints have names of their
 * own.
 */
export const mayStandFor = (name: string, reported: string): boolean => {
  if (isMadeUp(reported)) return false
  if (isSavepoint(name)) return /\/savepoint-[^/]+$/.test(reported)
  if (isCheckpoint(name)) return /\/chk-\d+$/.test(reported)
  if (isJar(name)) return jarName(reported) === jarName(name)
  return reported !== '' && (!isVersion(name) || /^\S+$/.test(reported))
}

/** A number that is unique to this step; the recorded value is at least `least`. */
export const unlike = (least: number, mark: number): number => Math.floor(least) + (mark % 4_095 + 1) / 4_096

export type Names = ReadonlyMap<Name, Name>

/** Renames a value; unchanged parts, and parts that are the same object, stay the same. */
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
