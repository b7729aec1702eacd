import { type Gate, gate, type ErrorRecord } from '../retry/gate.ts'
import { jitterOf } from '../retry/delay.ts'
import { giveUp, type GiveUp } from '../retry/give-up.ts'
import type { ApplicationRound } from '../flink-application-round.ts'
import { isForced, isOtherWanted, operationOf } from '../observe/live.ts'

/** Decides whether the retry gate lets the state continue now (section 2.5.1). */
export const gateOf = (round: ApplicationRound): Gate => {
  const { desired: { meta, timers }, observed: { phase, status }, env } = round
  const { lastSeenError, retryCount, lastUpdatedAt, operatorRecord: { attempts } } = status
  return gate(timers, {
    phase: phase ?? 'New',
    lastSeenError,
    retryCount,
    lastUpdatedAt,
    isAskedAgain: isOtherWanted(round) || isForced(round),
    jitter: jitterOf(meta.uid, attempts, retryCount),
    now: env.now,
  })
}

/** The recorded error and retry count, as the open gate counts them. */
export const errorsOf = (round: ApplicationRound): ErrorRecord => {
  const opened = gateOf(round)
  const { lastSeenError, retryCount } = round.observed.status
  return opened._tag === 'Open' ? opened.record : { lastSeenError, retryCount }
}

/** Why the operator gives up the current state (section 2.5.3); null: it does not. */
export const givenUp = (round: ApplicationRound): GiveUp | null => {
  const { desired: { spec, timers }, observed: { phase }, env } = round
  const operation = operationOf(round)
  return phase === null ? null : giveUp(timers, {
    phase,
    ...errorsOf(round),
    forceRollback: spec.forceRollback,
    isForcedBefore: operation?.isForcedBefore ?? true,
    progressAt: operation?.progressAt ?? null,
    steadySince: env.steadySince ?? null,
    now: env.now,
  })
}

const words: Readonly<Record<GiveUp, string>> = {
  Forced: 'spec.forceRollback is set',
  NotRetryable: 'an error that a retry cannot fix',
  RetriesUsedUp: 'an error that persisted through all retries',
  NoProgress: 'no progress within the time limit',
}

/** The reason for the user, with the text of the error that led to it. */
export const givenUpWords = (round: ApplicationRound): string => {
  const why = givenUp(round)
  const error = round.observed.status.lastSeenError?.appError ?? ''
  return why === null ? error : error === '' || why === 'Forced' ? words[why] : `${words[why]}: ${error}`
}
