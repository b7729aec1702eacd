import type { BlueGreenRow } from './rows/blue-green-row.ts'
import type { BlueGreenState, FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import { type KindStates, statesIn } from '../../contract/round/kind.ts'
import type { WorldAction } from '../../contract/action/action.ts'
import { act, type Decision, pollMillis, type Problem, wait } from '../../contract/round/decision.ts'
import { isSeen, type Seen } from './transition/evidence.ts'
import type { BlueGreenRound } from './blue-green-round.ts'

/** The situation of a FlinkBlueGreenDeployment: the row of the table that applies, and the reason. */
export interface Situation {
  readonly row: BlueGreenRow
  readonly reason: string
}

/** A record, so that a new state does not compile without an entry here. */
const isAtRest: Readonly<Record<BlueGreenState, boolean>> = {
  INITIALIZING_BLUE: false,
  ACTIVE_BLUE: true,
  ACTIVE_GREEN: true,
  SAVEPOINTING_BLUE: false,
  SAVEPOINTING_GREEN: false,
  TRANSITIONING_TO_BLUE: false,
  TRANSITIONING_TO_GREEN: false,
}

export const blueGreenStates: KindStates = {
  all: Object.keys(isAtRest),
  atRest: Object.entries(isAtRest).flatMap(([state, rests]) => (rests ? [state] : [])),
  of: statesIn('blueGreenState'),
}

export type BlueGreenDecision = Decision<FlinkBlueGreenDeploymentStatus>

const reschedule = ({ desired: { options } }: BlueGreenRound): number => Math.max(pollMillis, options.reconciliationRescheduleInterval)

/** Waits. Watch events of the children end the wait; the operator also queries periodically. */
export const waiting = (round: BlueGreenRound, reason: string, problem: Problem | null = null): BlueGreenDecision => ({
  ...wait(round.observed.status, Math.min(reschedule(round), round.env.options.reconcileInterval), reason, problem),
  reason,
})

/** Steady, or waiting for the user: the operator queries again after the reconcile interval. */
export const resting = (round: BlueGreenRound, reason: string, problem: Problem | null = null): BlueGreenDecision => ({
  ...wait(round.observed.status, round.env.options.reconcileInterval, reason, problem),
  reason,
})

/** Continues at once, or after the poll interval if there are effects. */
export const now = (status: FlinkBlueGreenDeploymentStatus, reason: string, effects: readonly WorldAction[] = []): BlueGreenDecision =>
  act(status, reason, { effects, after: effects.length === 0 ? 0 : pollMillis, waitingFor: reason })

/** The decision, with its next round not later than `at`. */
export const until = (round: BlueGreenRound, at: number, decision: BlueGreenDecision): BlueGreenDecision =>
  decision._tag === 'Look' ? decision
    : { ...decision, after: Math.max(pollMillis, Math.min(decision.after, at - round.env.now)) }

/** The decision for the parts that the row has checked. If a part is null after all, the operator only waits. */
export const given = <Parts extends object>(
  round: BlueGreenRound,
  reason: string,
  parts: Parts,
  then: (parts: Seen<Parts>) => BlueGreenDecision,
): BlueGreenDecision => (isSeen(parts) ? then(parts) : waiting(round, reason))
