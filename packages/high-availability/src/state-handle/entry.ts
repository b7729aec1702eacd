import type { ConfigMapContent } from '../config-map.ts'
import type { StateHandleStore } from './operation.ts'
import { readPointer, type StoredFile } from './pointer.ts'

/** The content of a key of a store. */
export type Entry =
  | { readonly _tag: 'Absent' }
  /** Its removal has begun: reads ignore it. `file` null: of an unknown form. */
  | { readonly _tag: 'Marked'; readonly value: string; readonly file: StoredFile | null }
  | { readonly _tag: 'Pointer'; readonly value: string; readonly file: StoredFile | null }
  | { readonly _tag: 'Corrupt'; readonly value: string; readonly why: string }

/** Decodes a key of a ConfigMap; total, for any content. */
export const entryAt = ({ data }: Pick<ConfigMapContent, 'data'>, key: string): Entry => {
  const value = Object.hasOwn(data, key) ? data[key] : undefined
  if (value === undefined) return { _tag: 'Absent' }
  const pointer = readPointer(value)
  if (pointer._tag === 'Corrupt') return { _tag: 'Corrupt', value, why: pointer.why }
  return { _tag: pointer.marked ? 'Marked' : 'Pointer', value, file: pointer.file }
}

/** A pointer to a file of state, with its key. */
export interface Handle {
  readonly key: string
  /** The pointer as stored, for a process that reads it with Flink's classes. */
  readonly value: string
  /** Null: a handle of an unknown form. */
  readonly file: StoredFile | null
}

/** All pointers of a store, in the order of the keys. */
export interface Handles {
  readonly handles: readonly Handle[]
  /** Keys with unreadable values: each is ignored, and the others are read nevertheless (H-D13). */
  readonly corrupt: readonly { readonly key: string; readonly why: string }[]
}

/** All pointers of a store in its ConfigMap; keys with other prefixes are ignored. */
export const handlesIn = (configMap: Pick<ConfigMapContent, 'data'>, { prefix }: Pick<StateHandleStore, 'prefix'>): Handles => {
  const keys = Object.keys(configMap.data).filter(key => key.startsWith(prefix)).sort()
  const entries = keys.map(key => ({ key, entry: entryAt(configMap, key) }))
  return {
    handles: entries.flatMap(({ key, entry }) => (entry._tag === 'Pointer' ? [{ key, value: entry.value, file: entry.file }] : [])),
    corrupt: entries.flatMap(({ key, entry }) => (entry._tag === 'Corrupt' ? [{ key, why: entry.why }] : [])),
  }
}
