import type { Millis } from '../../contract/resource/time.ts'
import { formatInstant, parseInstant } from '../instant.ts'
import * as E from 'fp-ts/lib/Either.js'
import type { Json } from '../../contract/resource/json.ts'
import { isJsonObject } from '../is-json-object.ts'
import { parseJson } from '../lossless-json.ts'

const pattern = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(?:[.,](\d{0,9}))?S)?)?$/i

/** Parses a duration as Java's `Duration` prints it (`PT15S`, `PT1M30.5S`), without signs. Null: invalid or negative. */
export const parseIsoDuration = (text: string): Millis | null => {
  const match = pattern.exec(text)
  if (match === null || !/\d/.test(text)) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1, 5).map(part => Number((part as string | undefined) ?? 0))
  const millis = Number((match[5] ?? '').padEnd(3, '0').slice(0, 3))
  const total = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + millis
  return Number.isSafeInteger(total) ? total : null
}

/** Prints like Java's `Duration.toString`: hours, minutes and seconds, each only if it is not zero. */
export const formatIsoDuration = (duration: Millis): string => {
  const [hours, minutes, millis] = [Math.floor(duration / 3_600_000), Math.floor(duration / 60_000) % 60, duration % 60_000]
  const seconds = millis === 0 ? '' : `${millis / 1000}S`
  return duration === 0 ? 'PT0S' : `PT${hours === 0 ? '' : `${hours}H`}${minutes === 0 ? '' : `${minutes}M`}${seconds}`
}

/** A moment in microseconds since 1970-01-01T00:00:00Z, the precision of Kubernetes and Flink. */
export type EpochMicros = number

/** Parses RFC 3339, cut to microseconds. Null: not such a text. */
export const parseMicroTime = (text: string): EpochMicros | null => {
  const at = parseInstant(text)
  if (at === null) return null
  const fraction = /[.,](\d+)/.exec(text)?.[1] ?? ''
  return at * 1000 + Number(fraction.padEnd(6, '0').slice(3, 6))
}

/** `2026-11-21T11:54:25.096937Z`: UTC, always six decimals. */
export const formatMicroTime = (at: EpochMicros): string => {
  const micros = ((at % 1_000_000) + 1_000_000) % 1_000_000
  return formatInstant((at - micros) / 1000).replace('Z', `.${String(micros).padStart(6, '0')}Z`)
}

/** Content of a leader lock: its holder and its times. Each candidate writes it over the version that it read. */
export interface LeaderElectionRecord {
  /** Unique per process; empty: the lock was released. */
  readonly holder: string
  readonly leaseDuration: Millis
  readonly acquireTime: EpochMicros
  /** By the clock of the holder. */
  readonly renewTime: EpochMicros
  /** How often the holder changed. */
  readonly transitions: number
}

/** The stored record, or that it is absent (`none`) or unreadable. */
export type StoredRecord = LeaderElectionRecord | 'none' | 'unreadable'

/** True if a readable record exists. */
export const isRecord = (stored: StoredRecord): stored is LeaderElectionRecord => stored !== 'none' && stored !== 'unreadable'

/** Annotation with the record, for a lock that is a ConfigMap. */
export const leaderAnnotation = 'control-plane.alpha.kubernetes.io/leader'

/** Flink 1.x writes a number of seconds, Flink 2.x an ISO duration. */
const durationOf = (json: Json | undefined): Millis | null =>
  typeof json === 'number' && json >= 0 && Number.isSafeInteger(Math.round(json * 1000)) ? Math.round(json * 1000)
    : typeof json === 'string' ? parseIsoDuration(json)
    : null

const momentOf = (json: Json | undefined): EpochMicros | null => (typeof json === 'string' ? parseMicroTime(json) : null)

const transitionsOf = (json: Json | undefined): number | null =>
  typeof json === 'number' && Number.isInteger(json) && json >= 0 ? json : null

/**
 * Reads the annotation in the forms of Flink 1.x and 2.x (kubernetes-ha.md, section 3.1). Undefined: no annotation. Total: a text that
 * does not parse is 'unreadable', never a partial record.
 */
export const parseRecord = (text: string | undefined): StoredRecord => {
  if (text === undefined) return 'none'
  const json = parseJson(text)
  if (E.isLeft(json) || !isJsonObject(json.right)) return 'unreadable'
  const { holderIdentity, leaderTransitions = 0 } = json.right
  const leaseDuration = durationOf(json.right['leaseDuration'])
  const acquireTime = momentOf(json.right['acquireTime'])
  const renewTime = momentOf(json.right['renewTime'])
  const transitions = transitionsOf(leaderTransitions)
  const holder = holderIdentity === null ? '' : holderIdentity
  return typeof holder === 'string' && leaseDuration !== null && acquireTime !== null && renewTime !== null && transitions !== null
    ? { holder, leaseDuration, acquireTime, renewTime, transitions } : 'unreadable'
}

/** Prints the record as Flink 2.x does, in the same order. Flink 1.x reads it too. */
export const formatRecord = ({ holder, leaseDuration, acquireTime, renewTime, transitions }: LeaderElectionRecord): string =>
  JSON.stringify({
    holderIdentity: holder,
    leaseDuration: formatIsoDuration(leaseDuration),
    acquireTime: formatMicroTime(acquireTime),
    renewTime: formatMicroTime(renewTime),
    leaderTransitions: transitions,
  })
