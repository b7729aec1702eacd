import { type Act, act, type Decision, look } from '../../round/decision.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { Outcome } from './outcome.ts'
import { afterRound } from './retry/bookkeeping.ts'
import type { ErrorRecord } from './retry/gate.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import { errorsOf } from './rules/give-up-gate.ts'
import type { Situation } from './flink-application-situation.ts'
import { moveNamed } from './state/move.ts'
import { type Phase, wordOf } from './state/phase.ts'
import type { FlinkApplicationStatus } from './status/flink-application-status.ts'
import { withRecord } from './status-transitions.ts'

type Status = FlinkApplicationStatus

/** Which actions does the situation call for? The table alone says which state comes next. */
export const decide = (round: ApplicationRound, situation: Situation): Decision<Status> => {
  switch (situation._tag) {
    case 'NeedsFacts':
      return look(situation.queries, situation.reason)
    case 'NoMove':
      return refused(round, situation.reason)
    case 'Row': {
      const { observed: { phase }, desired: { mode } } = round
      if (phase === null) return refused(round, situation.reason)
      const move = moveNamed(phase, mode, situation.row.row)
      if (move._tag === 'Left') return refused(round, `row ${situation.row.row} is no move of ${phase}`)
      return done(round, phase, targetOf(round, situation.row.row, phase, move.right.to), situation)
    }
  }
}

/** A half-way status goes on in the state that it means, whatever its word says. */
const targetOf = ({ observed: { halfWay } }: ApplicationRound, row: string, from: Phase, to: Phase | null): Phase =>
  row === 'G3a' ? halfWay?.phase ?? from : to ?? from

/** Nothing is done, and the status stays as it is (G1). */
const refused = ({ observed: { recorded }, env }: ApplicationRound, reason: string): Act<Status> =>
  act(recorded.status, reason, {
    skipsStatusWrite: true,
    problem: { owner: 'round', type: 'ReconciliationException', message: reason, reason: 'HandleFailed' },
    after: env.options.reconcileInterval,
  })

/** In BlueGreen every event says of which colour it is, as Lyft's operator does (section 3.8). */
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
  return act(inPhase(round, from, to, row.row, outcome), `${row.row}: ${reason}`, {
    effects: outcome.effects,
    events: outcome.events.map(coloured(round)),
    problem: outcome.problem,
    after: isSameAgain(round, from, to, outcome) ? Math.max(outcome.after, round.desired.timers.maxBackoffDuration) : outcome.after,
    waitingFor: why,
  })
}

/** The state that comes next, with what is kept of errors (section 2.5.2) and when it was reached. */
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

/** The error that was tried again as often as it may be, in a state that can not be left yet: it is not told anew (P08). */
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
  // what holds the round up is not an error of it; and one that is kept as it was is none that happened now
  if (
    row === 'G3' || row === 'G2a' || row === 'G1a' || isSameAgain(round, from, to, outcome)
    || (error !== null && error === lastSeenError && from === to)
  )
    return { lastSeenError, retryCount: row.startsWith('G') ? retryCount : errorsOf(round).retryCount }
  // a deletion has no gate, and a tear-down no end but its own: the same error again is no other one (P08)
  if ((to === 'Deleting' || isTornDown(outcome)) && error !== null && error.appError === lastSeenError?.appError)
    return { lastSeenError, retryCount: 0 }
  return afterRound({ before: from, after: to, error, ...errorsOf(round), now: round.env.now })
}
