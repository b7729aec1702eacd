import type { AdapterError, EpochMillis, JsonObject, Millis } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import type { KindName } from '@flink-operator/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { Verdict } from '../queue/verdict.ts'
import { workingOn, workingOnVersion } from '../watchdog/watched-work.ts'
import type { KnownQuarantine } from './known-quarantine.ts'
import type { Quarantine } from './quarantine-record.ts'
import { quarantinedStatus, quarantineEvent, quarantineMessage } from './quarantine-words.ts'

export interface HoldBackOptions {
  readonly kind: KindName
  readonly known: KnownQuarantine
  readonly now: () => EpochMillis
  /** Writes the status unchanged; never rejects. */
  readonly writeStatus: (key: ResourceKey, resource: JsonObject, status: JsonObject) => Promise<AdapterError | null>
  /** Best effort; never rejects. */
  readonly emit: (key: ResourceKey, resource: JsonObject, event: EmitEvent) => Promise<void>
  readonly warn: (key: ResourceKey, message: string) => void
}

/** Quarantine of one kind. */
export interface HoldBack {
  /** Runs `work` on behalf of this resource, so that the watchdog can name it. */
  readonly workingOn: <A>(key: ResourceKey, work: () => A) => A
  /** Null: the round may begin. Otherwise it may not, and the verdict says when the queue has to ask again. */
  readonly before: (key: ResourceKey, resource: JsonObject) => Promise<Verdict | null>
  readonly forget: (key: ResourceKey) => void
  readonly held: () => readonly ResourceKey[]
}

/** For processes without a quarantine record. */
export const nothingHeldBack: HoldBack = {
  workingOn: (_key, work) => work(),
  before: () => Promise.resolve(null),
  forget: () => undefined,
  held: () => [],
}

/** Upper limit of a requeue: a user may end the quarantine earlier by deleting the entry from the record. */
const longestWait: Millis = 60_000

/** Identifies the object and its spec: an edit, or another object of the same name, has another version. */
export const versionIn = ({ metadata }: JsonObject): string | null => {
  const { uid, generation } = (metadata ?? {}) as { readonly uid?: unknown; readonly generation?: unknown }
  return typeof uid === 'string' ? `${uid}/${typeof generation === 'number' ? String(generation) : ''}` : null
}

/** Skips the rounds of a quarantined resource, and reports the quarantine on the resource once for each period. */
export const holdBack = ({ kind, known, now, writeStatus, emit, warn }: HoldBackOptions): HoldBack => {
  const reported = new Map<string, { readonly key: ResourceKey; readonly message: string }>()

  const tell = async (key: ResourceKey, resource: JsonObject, quarantine: Quarantine): Promise<void> => {
    const message = quarantineMessage(quarantine)
    if (reported.get(keyText(key))?.message === message) return
    reported.set(keyText(key), { key, message })
    const status = quarantinedStatus(resource, quarantine, now())
    // another process wrote this status already
    if (status === null) return
    warn(key, message)
    const error = await writeStatus(key, resource, status)
    // another writer was faster: the next attempt reads its change
    if (error?._tag === 'Conflict') {
      reported.delete(keyText(key))
      return
    }
    if (error !== null) warn(key, `its quarantine could not be written to its status: ${error.message}`)
    await emit(key, resource, quarantineEvent(quarantine))
  }

  return {
    workingOn: (key, work) => workingOn({ kind, ...key }, work),
    before: async (key, resource) => {
      const version = versionIn(resource)
      if (version !== null) workingOnVersion(version)
      const answer = await known.of({ kind, ...key, version })
      if (E.isLeft(answer)) return { _tag: 'Failed', after: answer.left.retryAfter }
      if (answer.right === null) {
        reported.delete(keyText(key))
        return null
      }
      await tell(key, resource, answer.right)
      return { _tag: 'Again', after: Math.min(longestWait, Math.max(0, answer.right.until - now())), isAtRest: true }
    },
    forget: key => {
      reported.delete(keyText(key))
    },
    held: () => [...reported.values()].map(({ key }) => key),
  }
}
