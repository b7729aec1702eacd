import { act, type Decision, look, pollMillis, type Problem, untilWatchEvent, wait } from '../../contract/round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { TearDownStep } from './tear-down-step.ts'

/**
 * Hooks of a tear-down: the status and problem while it is in progress, and the decision afterwards. `Gone`: the result that the caller
 * gets then.
 */
export interface TearDownHooks<Status, Gone> {
  readonly status: Status
  readonly giveUpAt: number
  /** The reason for the queries. */
  readonly why: string
  /** The problem to report with a step or a wait. */
  readonly problem: Problem | null
  readonly whenGone: () => Decision<Status> | Gone
}

/** Turns a step of a tear-down into a decision: query, wait or act, and continue once the cluster is gone. */
export const drivenTearDown = <Status, Gone = never>(
  env: ClusterRound['env'],
  step: TearDownStep,
  { status, giveUpAt, why, problem, whenGone }: TearDownHooks<Status, Gone>,
): Decision<Status> | Gone => {
  switch (step._tag) {
    case 'Look':
      return look(step.queries, why)
    case 'Unobservable':
      return wait(status, pollMillis, step.why, problem)
    case 'Wait':
      // watches report the end of a running deletion; a delay is reported at the deadline
      return untilWatchEvent(
        wait(status, pollMillis, step.waitingFor, problem),
        giveUpAt < env.now ? env.options.reconcileInterval : Math.min(env.options.reconcileInterval, giveUpAt - env.now + 1),
      )
    case 'Do':
      return act(status, `the operator deletes the cluster, and waits for ${step.waitingFor}`, {
        effects: step.effects,
        after: pollMillis,
        waitingFor: step.waitingFor,
        problem,
      })
    case 'Gone':
      return whenGone()
  }
}
