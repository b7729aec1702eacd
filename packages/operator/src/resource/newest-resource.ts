import type { AdapterError, JsonObject } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'
import type { Written } from '../executor.ts'
import { type ClusterPort, type ResourceKey, keyText } from '../port/cluster-port.ts'
import type { Read } from '../round.ts'

/** A resource as the watch reported it: compact JSON. */
export interface CachedText {
  readonly resourceVersion: string
  readonly text: string
}

export interface NewestResourceOptions {
  readonly cached: (key: ResourceKey) => CachedText | undefined
  /** True if the first version is older than the second. */
  readonly isOlder: (resourceVersion: string, other: string) => boolean
  readonly readLive: ClusterPort['readResource']
}

export interface NewestResource {
  /** Right null: the resource is gone. */
  readonly read: (key: ResourceKey, signal: AbortSignal) => Promise<E.Either<AdapterError, Read | null>>
  /** Records what a round wrote: from then on no older version is read. */
  readonly wrote: (key: ResourceKey, written: Written) => void
  /** The known version may be stale: the next read is live. */
  readonly doubt: (key: ResourceKey) => void
  /** The watch reported a change: versions that it has caught up with are dropped. */
  readonly caughtUp: (key: ResourceKey) => void
  readonly forget: (key: ResourceKey) => void
  /** Number of resources with a newer version than the watch's. */
  readonly size: () => number
}

/**
 * A version that is newer than the watch's. `text` null: only the version is known, so a live read has to follow unless the watch
 * catches up.
 */
interface Ahead {
  readonly resourceVersion: string
  readonly text: string | null
}

const undecodable = (message: string): AdapterError => ({ _tag: 'Other', message, applied: 'No', httpStatus: null, retryAfter: null })

const versionOf = (resource: JsonObject): string => {
  const metadata = resource['metadata']
  const version = typeof metadata === 'object' && metadata !== null && !Array.isArray(metadata)
    ? (metadata as JsonObject)['resourceVersion'] : undefined
  return typeof version === 'string' ? version : ''
}

/**
 * Reads the watch's copy of a resource, but never a version older than our own last write (B27, P15, L1). Until the watch has caught
 * up, it returns the server's answer to our write, or reads live.
 */
export const createNewestResource = (options: NewestResourceOptions): NewestResource => {
  const ahead = new Map<string, Ahead>()
  const doubted = new Set<string>()

  const parsed = (text: string, source: Read['source']): E.Either<AdapterError, Read> => {
    const json = parseJson(text)
    return E.isRight(json) ? E.right({ resource: json.right as JsonObject, source }) : E.left(undecodable('the cached resource is no JSON'))
  }

  const live = async (key: ResourceKey, signal: AbortSignal): Promise<E.Either<AdapterError, Read | null>> => {
    const answer = await options.readLive(key, signal)
    if (E.isLeft(answer)) return answer
    const text = keyText(key)
    doubted.delete(text)
    ahead.delete(text)
    if (answer.right === null) return E.right(null)
    const resourceVersion = versionOf(answer.right)
    const entry = options.cached(key)
    if (entry !== undefined && options.isOlder(entry.resourceVersion, resourceVersion))
      ahead.set(text, { resourceVersion, text: JSON.stringify(answer.right) })
    return E.right({ resource: answer.right, source: 'live' })
  }

  return {
    read: async (key, signal) => {
      const text = keyText(key)
      if (doubted.has(text)) return live(key, signal)
      const entry = options.cached(key)
      const ours = ahead.get(text)
      if (ours === undefined) return entry === undefined ? live(key, signal) : parsed(entry.text, 'cache')
      if (entry === undefined) return live(key, signal)
      if (!options.isOlder(entry.resourceVersion, ours.resourceVersion)) {
        ahead.delete(text)
        return parsed(entry.text, 'cache')
      }
      return ours.text === null ? live(key, signal) : parsed(ours.text, 'cache')
    },
    wrote: (key, { wrote, resource, resourceVersion }) => {
      if (wrote === 'nothing') return
      ahead.set(keyText(key), { resourceVersion, text: wrote === 'whole' ? JSON.stringify(resource) : null })
    },
    caughtUp: key => {
      const text = keyText(key)
      const ours = ahead.get(text)
      const entry = ours === undefined ? undefined : options.cached(key)
      if (ours !== undefined && entry !== undefined && !options.isOlder(entry.resourceVersion, ours.resourceVersion)) ahead.delete(text)
    },
    doubt: key => {
      doubted.add(keyText(key))
    },
    forget: key => {
      ahead.delete(keyText(key))
      doubted.delete(keyText(key))
    },
    size: () => new Set([...ahead.keys(), ...doubted]).size,
  }
}
