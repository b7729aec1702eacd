import { type Entry, entryAt, type Handle, type Handles, handlesIn } from './entry.ts'
import { answer, type Operation, reads, refuse, type StateHandleStore } from './operation.ts'

/** `exists`: the version of the ConfigMap if the key has a pointer; otherwise what it has instead. */
export const exists = (
  store: StateHandleStore,
  key: string,
): Operation<{ readonly resourceVersion: string | null; readonly found: Entry['_tag'] }> => ({
  name: `exists ${key}`,
  configMap: store.configMap,
  storesFile: false,
  plan: reads(store, configMap => {
    const found = entryAt(configMap, key)._tag
    return answer({ resourceVersion: found === 'Pointer' ? configMap.resourceVersion : null, found })
  }),
})

/** `getAndLock`: locks nothing, as in Flink. NotExists: absent, or marked for deletion. Corrupt: says why. */
export const getAndLock = (store: StateHandleStore, key: string): Operation<Handle> => ({
  name: `getAndLock ${key}`,
  configMap: store.configMap,
  storesFile: false,
  plan: reads(store, configMap => {
    const entry = entryAt(configMap, key)
    if (entry._tag === 'Pointer') return answer({ key, value: entry.value, file: entry.file })
    return entry._tag === 'Corrupt' ? refuse('Corrupt', `${key} in ConfigMap ${store.configMap} is no pointer: ${entry.why}`)
      : refuse('NotExists', `ConfigMap ${store.configMap} has no ${key}${entry._tag === 'Marked' ? ': it is being removed' : ''}`)
  }),
})

/**
 * `getAllAndLock`: the pointers that a recovery reads. Without a ConfigMap the list is empty, and Flink's recovery then starts
 * without state (H-D05): the result therefore also reports that the ConfigMap is missing.
 */
export const getAllAndLock = (store: StateHandleStore): Operation<Handles & { readonly configMapMissing: boolean }> => ({
  name: `getAllAndLock ${store.prefix}`,
  configMap: store.configMap,
  storesFile: false,
  plan: configMap =>
    answer(
      configMap === null ? { handles: [], corrupt: [], configMapMissing: true }
        : { ...handlesIn(configMap, store), configMapMissing: false },
    ),
})

/** `getAllHandles`: the same pointers; NotFound if the ConfigMap does not exist. */
export const getAllHandles = (store: StateHandleStore): Operation<Handles> => ({
  name: `getAllHandles ${store.prefix}`,
  configMap: store.configMap,
  storesFile: false,
  plan: reads(store, configMap => answer(handlesIn(configMap, store))),
})
