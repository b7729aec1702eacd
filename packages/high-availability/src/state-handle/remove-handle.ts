import type { ConfigMapContent } from '../config-map.ts'
import { entryAt, handlesIn } from './entry.ts'
import { answer, type Memory, type Operation, refuse, type StateHandleStore, type Step, write, writes } from './operation.ts'
import { markPointer } from './pointer.ts'
import { unknownHandle } from './put-handle.ts'

/** The result of a removal. */
export interface Removed {
  readonly key: string
  /** Not null: the unreadable value that was removed. The file that it meant is kept. */
  readonly corrupt: string | null
  /** The pointer to remove is gone, and another process stored a new one under its key. */
  readonly another: boolean
}

/**
 * Removes in three phases, each of which any process can continue: it marks the key for deletion, discards the file, and removes the
 * key. From the first phase on, reads ignore the key.
 */
export const releaseAndTryRemove = (store: StateHandleStore, key: string): Operation<Removed> => ({
  name: `releaseAndTryRemove ${key}`,
  configMap: store.configMap,
  storesFile: false,
  plan: writes(store, (configMap, memory) => removal(store, key, configMap, memory)),
})

/** The same for a pointer that a later one replaces: refused (Newest) while no pointer with a later key is readable. */
export const subsume = (store: StateHandleStore, key: string, isLater: (other: string) => boolean): Operation<Removed> => ({
  name: `subsume ${key}`,
  configMap: store.configMap,
  storesFile: false,
  plan: writes(store, (configMap, memory) => {
    const entry = entryAt(configMap, key)
    const isNewest = !handlesIn(configMap, store).handles.some(handle => isLater(handle.key) && handle.file !== null)
    return entry._tag === 'Pointer' && isNewest
      ? refuse('Newest', `${key} is the newest that ConfigMap ${store.configMap} can be restored from: it stays`)
      : removal(store, key, configMap, memory)
  }),
})

const removal = (store: StateHandleStore, key: string, configMap: ConfigMapContent, { removing, discarded }: Memory): Step<Removed> => {
  const removed: Removed = { key, corrupt: null, another: false }
  const entry = entryAt(configMap, key)
  if (entry._tag === 'Absent') return answer(removed)
  const what = entry._tag === 'Corrupt' ? entry.value : entry.file?.path
  if (what === undefined) return refuse('UnknownHandle', unknownHandle(store, key))
  if (removing !== null && removing !== what) return answer({ ...removed, another: true })
  switch (entry._tag) {
    case 'Corrupt':
      return write({ data: { [key]: null }, removing: what, result: { ...removed, corrupt: entry.value } })
    case 'Pointer':
      return write({ data: { [key]: markPointer(entry.value) }, removing: what })
    case 'Marked':
      return discarded.includes(what) ? write({ data: { [key]: null }, removing: what, result: removed }) : { _tag: 'Discard', path: what }
  }
}

/** `clearEntries`: removes all keys of the store, including corrupt ones; keeps their files. For a job that is over for good. */
export const clearEntries = (store: StateHandleStore): Operation<{ readonly keys: readonly string[] }> => ({
  name: `clearEntries ${store.prefix}`,
  configMap: store.configMap,
  storesFile: false,
  plan: writes(store, ({ data }) => {
    const keys = Object.keys(data).filter(key => key.startsWith(store.prefix)).sort()
    return keys.length === 0 ? answer({ keys }) : write({ data: Object.fromEntries(keys.map(key => [key, null])), result: { keys } })
  }),
})
