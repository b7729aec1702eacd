import type { JsonObject } from '@flink-operator/core'
import { textAt } from './json-path.ts'

/** The change of an object; a new list also reports changes. */
export type ChangeType = 'added' | 'modified' | 'deleted'

/**
 * Receives the events of a list-watch. For an object that was deleted while no watch was open, the event has only namespace, name,
 * uid and resourceVersion.
 */
export type OnEvent = (type: ChangeType, object: JsonObject) => void

interface Known {
  readonly uid: string
  readonly resourceVersion: string
}

/** Identities of the reported objects, so that a new list reports only differences. */
export interface KnownObjects {
  /** The object exists in this form. */
  readonly seen: (object: JsonObject) => void
  /** The object was deleted. */
  readonly gone: (object: JsonObject) => void
  /** Begins a full list; the returned function ends it: objects that were not seen since are reported as deleted. */
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
