import { act, type Decision, look, pollMillis, type Problem, untilWatchEvent, wait } from '../../round/decision.ts'
import type { ClusterRound } from '../cluster-round.ts'
import type { TearDownStep } from './tear-down-step.ts'

/** What whoever takes a cluster away brings: what it tells while that takes its time, and how it goes on. `Gone`: what it finds then. */
export interface TearDownCourse<Status, Gone> {
  readonly status: Status
  readonly giveUpAt: number
  /** Why it is looked. */
  readonly why: string
  /** Told beside a step that is done or waited for. */
  readonly problem: Problem | null
  readonly whenGone: () => Decision<Status> | Gone
}

/** A step of a tear-down as a decision: it is looked, waited for, done; and once nothing of the cluster is left it goes on. */
export const drivenTearDown = <Status, Gone = never>(
  env: ClusterRound['env'],
  step: TearDownStep,
  { status, giveUpAt, why, problem, whenGone }: TearDownCourse<Status, Gone>,
): Decision<Status> | Gone => {
  switch (step._tag) {
    case 'Look':
      return look(step.queries, why)
    case 'Blind':
      return wait(status, pollMillis, step.why, problem)
    case 'Wait':
      // what is going by itself is told by the watches; what the delay means is told at its end
      return untilWatchEvent(
        wait(status, pollMillis, step.waitingFor, problem),
        giveUpAt < env.now ? env.options.reconcileInterval : Math.min(env.options.reconcileInterval, giveUpAt - env.now + 1),
      )
    case 'Do':
      return act(status, step.waitingFor, { effects: step.effects, after: pollMillis, problem })
    case 'Gone':
      return whenGone()
  }
}
