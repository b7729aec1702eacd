import type { AdapterError, EpochMillis, JsonObject, Millis } from '@flink-operator/core'
import type { EmitEvent } from '@flink-operator/core/action'
import type { KindName } from '@flink-operator/core/kinds'
import * as E from 'fp-ts/lib/Either.js'
import { keyText, type ResourceKey } from '../port/cluster-port.ts'
import type { Verdict } from '../queue.ts'
import { workingOn, workingOnVersion } from '../watchdog/watched-work.ts'
import type { KnownQuarantine } from './known-quarantine.ts'
import type { Quarantine } from './quarantine-record.ts'
import { quarantinedStatus, quarantineEvent, quarantineMessage } from './quarantine-words.ts'

export interface HoldBackOptions {
  readonly kind: KindName
  readonly known: KnownQuarantine
  readonly now: () => EpochMillis
  /** Writes a status as it is given; never rejects. */
  readonly writeStatus: (key: ResourceKey, resource: JsonObject, status: JsonObject) => Promise<AdapterError | null>
  /** Best effort; never rejects. */
  readonly emit: (key: ResourceKey, resource: JsonObject, event: EmitEvent) => Promise<void>
  readonly warn: (key: ResourceKey, message: string) => void
}

/** Of one kind. */
export interface HoldBack {
  /** All that is done in it is done for this resource, for whoever watches the loop. */
  readonly workingOn: <A>(key: ResourceKey, work: () => A) => A
  /** Null: its round may begin. Else it does not, and the queue is told when to ask again. */
  readonly before: (key: ResourceKey, resource: JsonObject) => Promise<Verdict | null>
  readonly forget: (key: ResourceKey) => void
  readonly held: () => readonly ResourceKey[]
}

/** Where nothing is ever recorded. */
export const nothingHeldBack: HoldBack = {
  workingOn: (_key, work) => work(),
  before: () => Promise.resolve(null),
  forget: () => undefined,
  held: () => [],
}

/** A person may end a pause by taking the entry out of the record. */
const longestWait: Millis = 60_000

/** Another version is another resource of that name, or an edit of it. */
export const versionIn = ({ metadata }: JsonObject): string | null => {
  const { uid, generation } = (metadata ?? {}) as { readonly uid?: unknown; readonly generation?: unknown }
  return typeof uid === 'string' ? `${uid}/${typeof generation === 'number' ? String(generation) : ''}` : null
}

/** A quarantined resource has no rounds; that is told on it once a pause. */
export const holdBack = ({ kind, known, now, writeStatus, emit, warn }: HoldBackOptions): HoldBack => {
  const told = new Map<string, { readonly key: ResourceKey; readonly message: string }>()

  const tell = async (key: ResourceKey, resource: JsonObject, quarantine: Quarantine): Promise<void> => {
    const message = quarantineMessage(quarantine)
    if (told.get(keyText(key))?.message === message) return
    told.set(keyText(key), { key, message })
    const status = quarantinedStatus(resource, quarantine, now())
    // another process did
    if (status === null) return
    warn(key, message)
    const error = await writeStatus(key, resource, status)
    // somebody else wrote: the next look tells it
    if (error?._tag === 'Conflict') {
      told.delete(keyText(key))
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
        told.delete(keyText(key))
        return null
      }
      await tell(key, resource, answer.right)
      return { _tag: 'Again', after: Math.min(longestWait, Math.max(0, answer.right.until - now())), isAtRest: true }
    },
    forget: key => {
      told.delete(keyText(key))
    },
    held: () => [...told.values()].map(({ key }) => key),
  }
}
