import type { EpochMillis, Json, Millis } from '@flink-operator/core'
import { parseJson } from '@flink-operator/core/codec'
import * as E from 'fp-ts/lib/Either.js'

/** The resource that a process worked on when its event loop was blocked or its memory ran out. */
export interface Suspect {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Uid and generation; null: not read yet. Another value means another object or an edited spec. */
  readonly version: string | null
}

/** The record of a suspect. */
export interface QuarantineEntry extends Suspect {
  /** How often it stopped a process, as far as recorded. */
  readonly times: number
  /** When it last did, by the wall clock of that process. */
  readonly at: EpochMillis
  readonly why: Trouble
}

export const troubles = ['LoopStoodStill', 'MemoryRanOut'] as const
export type Trouble = (typeof troubles)[number]

/** A resource that is quarantined now. */
export interface Quarantine {
  readonly entry: QuarantineEntry
  readonly until: EpochMillis
}

const minute: Millis = 60_000
const hour: Millis = 60 * minute

/** How long a recorded resource is quarantined: `kubernetes.operator.quarantine.*`. */
export interface Pauses {
  readonly first: Millis
  readonly longest: Millis
}

export const defaultPauses: Pauses = { first: minute, longest: hour }

/** By default 1 min, 2 min, 4 min … 1 h. */
export const pauseAfter = (times: number, { first, longest }: Pauses): Millis =>
  Math.min(longest, first * 2 ** Math.min(20, Math.max(0, times - 1)))

/**
 * After an edit, the resource is reconciled at once this many times. After that a pause applies to edits too: a resource that is
 * edited again and again could otherwise stop one process after the other.
 */
const freeEdits = 3
const pauseAfterEdit: Millis = 5 * minute

/** A resource without trouble for this long after its pause begins with the shortest pause again. */
const forgottenAfter: Millis = hour

/** An entry from the far future does not count: a clock was set back since. */
const isForgotten = ({ at, times }: QuarantineEntry, now: EpochMillis, pauses: Pauses): boolean =>
  now >= at + pauseAfter(times, pauses) + forgottenAfter || at > now + hour

const isSameResource = (a: Omit<Suspect, 'version'>, b: Omit<Suspect, 'version'>): boolean =>
  a.kind === b.kind && a.namespace === b.namespace && a.name === b.name

/**
 * The quarantine of this resource; null: it may be reconciled. An edited resource, or another object of the same name, has another
 * version: it is reconciled at once, a few times.
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

/** This many other recorded resources double the limit. */
const othersThatDouble = 4
const longestLimit: Millis = 16_000

/**
 * How long the event loop may work on this resource, given the recorded ones. Many slow resources mean that the machine is slow: the
 * limit then grows, so that a slow machine does not end one process after the other. A resource that blocks forever exceeds any
 * limit.
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

/** Upper limit of the list, which one Lease holds. */
export const mostEntries = 200

/** The list with one more trouble of this resource. Forgotten entries are dropped; from a list that is too long, the oldest ones. */
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

/** Names in Kubernetes have at most 253 characters. */
const longestText = 300
/** A user may have written the record by hand. */
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

/** Skips entries that can't be read: an unreadable record quarantines nothing. */
export const recordOf = (text: string): readonly QuarantineEntry[] => {
  const json = text.length > longestRecord ? E.right([]) : parseJson(text)
  return E.isRight(json) && Array.isArray(json.right) ? (json.right as readonly Json[]).flatMap(entryOf).slice(0, mostEntries) : []
}
