import type { ConfigMapContent } from '../config-map.ts'
import type { StateHandleStore } from './operation.ts'
import { readPointer, type StoredFile } from './pointer.ts'

/** What a key of a store holds. */
export type Entry =
  | { readonly _tag: 'Absent' }
  /** Its removal has begun: for every read it is not there. `file` null: of a form that we don't know. */
  | { readonly _tag: 'Marked'; readonly value: string; readonly file: StoredFile | null }
  | { readonly _tag: 'Pointer'; readonly value: string; readonly file: StoredFile | null }
  | { readonly _tag: 'Corrupt'; readonly value: string; readonly why: string }

/** What a key of a ConfigMap holds; total, whatever stands there. */
export const entryAt = ({ data }: Pick<ConfigMapContent, 'data'>, key: string): Entry => {
  const value = Object.hasOwn(data, key) ? data[key] : undefined
  if (value === undefined) return { _tag: 'Absent' }
  const pointer = readPointer(value)
  if (pointer._tag === 'Corrupt') return { _tag: 'Corrupt', value, why: pointer.why }
  return { _tag: pointer.marked ? 'Marked' : 'Pointer', value, file: pointer.file }
}

/** A pointer to a file of state, under its key. */
export interface Handle {
  readonly key: string
  /** The pointer as it stands, for a process that reads the handle with Flink's classes. */
  readonly value: string
  /** Null: a handle of a form that we don't know. */
  readonly file: StoredFile | null
}

/** All of a store, in the order of the keys. */
export interface Handles {
  readonly handles: readonly Handle[]
  /** Keys whose values nobody can read: each alone is not there, the others are read all the same (H-D13). */
  readonly corrupt: readonly { readonly key: string; readonly why: string }[]
}

/** All that a store has in its ConfigMap; keys of others are not looked at. */
export const handlesIn = (configMap: Pick<ConfigMapContent, 'data'>, { prefix }: Pick<StateHandleStore, 'prefix'>): Handles => {
  const keys = Object.keys(configMap.data).filter(key => key.startsWith(prefix)).sort()
  const entries = keys.map(key => ({ key, entry: entryAt(configMap, key) }))
  return {
    handles: entries.flatMap(({ key, entry }) => (entry._tag === 'Pointer' ? [{ key, value: entry.value, file: entry.file }] : [])),
    corrupt: entries.flatMap(({ key, entry }) => (entry._tag === 'Corrupt' ? [{ key, why: entry.why }] : [])),
  }
}
