import type { EmitEvent } from '@flink-operator/core/action'
import { type Act, act, type Decision, look } from '@flink-operator/core/round'
import type { Outcome } from './outcome.ts'
import { afterRound } from './retry/bookkeeping.ts'
import type { ErrorRecord } from './retry/gate.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { errorsOf } from './rules/give-up-gate.ts'
import type { Situation } from './flink-application-situation.ts'
import { generalRows } from './state/general-rows.ts'
import { moveNamed } from './state/move.ts'
import { type Phase, wordOf } from './state/state-row.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { withRecord } from './status-transitions.ts'

type Status = FlinkApplicationStatus

/** Decides the actions for a situation. Only the table decides the next state. */
export const decide = (round: ApplicationRound, situation: Situation): Decision<Status> => {
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(situation.queries, situation.reason)
    case 'NoMove':
      return refused(round, situation.reason)
    case 'Row': {
      const { observed: { phase }, desired: { mode } } = round
      if (phase === null) return refused(round, situation.reason)
      const move = moveNamed(phase, mode, situation.row.id)
      if (move._tag === 'Left') return refused(round, `row ${situation.row.id} is no move of ${phase}`)
      return done(round, phase, targetOf(round, situation.row.id, phase, move.right.to), situation)
    }
  }
}

/**
 * Row flink-application/take-over of a half-way status leads to the state that the status means, not to the one that `status.phase` names.
 */
const targetOf = ({ observed: { halfWay } }: ApplicationRound, row: string, from: Phase, to: Phase | null): Phase =>
  row === 'flink-application/take-over' ? halfWay?.phase ?? from : to ?? from

/** The operator reports the problem, does nothing else and does not write the status (G1). */
const refused = ({ observed: { recorded }, env }: ApplicationRound, reason: string): Act<Status> =>
  act(recorded.status, reason, {
    skipsStatusWrite: true,
    problem: { owner: 'round', type: 'ReconciliationException', message: reason, reason: 'HandleFailed' },
    after: env.options.reconcileInterval,
  })

/** In BlueGreen every event names the colour of the version, as with Lyft's operator (section 3.8). */
const coloured = ({ desired: { mode }, observed: { status } }: ApplicationRound) => (event: EmitEvent): EmitEvent =>
  mode === 'Dual' || status.updatingVersion === '' ? event : { ...event, message: `${event.message} for version ${status.updatingVersion}` }

const done = (
  round: ApplicationRound,
  from: Phase,
  to: Phase,
  { rule, row, reason }: Extract<Situation, { readonly _tag: 'Row' }>,
): Act<Status> => {
  const outcome = rule.does(round)
  const why = outcome.why ?? reason
  return act(inPhase(round, from, to, row.id, outcome), `${row.id}: ${reason}`, {
    effects: outcome.effects,
    events: outcome.events.map(coloured(round)),
    problem: outcome.problem,
    after: isSameAgain(round, from, to, outcome) ? Math.max(outcome.after, round.desired.timers.maxBackoffDuration) : outcome.after,
    waitingFor: why,
  })
}

/** Sets the next state, the recorded error and retry count (section 2.5.2), and the time at which the state was reached. */
const inPhase = (round: ApplicationRound, from: Phase, to: Phase, row: string, outcome: Outcome): Status => {
  const { observed: { status: before }, env } = round
  const errors = errorsAfter(round, from, to, row, outcome)
  const isOther = from !== to
  const { operation } = outcome.status
  const moved = isOther && outcome.status.operatorRecord.jobMissedSince !== null ? withRecord(outcome.status, { jobMissedSince: null })
    : outcome.status
  return {
    ...moved,
    ...errors,
    phase: wordOf(to),
    operation: operation === null ? null
      : { ...operation, phase: to, progressAt: isOther && operation.id === before.operation?.id ? env.now : operation.progressAt },
  }
}

const isTornDown = ({ status: { operation } }: Outcome): boolean => operation?.kind === 'Teardown'

/** The same error again, with no retries left, in a state that can't be left yet: the operator does not report it again (P08). */
const isSameAgain = (
  { observed: { status: { lastSeenError, retryCount } } }: ApplicationRound,
  from: Phase,
  to: Phase,
  { error }: Outcome,
) =>
  from === to && error !== null && lastSeenError !== null && error.appError === lastSeenError.appError
  && (!lastSeenError.isRetryable || retryCount > lastSeenError.maxRetries)

const errorsAfter = (round: ApplicationRound, from: Phase, to: Phase, row: string, outcome: Outcome): ErrorRecord => {
  const { error } = outcome
  const { lastSeenError, retryCount } = round.observed.status
  // these rows only delay the round and are no error; an error that is kept unchanged did not happen in this round
  if (
    row === 'flink-application/retry-later' || row === 'flink-application/paused' || row === 'flink-application/unreadable'
    || isSameAgain(round, from, to, outcome)
    || (error !== null && error === lastSeenError && from === to)
  )
    return { lastSeenError, retryCount: generalRows.some(({ id }) => id === row) ? retryCount : errorsOf(round).retryCount }
  // a deletion has no retry gate, and a teardown ends only when it has succeeded: the same error again does not count as a new one (P08)
  if ((to === 'Deleting' || isTornDown(outcome)) && error !== null && error.appError === lastSeenError?.appError)
    return { lastSeenError, retryCount: 0 }
  return afterRound({ before: from, after: to, error, ...errorsOf(round), now: round.env.now })
}
