import type { EpochMillis } from '@flink-operator/core/resource'
import { firstMatch, type Row } from '@flink-operator/core/round'
import type { Phase } from '../state/state-row.ts'
import type { ErrorRecord } from './gate.ts'
import type { ApplicationTimers } from './timers.ts'

/** Why the operator gives up the current state of an update. */
export type GiveUp = 'Forced' | 'NotRetryable' | 'RetriesUsedUp' | 'NoProgress'

export interface GiveUpInputs extends ErrorRecord {
  readonly phase: Phase
  readonly forceRollback: boolean
  /** forceRollback was already set when this attempt started, so it does not apply to it (LD36). */
  readonly isForcedBefore: boolean
  /** The time of the last progress of the attempt; null: not recorded. */
  readonly progressAt: EpochMillis | null
  /** Since when this process reconciles. Earlier time does not count, because no operator may have run (F15). */
  readonly steadySince: EpochMillis | null
  readonly now: EpochMillis
}

/** A row of section 2.5.3. */
interface GiveUpRow extends Row<[GiveUpInputs, ApplicationTimers], true> {
  readonly then: GiveUp
}

/** States that are never given up: a running job is not rolled back, and a deletion continues (section 2.5.3). */
export const givesUpNever: readonly Phase[] = ['Running', 'DeployFailed', 'DualRunning', 'Deleting']

/**
 * The rollback decision of section 2.5.3; the first row that holds applies. Its rows 2 and 3a are left out: a first deploy has the same
 * limits
 * (LD02), and a retried error does not hide a lack of progress (LD01).
 */
export const giveUpRows: readonly GiveUpRow[] = [
  {
    id: 'give-up/forced',
    when: 'the user set forceRollback during this attempt, and no roll back has started yet',
    holds: ({ forceRollback, isForcedBefore, phase }) => forceRollback && !isForcedBefore && phase !== 'RollingBackJob',
    then: 'Forced',
  },
  {
    id: 'give-up/not-retryable',
    when: 'an error that a retry cannot fix',
    holds: ({ lastSeenError }) => lastSeenError !== null && !lastSeenError.isRetryable,
    then: 'NotRetryable',
  },
  {
    id: 'give-up/retries-used-up',
    when: 'an error that persisted through all retries',
    holds: ({ lastSeenError, retryCount }) => lastSeenError !== null && retryCount > lastSeenError.maxRetries,
    then: 'RetriesUsedUp',
  },
  {
    id: 'give-up/no-progress',
    when: 'no progress within the time limit',
    holds: ({ progressAt, steadySince, now }, { maxErrDuration }) =>
      progressAt !== null && now - Math.max(progressAt, steadySince ?? progressAt) > maxErrDuration,
    then: 'NoProgress',
  },
]

/** Why the current state is given up; null: it is not. Giving up leaves the state, which clears the error and the count (LD06). */
export const giveUp = (timers: ApplicationTimers, inputs: GiveUpInputs): GiveUp | null =>
  givesUpNever.includes(inputs.phase) ? null : firstMatch(giveUpRows, inputs, timers)?.row.then ?? null
