import type { EpochMillis } from '@flink-operator/core/resource'
import { isAtRest, type Phase } from '../state/state-row.ts'
import type { ApplicationError } from '../status/flink-application-status.ts'
import { type ErrorRecord, noError } from './gate.ts'

export interface Handled extends ErrorRecord {
  readonly before: Phase
  readonly after: Phase
  /** The error of this round; null: none. */
  readonly error: ApplicationError | null
  readonly now: EpochMillis
}

/**
 * The error that is kept after a round (section 2.5.2, rows G4 and G5).
 *
 * | before | the round | kept |
 * |---|---|---|
 * | Running, DeployFailed | any | nothing: the operator reports the error and queries again (FA50) |
 * | any other | without an error | nothing; the count restarts at 0 (LD06, G5) |
 * | any other | an error, same state | the error with the current time, and the count (G4) |
 * | any other | an error that leads to another state | the error with the current time, and a count of 0 (LD06, FA15) |
 */
export const afterRound = ({ before, after, error, retryCount, now }: Handled): ErrorRecord =>
  isAtRest(before) || isAtRest(after) || error === null ? noError
    : { lastSeenError: { ...error, lastErrorUpdateTime: now }, retryCount: before === after ? retryCount : 0 }
