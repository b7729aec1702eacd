import type { WorldAction } from '../../action/action.ts'
import type { EmitEvent } from '../../action/emit-event.ts'
import type { Millis } from '../../resource/time.ts'
import { type Problem, pollMillis } from '../../round/decision.ts'
import { event } from '../../round/event.ts'
import type { ApplicationRound } from './flink-application-round.ts'
import type { ApplicationError, FlinkApplicationStatus } from './status/flink-application-status.ts'
import { boundedMessage } from '../../resource/utf8-length.ts'

/** What a row calls for. The state that comes next is not in it: the table says it. */
export interface Outcome {
  readonly status: FlinkApplicationStatus
  readonly effects: readonly WorldAction[]
  readonly events: readonly EmitEvent[]
  /** What went wrong, to be tried again or given up (section 2.5.2). */
  readonly error: ApplicationError | null
  /** What a person is told. */
  readonly problem: Problem | null
  readonly after: Millis
  /** What exactly is waited for; null: the words of the row. */
  readonly why: string | null
}

/** A row of the state table, carried out. */
export interface Rule {
  readonly holds: (round: ApplicationRound) => boolean
  readonly does: (round: ApplicationRound) => Outcome
}

export const outcome = (
  { observed: { status } }: Pick<ApplicationRound, 'observed'>,
  rest: Partial<Outcome> = {},
): Outcome => ({ status, effects: [], events: [], error: null, problem: null, after: pollMillis, why: null, ...rest })

/** Nothing but to wait, and to look again. */
export const waiting = (round: ApplicationRound, why: string | null = null, after: Millis = pollMillis): Outcome =>
  outcome(round, { why, after })

/** It goes on in another state, at once. */
export const moved = (status: FlinkApplicationStatus, rest: Partial<Outcome> = {}): Outcome =>
  outcome({ observed: { status } as ApplicationRound['observed'] }, { after: 0, ...rest })

/** What a person has to do something about: told, and looked at again. */
export const told = (round: ApplicationRound, reason: string, message: string, after?: Millis): Outcome =>
  outcome(round, {
    problem: { owner: 'operation', type: 'ReconciliationException', message, reason },
    after: after ?? round.env.options.reconcileInterval,
    why: message,
  })

export const normal = (reason: string, message: string): EmitEvent => event('Normal', 'Job', reason, boundedMessage(message))
export const warning = (reason: string, message: string): EmitEvent => event('Warning', 'Job', reason, boundedMessage(message))
