import type { EpochMillis, Millis } from '@flink-operator/core/resource'
import type { Phase } from '../state/state-row.ts'
import type { ApplicationError } from '../status/flink-application-status.ts'
import { retryDelay } from './delay.ts'
import type { ApplicationTimers } from './timers.ts'

/** The error that is kept from one round to the next. It belongs to one state of one attempt (LD06). */
export interface ErrorRecord {
  readonly lastSeenError: ApplicationError | null
  readonly retryCount: number
}

export const noError: ErrorRecord = { lastSeenError: null, retryCount: 0 }

export interface GateInputs extends ErrorRecord {
  readonly phase: Phase
  readonly lastUpdatedAt: EpochMillis | null
  /** The user has changed the request, by an edit or forceRollback: that does not wait for earlier errors (LD02). */
  readonly isAskedAgain: boolean
  /** The result of `jitterOf` for this resource, attempt and count. */
  readonly jitter: number
  readonly now: EpochMillis
}

/** Whether the state may continue now, and with which recorded error. */
export type Gate =
  | { readonly _tag: 'Open'; readonly row: GateRow; readonly record: ErrorRecord }
  | { readonly _tag: 'Closed'; readonly row: GateRow; readonly opensAfter: Millis }

/** The rows of section 2.5.1, by their order there; `5`: too early. */
export type GateRow = '1' | '2' | '3' | '4' | '5'

/**
 * | row | condition | gate |
 * |---|---|---|
 * | 1 | the resource is being deleted | open; earlier errors do not count (FA77) |
 * | 2 | no error, or one that is not retried | open: after such an error the state gives up |
 * | 2 | retries are used up (LD02, LD06) | open: the state gives up. The gate of Lyft's operator stayed closed for good |
 * | 2 | the user has changed the request (LD02) | open |
 * | 3 | the time of the error is missing: an older CRD pruned it (LD01) | the time of the last write counts instead; without that: open |
 * | 4 | the delay has passed | open; the retry count increases |
 * | 5 | the delay has not passed | closed until then; the next round is then (LD25) |
 */
export const gate = (timers: ApplicationTimers, inputs: GateInputs): Gate => {
  const { phase, lastSeenError, retryCount, lastUpdatedAt, isAskedAgain, jitter, now } = inputs
  if (phase === 'Deleting') return { _tag: 'Open', row: '1', record: noError }
  const record = { lastSeenError, retryCount }
  if (lastSeenError === null || !lastSeenError.isRetryable || isAskedAgain || retryCount > lastSeenError.maxRetries)
    return { _tag: 'Open', row: '2', record }
  const since = lastSeenError.lastErrorUpdateTime ?? lastUpdatedAt
  const delay = retryDelay(timers, retryCount, jitter)
  // a timestamp from a clock that was ahead makes no wait longer than the delay
  const opensAfter = since === null ? 0 : Math.min(delay, since + delay - now)
  return opensAfter > 0
    ? { _tag: 'Closed', row: '5', opensAfter }
    : { _tag: 'Open', row: lastSeenError.lastErrorUpdateTime === null ? '3' : '4', record: { lastSeenError, retryCount: retryCount + 1 } }
}
