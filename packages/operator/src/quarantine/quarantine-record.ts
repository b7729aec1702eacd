import type { EpochMillis, Json, Millis } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'

/** Which resource a process worked on when its event loop stood still, or when its memory ran out. */
export interface Suspect {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Uid and generation; null: they were not read yet. Another one is another resource, or an edit. */
  readonly version: string | null
}

/** What is kept of a suspect. */
export interface QuarantineEntry extends Suspect {
  /** How often it stopped a process, as far as that is remembered. */
  readonly times: number
  /** When it did last, by the wall clock of that process. */
  readonly at: EpochMillis
  readonly why: Trouble
}

export const troubles = ['LoopStoodStill', 'MemoryRanOut'] as const
export type Trouble = (typeof troubles)[number]

/** A resource that is left alone, for now. */
export interface Quarantine {
  readonly entry: QuarantineEntry
  readonly until: EpochMillis
}

const minute: Millis = 60_000
const hour: Millis = 60 * minute

/** How long the reconciles of a recorded resource pause: `kubernetes.operator.quarantine.*`. */
export interface Pauses {
  readonly first: Millis
  readonly longest: Millis
}

export const defaultPauses: Pauses = { first: minute, longest: hour }

/** By default 1 min, 2 min, 4 min … 1 h. */
export const pauseAfter = (times: number, { first, longest }: Pauses): Millis =>
  Math.min(longest, first * 2 ** Math.min(20, Math.max(0, times - 1)))

/** So often an edit is tried at once; after that a resource that is edited again and again would stop one process after the other. */
const freeEdits = 3
const pauseAfterEdit: Millis = 5 * minute

/** What did no harm for so long after its pause begins with the shortest pause again. */
const forgottenAfter: Millis = hour

/** One from a future that is further away is no guide: a clock was set back since. */
const isForgotten = ({ at, times }: QuarantineEntry, now: EpochMillis, pauses: Pauses): boolean =>
  now >= at + pauseAfter(times, pauses) + forgottenAfter || at > now + hour

const isSameResource = (a: Omit<Suspect, 'version'>, b: Omit<Suspect, 'version'>): boolean =>
  a.kind === b.kind && a.namespace === b.namespace && a.name === b.name

/**
 * Is this resource left alone now? Null: it is not. An edit, a deletion, and a resource that came in place of it have another version: they
 * are tried at once, a few times.
 */
export const quarantineOf = (
  entries: readonly QuarantineEntry[],
  asked: Suspect,
  now: EpochMillis,
  pauses: Pauses = defaultPauses,
): Quarantine | null => {
  const entry = entries.find(it => isSameResource(it, asked))
  if (entry === undefined || isForgotten(entry, now, pauses)) return null
  const isEdited = entry.version !== null && asked.version !== null && entry.version !== asked.version
  const pause = pauseAfter(entry.times, pauses)
  const length = !isEdited ? pause : entry.times <= freeEdits ? 0 : Math.min(pause, pauseAfterEdit)
  const until = entry.at + length
  return now < until ? { entry, until } : null
}

/** So many other resources that are recorded double the limit. */
const othersThatDouble = 4
const longestLimit: Millis = 16_000

/**
 * For how long the loop may work for this resource, where these are recorded already. Many resources that are too slow say that the machine
 * is slow: then the limit grows, so that a slow machine does not end one process after the other. One that blocks for good meets any limit.
 */
export const limitAmong = (
  entries: readonly QuarantineEntry[],
  suspect: Suspect,
  now: EpochMillis,
  limit: Millis,
  pauses: Pauses = defaultPauses,
): Millis => {
  const others = entries.filter(it => it.why === 'LoopStoodStill' && !isSameResource(it, suspect) && !isForgotten(it, now, pauses)).length
  return Math.max(limit, Math.min(longestLimit, limit * 2 ** Math.floor(others / othersThatDouble)))
}

/** One Lease holds the list. */
export const mostEntries = 200

/** The list with one more trouble of this resource. What is forgotten is left out; of too many, those that were in trouble longest ago. */
export const withSuspect = (
  entries: readonly QuarantineEntry[],
  suspect: Suspect,
  why: Trouble,
  now: EpochMillis,
  pauses: Pauses = defaultPauses,
): readonly QuarantineEntry[] => {
  const before = entries.find(it => isSameResource(it, suspect) && !isForgotten(it, now, pauses))
  const others = entries.filter(it => !isSameResource(it, suspect) && !isForgotten(it, now, pauses))
  const { kind, namespace, name, version } = suspect
  return [{ kind, namespace, name, version, times: (before?.times ?? 0) + 1, at: now, why }, ...others.toSorted((a, b) => b.at - a.at)]
    .slice(0, mostEntries)
}

/** Names of Kubernetes have at most 253 characters. */
const longestText = 300
/** Somebody may have written by hand. */
const longestRecord = 256 * 1024

const isText = (json: unknown): json is string => typeof json === 'string' && json.length <= longestText

const entryOf = (json: Json): readonly QuarantineEntry[] => {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return []
  const { kind, namespace, name, version, times, at, why } = json as Readonly<Record<string, unknown>>
  const trouble = troubles.find(it => it === why)
  return isText(kind) && isText(namespace) && isText(name) && (version === null || isText(version)) && Number.isSafeInteger(times)
      && Number.isSafeInteger(at) && trouble !== undefined
    ? [{ kind, namespace, name, version, times: Math.max(1, times as number), at: at as number, why: trouble }] : []
}

export const recordText = (entries: readonly QuarantineEntry[]): string => JSON.stringify(entries)

/** What can't be read of a record is left out: it says of nothing that it is to be left alone. */
export const recordOf = (text: string): readonly QuarantineEntry[] => {
  const json = text.length > longestRecord ? E.right([]) : parseJson(text)
  return E.isRight(json) && Array.isArray(json.right) ? (json.right as readonly Json[]).flatMap(entryOf).slice(0, mostEntries) : []
}
