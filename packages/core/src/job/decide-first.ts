import type { Env } from '../contract/env.ts'
import { type Act, pollMillis, wait } from '../contract/round/decision.ts'
import type { FirstSituation } from './first-situation.ts'

/** The parts of a round that these decisions read. */
interface ObservedRound<Status> {
  readonly observed: { readonly status: Status }
  readonly env: Env
}

/**
 * Decides the situations in which the operator only reports, whatever the resource is. While paused everything else waits, including
 * operations in progress. `calm`: the decision where nothing is to be done.
 */
export const decideFirst = <Status>(
  { observed: { status }, env }: ObservedRound<Status>,
  situation: Extract<FirstSituation, { readonly _tag: 'Unmanageable' | 'InvalidFromTheStart' | 'Paused' }>,
  calm: () => Act<Status>,
): Act<Status> => {
  switch (situation._tag) {
    case 'Unmanageable':
    case 'InvalidFromTheStart':
      return wait(status, env.options.reconcileInterval, 'an edit', situation.problem)
    case 'Paused': {
      const { isHold, until, message } = situation.pause
      const left = isHold ? pollMillis : until === null ? env.options.reconcileInterval : Math.max(1, until - env.now)
      const after = Math.min(left, env.options.reconcileInterval)
      return {
        ...calm(),
        status,
        reason: `paused: ${message}`,
        after,
        atTheLatest: after,
        waitingFor: `the end of the pause: ${message}`,
      }
    }
  }
}
