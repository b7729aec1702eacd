import type { WorldAction, EmitEvent } from '@flink-operator/core/action'
import { type Millis, boundedMessage } from '@flink-operator/core/resource'
import { type Problem, pollMillis, event } from '@flink-operator/core/round'
import type { ApplicationRound } from './flink-application-round.ts'
import type { ApplicationError, FlinkApplicationStatus } from './status/flink-application-status.ts'

/** What a row of the state table does. The next state is not part of it: the table decides that. */
export interface Outcome {
  readonly status: FlinkApplicationStatus
  readonly effects: readonly WorldAction[]
  readonly events: readonly EmitEvent[]
  /** The error of this round, which the operator retries or gives up on (section 2.5.2). */
  readonly error: ApplicationError | null
  /** The problem to report to the user. */
  readonly problem: Problem | null
  readonly after: Millis
  /** What the resource waits for; null: the `when` of the row. */
  readonly why: string | null
}

/** The code of one row of the state table. */
export interface Rule {
  readonly holds: (round: ApplicationRound) => boolean
  readonly does: (round: ApplicationRound) => Outcome
}

export const outcome = (
  { observed: { status } }: Pick<ApplicationRound, 'observed'>,
  rest: Partial<Outcome> = {},
): Outcome => ({ status, effects: [], events: [], error: null, problem: null, after: pollMillis, why: null, ...rest })

/** Only waits, then queries again. */
export const waiting = (round: ApplicationRound, why: string | null = null, after: Millis = pollMillis): Outcome =>
  outcome(round, { why, after })

/** Moves to the next state and starts the next round at once. */
export const moved = (status: FlinkApplicationStatus, rest: Partial<Outcome> = {}): Outcome =>
  outcome({ observed: { status } as ApplicationRound['observed'] }, { after: 0, ...rest })

/** Reports a problem that needs the user, and queries again after the reconcile interval. */
export const reported = (round: ApplicationRound, reason: string, message: string, after?: Millis): Outcome =>
  outcome(round, {
    problem: { owner: 'operation', type: 'ReconciliationException', message, reason },
    after: after ?? round.env.options.reconcileInterval,
    why: message,
  })

export const normal = (reason: string, message: string): EmitEvent => event('Normal', 'Job', reason, boundedMessage(message))
export const warning = (reason: string, message: string): EmitEvent => event('Warning', 'Job', reason, boundedMessage(message))
