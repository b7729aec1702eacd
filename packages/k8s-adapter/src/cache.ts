import type { JsonObject, Millis } from '@flink-operator/core'
import { type Clock, systemClock } from './clock.ts'
import { type ChangeType, keyOf, type OnEvent } from './known-objects.ts'
import { textAt } from './json-path.ts'
import { isOlderThan } from './resource-version.ts'

/** The cached state of one object. */
export interface Cached<View> {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
  readonly view: View
}

/** Called after the cache has applied a change. */
export type OnChange<View> = (type: ChangeType, entry: Cached<View>) => void

/** What a cache keeps, and its indexes. */
export interface CacheOptions<View, Index extends string> {
  /** What is kept of an object; null: not of interest, or unreadable. */
  readonly project: (object: JsonObject) => View | null
  /** The values of an entry in each index. */
  readonly indexes: Readonly<Record<Index, (entry: Cached<View>) => readonly string[]>>
  readonly onChange?: OnChange<View>
  readonly clock?: Clock
}

/** Projections of the objects that a list-watch reports. */
export interface Cache<View, Index extends string> {
  /** Pass it to `listWatch`. */
  readonly onEvent: OnEvent
  readonly get: (namespace: string, name: string) => Cached<View> | undefined
  readonly byIndex: (index: Index, value: string) => readonly Cached<View>[]
  readonly values: () => IterableIterator<Cached<View>>
  readonly size: () => number
  /**
   * Read your writes: true if the entry is older than our write. A missing entry is not: the object is gone, or not reported yet
   * (`awaitResourceVersion`).
   */
  readonly isOlderThan: (namespace: string, name: string, resourceVersion: string) => boolean
  /** Resolves true once the entry is at least that new, or was deleted after the call; false after the timeout. */
  readonly awaitResourceVersion: (namespace: string, name: string, resourceVersion: string, atMost: Millis) => Promise<boolean>
}

/** An empty cache; it fills from the list-watch that gets its `onEvent`. */
export const createCache = <View, Index extends string>(options: CacheOptions<View, Index>): Cache<View, Index> => {
  const { clock = systemClock } = options
  const names = Object.keys(options.indexes) as Index[]
  const entries = new Map<string, Cached<View>>()
  const indexed = new Map<string, Set<string>>()
  const waiting = new Map<string, Set<() => void>>()

  const indexKeys = (entry: Cached<View>): readonly string[] =>
    names.flatMap(name => options.indexes[name](entry).map(value => `${name}=${value}`))

  const unlink = (key: string, entry: Cached<View>): void => {
    for (const indexKey of indexKeys(entry)) {
      const keys = indexed.get(indexKey)
      keys?.delete(key)
      if (keys?.size === 0) indexed.delete(indexKey)
    }
  }

  const link = (key: string, entry: Cached<View>): void => {
    for (const indexKey of indexKeys(entry)) {
      const keys = indexed.get(indexKey) ?? new Set<string>()
      keys.add(key)
      indexed.set(indexKey, keys)
    }
  }

  const wake = (key: string): void => {
    const checks = waiting.get(key)
    if (checks !== undefined) { for (const check of [...checks]) check() }
  }

  const remove = (key: string): void => {
    const before = entries.get(key)
    if (before === undefined) return
    entries.delete(key)
    unlink(key, before)
    options.onChange?.('deleted', before)
  }

  const store = (key: string, entry: Cached<View>): void => {
    const before = entries.get(key)
    if (before !== undefined) unlink(key, before)
    entries.set(key, entry)
    link(key, entry)
    options.onChange?.(before === undefined ? 'added' : 'modified', entry)
  }

  const onEvent: OnEvent = (type, object) => {
    const key = keyOf(object)
    const entry = type === 'deleted' ? null : cached(object, options.project)
    if (entry === null) remove(key)
    else store(key, entry)
    wake(key)
  }

  const isOlder = (key: string, resourceVersion: string): boolean => {
    const entry = entries.get(key)
    return entry !== undefined && isOlderThan(entry.resourceVersion, resourceVersion)
  }

  const awaitVersion = (key: string, resourceVersion: string, atMost: Millis): Promise<boolean> =>
    new Promise(resolve => {
      const checks = waiting.get(key) ?? new Set<() => void>()
      const end = (answer: boolean): void => {
        cancel()
        checks.delete(check)
        if (checks.size === 0) waiting.delete(key)
        resolve(answer)
      }
      const check = (): void => {
        if (!isOlder(key, resourceVersion)) end(true)
      }
      const cancel = clock.after(atMost, () => end(false))
      waiting.set(key, checks)
      checks.add(check)
      // a missing entry may still appear; only an event shows that
      if (entries.has(key)) check()
    })

  return {
    onEvent,
    get: (namespace, name) => entries.get(`${namespace}/${name}`),
    byIndex: (index, value) => [...(indexed.get(`${index}=${value}`) ?? [])].flatMap(key => entries.get(key) ?? []),
    values: () => entries.values(),
    size: () => entries.size,
    isOlderThan: (namespace, name, resourceVersion) => isOlder(`${namespace}/${name}`, resourceVersion),
    awaitResourceVersion: (namespace, name, resourceVersion, atMost) => awaitVersion(`${namespace}/${name}`, resourceVersion, atMost),
  }
}

export const cached = <View>(object: JsonObject, project: (object: JsonObject) => View | null): Cached<View> | null => {
  const view = project(object)
  return view === null
    ? null
    : {
      namespace: textAt(object, 'metadata', 'namespace') ?? '',
      name: textAt(object, 'metadata', 'name') ?? '',
      uid: textAt(object, 'metadata', 'uid') ?? '',
      resourceVersion: textAt(object, 'metadata', 'resourceVersion') ?? '',
      view,
    }
}
