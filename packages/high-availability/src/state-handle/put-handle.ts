import { type Entry, entryAt } from './entry.ts'
import { answer, type Memory, type Operation, refuse, type StateHandleStore, type Step, write, writes } from './operation.ts'
import type { StoredFile } from './pointer.ts'

/** The result of a write. */
export interface Put {
  readonly key: string
  readonly file: StoredFile
  /** Not null: the unreadable value that was overwritten. */
  readonly corrupt: string | null
}

/**
 * What is done if the key already has a value:
 *
 * | found | addAndLock | replace | put |
 * |---|---|---|---|
 * | nothing | points to the new file | NotExists | points to the new file |
 * | the pointer to the new file (an earlier attempt) | done | done | done |
 * | corrupt | overwritten, reported | overwritten, reported | overwritten, reported |
 * | marked for deletion | its file is discarded, then as for nothing | its removal is completed, then NotExists | as addAndLock |
 * | another pointer | AlreadyExists | overwritten, then its file is discarded | known: as replace; else AlreadyExists |
 */
type Mode = 'add' | 'replace' | 'put'

const putting = (store: StateHandleStore, key: string, mode: Mode, name: string): Operation<Put> => ({
  name: `${name} ${key}`,
  configMap: store.configMap,
  storesFile: true,
  plan: writes(store, (configMap, memory) => overEntry(store, key, mode, entryAt(configMap, key), memory)),
})

/** Stores a file, then its pointer under a key that has none. */
export const addAndLock = (store: StateHandleStore, key: string): Operation<Put> => putting(store, key, 'add', 'addAndLock')

/** Stores a file, then replaces an existing pointer, then discards the old file. */
export const replace = (store: StateHandleStore, key: string): Operation<Put> => putting(store, key, 'replace', 'replace')

/** Like `addAndLock`, or like `replace` if the existing pointer is `known` to this process. */
export const put = (store: StateHandleStore, key: string, known: boolean): Operation<Put> =>
  putting(store, key, known ? 'put' : 'add', 'put')

const overEntry = (store: StateHandleStore, key: string, mode: Mode, found: Entry, { file: stored, discarded }: Memory): Step<Put> => {
  if (stored === null) return refuse('NotStored', 'no file was stored')
  const { file, pointer } = stored
  const point = (over: { readonly corrupt?: string; readonly supersedes?: string | null }): Step<Put> =>
    write({
      data: { [key]: pointer },
      points: true,
      supersedes: over.supersedes ?? null,
      result: { key, file, corrupt: over.corrupt ?? null },
    })
  const notExists = (): Step<Put> => refuse('NotExists', `ConfigMap ${store.configMap} has no ${key} to replace`)
  switch (found._tag) {
    case 'Absent':
      return mode === 'replace' ? notExists() : point({})
    case 'Corrupt':
      return point({ corrupt: found.value })
    case 'Marked':
      if (found.file === null) return refuse('UnknownHandle', unknownHandle(store, key))
      if (found.file.path === file.path)
        return refuse('RemovedSince', `${key} was stored in ConfigMap ${store.configMap}, and another process removes it`)
      if (!discarded.includes(found.file.path)) return { _tag: 'Discard', path: found.file.path }
      return mode === 'replace' ? write({ data: { [key]: null }, removing: found.file.path }) : point({})
    case 'Pointer':
      if (found.value === pointer) return answer({ key, file, corrupt: null })
      if (mode === 'add') return refuse('AlreadyExists', `ConfigMap ${store.configMap} has ${key} already`)
      return point({ supersedes: found.file?.path ?? null })
  }
}

/** The file of such a handle would remain forever, unnoticed. */
export const unknownHandle = ({ configMap }: StateHandleStore, key: string): string =>
  `${key} in ConfigMap ${configMap} is a handle of a form that this library does not know: its file can't be discarded; leave it to Flink`
