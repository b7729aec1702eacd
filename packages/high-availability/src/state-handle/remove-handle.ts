import type { ConfigMapContent } from '../config-map.ts'
import { entryAt, handlesIn } from './entry.ts'
import { answer, type Memory, type Operation, refuse, type StateHandleStore, type Step, write, writes } from './operation.ts'
import { markPointer } from './pointer.ts'
import { unknownHandle } from './put-handle.ts'

/** What was removed. */
export interface Removed {
  readonly key: string
  /** Not null: this value stood there, which nobody can read. Whatever file it meant is left. */
  readonly corrupt: string | null
  /** What we were to remove is gone, and somebody has put something else under the key since. */
  readonly another: boolean
}

/**
 * Three phases, each of which any process can find and go on from: the key is marked for deletion, the file is discarded, the key is
 * removed. From the first on no read shows it.
 */
export const releaseAndTryRemove = (store: StateHandleStore, key: string): Operation<Removed> => ({
  name: `releaseAndTryRemove ${key}`,
  configMap: store.configMap,
  storesFile: false,
  plan: writes(store, (configMap, memory) => removal(store, key, configMap, memory)),
})

/** The same, of what another one has taken the place of: refused (Newest) while none can be read whose key is later. */
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

/** `clearEntries`: all keys of the store go, corrupt ones too; their files stay. For a job that is over for good. */
export const clearEntries = (store: StateHandleStore): Operation<{ readonly keys: readonly string[] }> => ({
  name: `clearEntries ${store.prefix}`,
  configMap: store.configMap,
  storesFile: false,
  plan: writes(store, ({ data }) => {
    const keys = Object.keys(data).filter(key => key.startsWith(store.prefix)).sort()
    return keys.length === 0 ? answer({ keys }) : write({ data: Object.fromEntries(keys.map(key => [key, null])), result: { keys } })
  }),
})
