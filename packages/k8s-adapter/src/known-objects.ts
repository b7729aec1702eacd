import type { JsonObject } from '@flink-operator/core'
import { textAt } from './json-path.ts'

/** What became of an object, as seen from here: a list tells changes, too. */
export type ChangeType = 'added' | 'modified' | 'deleted'

/**
 * What a list-watch tells. Of an object that vanished while nobody watched, only metadata's namespace, name, uid and resourceVersion are
 * there.
 */
export type OnEvent = (type: ChangeType, object: JsonObject) => void

interface Known {
  readonly uid: string
  readonly resourceVersion: string
}

/** Names of what was told, so that a new list tells the differences only. */
export interface KnownObjects {
  /** An object is there in this form. */
  readonly seen: (object: JsonObject) => void
  /** An object is gone. */
  readonly gone: (object: JsonObject) => void
  /** Begins a full list; the answer ends it: what was not seen since then is gone. */
  readonly beginList: () => () => void
  readonly size: () => number
}

export const keyOf = (object: JsonObject): string =>
  `${textAt(object, 'metadata', 'namespace') ?? ''}/${textAt(object, 'metadata', 'name') ?? ''}`

const tombstone = (key: string, { uid, resourceVersion }: Known): JsonObject => {
  const [namespace = '', name = ''] = key.split('/')
  return { metadata: { ...(namespace === '' ? {} : { namespace }), name, uid, resourceVersion } }
}

export const knownObjects = (onEvent: OnEvent): KnownObjects => {
  const known = new Map<string, Known>()
  let listed: Set<string> | null = null

  const forget = (key: string, object: JsonObject): void => {
    known.delete(key)
    onEvent('deleted', object)
  }

  return {
    seen: object => {
      const key = keyOf(object)
      listed?.add(key)
      const now: Known = {
        uid: textAt(object, 'metadata', 'uid') ?? '',
        resourceVersion: textAt(object, 'metadata', 'resourceVersion') ?? '',
      }
      const before = known.get(key)
      if (before?.uid === now.uid && before.resourceVersion === now.resourceVersion) return
      if (before !== undefined && before.uid !== now.uid) forget(key, tombstone(key, before))
      known.set(key, now)
      onEvent(before?.uid === now.uid ? 'modified' : 'added', object)
    },
    gone: object => {
      const key = keyOf(object)
      if (known.has(key)) forget(key, object)
    },
    beginList: () => {
      const inThisList = new Set<string>()
      listed = inThisList
      return () => {
        listed = null
        for (const [key, before] of known) if (!inThisList.has(key)) forget(key, tombstone(key, before))
      }
    },
    size: () => known.size,
  }
}
