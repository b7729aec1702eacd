import * as E from 'fp-ts/lib/Either.js'
import type { Json } from '../../contract/resource/json.ts'
import type { Millis } from '../../contract/resource/time.ts'
import { isJsonObject } from '../is-json-object.ts'
import { parseJson } from '../lossless-json.ts'
import { formatIsoDuration, parseIsoDuration } from './iso-duration.ts'
import type { LeaderElectionRecord, StoredRecord } from './leader-election-record.ts'
import { type EpochMicros, formatMicroTime, parseMicroTime } from './micro-time.ts'

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
