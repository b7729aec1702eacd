import type { EpochMillis, Millis } from '../../../resource/time.ts'
import type { Phase } from '../state/phase.ts'
import type { ApplicationError } from '../status/flink-application-status.ts'
import { retryDelay } from './delay.ts'
import type { ApplicationTimers } from './timers.ts'

/** What is kept of errors from one round to the next: it belongs to one state of one attempt (LD06). */
export interface ErrorRecord {
  readonly lastSeenError: ApplicationError | null
  readonly retryCount: number
}

export const noError: ErrorRecord = { lastSeenError: null, retryCount: 0 }

export interface GateInputs extends ErrorRecord {
  readonly phase: Phase
  readonly lastUpdatedAt: EpochMillis | null
  /** Something else is asked by now, an edit or forceRollback: it does not wait for what was tried before (LD02). */
  readonly isAskedAnew: boolean
  /** `jitterOf` this resource, attempt and count. */
  readonly jitter: number
  readonly now: EpochMillis
}

/** May the state be worked on now, and with what of earlier errors? */
export type Gate =
  | { readonly _tag: 'Open'; readonly row: GateRow; readonly record: ErrorRecord }
  | { readonly _tag: 'Closed'; readonly row: GateRow; readonly opensAfter: Millis }

/** The rows of section 2.5.1, by their order there; `5`: too early. */
export type GateRow = '1' | '2' | '3' | '4' | '5'

/**
 * | row | seen | the gate |
 * |---|---|---|
 * | 1 | the resource is being deleted | open; what was before counts no more (FA77) |
 * | 2 | no error, or one that is not tried again | open: the state gives up |
 * | 2 | retries are used up (LD02, LD06) | open: the state gives up. Lyft's stayed closed for good |
 * | 2 | something else is asked by now (LD02) | open |
 * | 3 | no time of the error: pruned by an older CRD (LD01) | as with the time of the last write; none: open |
 * | 4 | the delay is over | open; one retry more |
 * | 5 | it is not | closed until then, and the next look is then (LD25) |
 */
export const gate = (timers: ApplicationTimers, inputs: GateInputs): Gate => {
  const { phase, lastSeenError, retryCount, lastUpdatedAt, isAskedAnew, jitter, now } = inputs
  if (phase === 'Deleting') return { _tag: 'Open', row: '1', record: noError }
  const record = { lastSeenError, retryCount }
  if (lastSeenError === null || !lastSeenError.isRetryable || isAskedAnew || retryCount > lastSeenError.maxRetries)
    return { _tag: 'Open', row: '2', record }
  const since = lastSeenError.lastErrorUpdateTime ?? lastUpdatedAt
  const delay = retryDelay(timers, retryCount, jitter)
  // a clock that was ahead makes nobody wait longer than the delay
  const opensAfter = since === null ? 0 : Math.min(delay, since + delay - now)
  return opensAfter > 0
    ? { _tag: 'Closed', row: '5', opensAfter }
    : { _tag: 'Open', row: lastSeenError.lastErrorUpdateTime === null ? '3' : '4', record: { lastSeenError, retryCount: retryCount + 1 } }
}
