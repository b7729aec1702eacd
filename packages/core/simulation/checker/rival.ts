import type { Millis } from '../../src/resource/time.ts'
import { noLookFaults } from '../world/look-faults.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { begin, doNext, lookAndDecide, resourceOf } from './drive-process.ts'
import type { Operator } from './operator.ts'

/**
 * How long after it decided a process still begins actions. The operator's own limit is a minute (rely-guarantee.md, T2); here it is as
 * long as the other deadlines of the small worlds.
 */
const patience: Millis = 10_000

/** Another process decides from what it sees; a round that does nothing but to wait leaves no trace. */
export const beginRival = (operator: Operator, state: CheckerState, { kind, name, dueAt }: Process, stale: boolean): CheckerState => {
  const { world } = state
  const budget = { ...state.budget, faults: state.budget.faults - 1 }
  const process: Process = { kind, name, failures: 0, dueAt, doing: null }
  const resource = stale ? kind.older(world, name) : resourceOf(process, world)
  const decision = resource === null ? null : lookAndDecide(operator, kind, world, resource, noLookFaults, 0)
  return { ...state, budget, rival: decision === null ? null : whileDoing(begin(operator, world, process, decision)) }
}

const whileDoing = (process: Process): Process | null => (process.doing === null ? null : process)

/** It ends with its list, or at the first action that fails. */
export const doNextOfRival = (operator: Operator, state: CheckerState): CheckerState => {
  if (state.rival === null) return state
  const { world, process } = doNext(operator, state.world, state.rival, 'Ok')
  return { ...state, world, rival: whileDoing(process) }
}

export const withoutLateRival = (state: CheckerState): CheckerState =>
  state.rival?.doing != null && state.world.now - state.rival.doing.decidedAt > patience ? { ...state, rival: null } : state
