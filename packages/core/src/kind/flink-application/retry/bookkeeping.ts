import type { EpochMillis } from '../../../resource/time.ts'
import { isAtRest, type Phase } from '../state/phase.ts'
import type { ApplicationError } from '../status/flink-application-status.ts'
import { type ErrorRecord, noError } from './gate.ts'

export interface Handled extends ErrorRecord {
  readonly before: Phase
  readonly after: Phase
  /** What went wrong in this round; null: nothing. */
  readonly error: ApplicationError | null
  readonly now: EpochMillis
}

/**
 * What is kept of errors after a round (section 2.5.2, rows G4 and G5).
 *
 * | before | the round | kept |
 * |---|---|---|
 * | Running, DeployFailed | any | nothing: it is told, and looked at again (FA50) |
 * | any other | without an error | nothing; the count begins anew (LD06, G5) |
 * | any other | an error, same state | the error, as of now; the count (G4) |
 * | any other | an error that leads to another state | the error, as of now, and no retry yet (LD06, FA15) |
 */
export const afterRound = ({ before, after, error, retryCount, now }: Handled): ErrorRecord =>
  isAtRest(before) || isAtRest(after) || error === null ? noError
    : { lastSeenError: { ...error, lastErrorUpdateTime: now }, retryCount: before === after ? retryCount : 0 }
