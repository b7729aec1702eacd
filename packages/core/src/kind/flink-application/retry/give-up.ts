import type { EpochMillis } from '../../../resource/time.ts'
import type { Phase } from '../state/phase.ts'
import type { ErrorRecord } from './gate.ts'
import type { ApplicationTimers } from './timers.ts'

/** Why the present state of an update is not gone on with. */
export type GiveUp = 'Forced' | 'NotRetryable' | 'RetriesUsedUp' | 'NoProgress'

export interface GiveUpInputs extends ErrorRecord {
  readonly phase: Phase
  readonly forceRollback: boolean
  /** It was set before this attempt began: that says nothing of it (LD36). */
  readonly isForcedBefore: boolean
  /** The last progress of the attempt; null: nobody recorded it. */
  readonly progressAt: EpochMillis | null
  /** Since when this process looks: nobody looked before, and that is not the application's fault (F15). */
  readonly steadySince: EpochMillis | null
  readonly now: EpochMillis
}

interface GiveUpRow {
  /** As section 2.5.3 has it. */
  readonly row: 'R1' | 'R3b' | 'R4' | 'R5'
  readonly when: string
  readonly holds: (inputs: GiveUpInputs, timers: ApplicationTimers) => boolean
  readonly then: GiveUp
}

/** Never asked there: what runs is not rolled back, and a deletion goes on (section 2.5.3). */
export const givesUpNever: readonly Phase[] = ['Running', 'DeployFailed', 'DualRunning', 'Deleting']

/**
 * The rollback decision of section 2.5.3. Its row R2 is left out, so that a first deploy obeys the same limits (LD02), and its row R3a, so
 * that an error that is retried does not hide that nothing moves (LD01). The first row that holds answers.
 */
export const giveUpRows: readonly GiveUpRow[] = [
  {
    row: 'R1',
    when: 'forceRollback was set while this attempt was under way, and nothing is rolled back yet',
    holds: ({ forceRollback, isForcedBefore, phase }) => forceRollback && !isForcedBefore && phase !== 'RollingBackJob',
    then: 'Forced',
  },
  {
    row: 'R4',
    when: 'an error that does not go by itself',
    holds: ({ lastSeenError }) => lastSeenError !== null && !lastSeenError.isRetryable,
    then: 'NotRetryable',
  },
  {
    row: 'R3b',
    when: 'an error that was tried again as often as it may be',
    holds: ({ lastSeenError, retryCount }) => lastSeenError !== null && retryCount > lastSeenError.maxRetries,
    then: 'RetriesUsedUp',
  },
  {
    row: 'R5',
    when: 'no progress for too long',
    holds: ({ progressAt, steadySince, now }, { maxErrDuration }) =>
      progressAt !== null && now - Math.max(progressAt, steadySince ?? progressAt) > maxErrDuration,
    then: 'NoProgress',
  },
]

/** Is the present state given up, and why? Null: no. Who gives up leaves the state, and with it the error and the count (LD06). */
export const giveUp = (timers: ApplicationTimers, inputs: GiveUpInputs): GiveUp | null =>
  givesUpNever.includes(inputs.phase) ? null : giveUpRows.find(({ holds }) => holds(inputs, timers))?.then ?? null
