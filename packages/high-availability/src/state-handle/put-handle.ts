import { type Entry, entryAt } from './entry.ts'
import { answer, type Memory, type Operation, refuse, type StateHandleStore, type Step, write, writes } from './operation.ts'
import type { StoredFile } from './pointer.ts'

/** What was written. */
export interface Put {
  readonly key: string
  readonly file: StoredFile
  /** Not null: this value stood there, which nobody can read. It is written over, and told. */
  readonly corrupt: string | null
}

/**
 * What is done where the key holds something already:
 *
 * | found | addAndLock | replace | put |
 * |---|---|---|---|
 * | nothing | points to the new file | NotExists | points to the new file |
 * | the pointer to the new file (an earlier try) | done | done | done |
 * | corrupt | written over, told | written over, told | written over, told |
 * | marked for deletion | its file is discarded, then as nothing | its removal is finished, then NotExists | as addAndLock |
 * | another pointer | AlreadyExists | written over, its file discarded afterwards | known: as replace; else AlreadyExists |
 */
type Mode = 'add' | 'replace' | 'put'

const putting = (store: StateHandleStore, key: string, mode: Mode, name: string): Operation<Put> => ({
  name: `${name} ${key}`,
  configMap: store.configMap,
  storesFile: true,
  plan: writes(store, (configMap, memory) => overEntry(store, key, mode, entryAt(configMap, key), memory)),
})

/** Stores a file, then the pointer to it under a key that has none. */
export const addAndLock = (store: StateHandleStore, key: string): Operation<Put> => putting(store, key, 'add', 'addAndLock')

/** Stores a file, then the pointer to it in the place of another; then the other's file is discarded. */
export const replace = (store: StateHandleStore, key: string): Operation<Put> => putting(store, key, 'replace', 'replace')

/** As either; `known`: may what stands there be written over? */
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
        return refuse('RemovedSince', `${key} was stored in ConfigMap ${store.configMap}, and somebody else removes it`)
      if (!discarded.includes(found.file.path)) return { _tag: 'Discard', path: found.file.path }
      return mode === 'replace' ? write({ data: { [key]: null }, removing: found.file.path }) : point({})
    case 'Pointer':
      if (found.value === pointer) return answer({ key, file, corrupt: null })
      if (mode === 'add') return refuse('AlreadyExists', `ConfigMap ${store.configMap} has ${key} already`)
      return point({ supersedes: found.file?.path ?? null })
  }
}

/** Its file would stay for ever, and nobody would know. */
export const unknownHandle = ({ configMap }: StateHandleStore, key: string): string =>
  `${key} in ConfigMap ${configMap} is a handle of a form that this library does not know: its file can't be discarded; leave it to Flink`
