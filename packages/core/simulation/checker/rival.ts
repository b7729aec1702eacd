import type { Millis } from '../../src/resource/time.ts'
import { noLookFaults } from '../world/look-faults.ts'
import type { CheckerState } from './checker-state.ts'
import { begin, doNext, lookAndDecide } from './operator-round.ts'
import type { Operator } from './operator.ts'

/**
 * How long after it decided a process still begins actions. The operator's own limit is a minute (rely-guarantee.md, T2); here it is as
 * long as the other deadlines of the small worlds.
 */
const patience: Millis = 10_000

/** Another process decides from what it sees; a round that does nothing but to wait leaves no trace. */
export const beginRival = (operator: Operator, state: CheckerState, stale: boolean): CheckerState => {
  const { world } = state
  const budget = { ...state.budget, faults: state.budget.faults - 1 }
  const resource = stale ? world.olderResource : world.resource
  const decision = resource === null ? null : lookAndDecide(operator, world, resource, noLookFaults, 0)
  if (decision === null) return { ...state, budget }
  const { process } = begin(operator, { ...state, budget }, decision)
  return { ...state, budget, rival: process._tag === 'Doing' ? process : null }
}

/** It ends with its list, or at the first action that fails. */
export const doNextOfRival = (operator: Operator, state: CheckerState): CheckerState => {
  if (state.rival === null) return state
  const { world, process } = doNext(operator, { ...state, process: state.rival, failures: 0 }, 'Ok')
  return { ...state, world, rival: process._tag === 'Doing' ? process : null }
}

export const withoutLateRival = (state: CheckerState): CheckerState =>
  state.rival !== null && state.world.now - state.rival.decidedAt > patience ? { ...state, rival: null } : state
