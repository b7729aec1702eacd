import type { Millis } from '@flink-operator/core/resource'
import { noLookFaults } from '../world/look-faults.ts'
import type { CheckerState, Process, Rival } from './checker-state.ts'
import { begin, doNext, lookAndDecide, resourceOf } from './drive-process.ts'
import type { Move } from './move.ts'
import type { Operator } from './operator.ts'

/**
 * For this long after its decision a process may start actions. The operator's own limit is a minute (rely-guarantee.md, T2); here it
 * is as short as the other deadlines of the small worlds.
 */
export const patience: Millis = 10_000

/** A second process decides from what it observes. A round that only waits leaves no trace. */
export const beginRival = (
  operator: Operator,
  state: CheckerState,
  { kind, name, dueAt }: Process,
  { stale, mayPause }: Pick<Extract<Move, { readonly _tag: 'RivalRound' }>, 'stale' | 'mayPause'>,
): CheckerState => {
  const { world } = state
  const process: Process = { kind, name, failures: 0, dueAt, doing: null }
  const resource = stale ? kind.older(world, name) : resourceOf(process, world)
  const decision = resource === null ? null : lookAndDecide(operator, kind, world, resource, noLookFaults, 0)
  return { ...state, rival: decision === null ? null : whileDoing(begin(operator, world, process, decision), mayPause) }
}

const whileDoing = (process: Process, mayPause: boolean): Rival | null => (process.doing === null ? null : { ...process, mayPause })

/** Is the second process's round over by the clock? */
const isLate = ({ world, rival }: CheckerState): boolean => rival?.doing != null && world.now - rival.doing.decidedAt > patience

/**
 * The second process ends with its list, or at the first action that fails. A process that paused has checked the clock before the
 * action that it resumes with, and checks it again before the next.
 */
export const doNextOfRival = (operator: Operator, state: CheckerState): CheckerState => {
  if (state.rival === null) return state
  const { world, process } = doNext(operator, state.world, state.rival, 'Ok')
  return { ...state, world, rival: isLate(state) ? null : whileDoing(process, state.rival.mayPause) }
}

export const withoutLateRival = (state: CheckerState): CheckerState =>
  state.rival?.mayPause !== true && isLate(state) ? { ...state, rival: null } : state
