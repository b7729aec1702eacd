import type { WorldAction } from '../../action/action.ts'
import type { FlinkBlueGreenDeploymentStatus } from './blue-green-resource.ts'
import { act, type Decision, pollMillis, type Problem, wait } from '../../round/decision.ts'
import { isSeen, type Seen } from './transition/evidence.ts'
import type { BlueGreenRound } from './blue-green-round.ts'

export type BlueGreenDecision = Decision<FlinkBlueGreenDeploymentStatus>

const reschedule = ({ desired: { options } }: BlueGreenRound): number => Math.max(pollMillis, options.reconciliationRescheduleInterval)

/** Watches of the children tell of all that is waited for; a look comes all the same. */
export const waiting = (round: BlueGreenRound, reason: string, problem: Problem | null = null): BlueGreenDecision => ({
  ...wait(round.observed.status, Math.min(reschedule(round), round.env.options.reconcileInterval), reason, problem),
  reason,
})

/** What a person, or nothing, has to change before anything is done. */
export const resting = (round: BlueGreenRound, reason: string, problem: Problem | null = null): BlueGreenDecision => ({
  ...wait(round.observed.status, round.env.options.reconcileInterval, reason, problem),
  reason,
})

/** Done at once, or waited for as long as its effects take. */
export const now = (status: FlinkBlueGreenDeploymentStatus, reason: string, effects: readonly WorldAction[] = []): BlueGreenDecision =>
  act(status, reason, { effects, after: effects.length === 0 ? 0 : pollMillis, waitingFor: reason })

/** Not later than the moment that something waits for. */
export const until = (round: BlueGreenRound, at: number, decision: BlueGreenDecision): BlueGreenDecision =>
  decision._tag === 'Look' ? decision
    : { ...decision, after: Math.max(pollMillis, Math.min(decision.after, at - round.env.now)) }

/** What follows from what the row has seen; where a part of it is not there after all, nothing is done. */
export const given = <Parts extends object>(
  round: BlueGreenRound,
  reason: string,
  parts: Parts,
  then: (parts: Seen<Parts>) => BlueGreenDecision,
): BlueGreenDecision => (isSeen(parts) ? then(parts) : waiting(round, reason))
