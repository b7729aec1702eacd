import type { Breach } from '../world/world.ts'
import { withOlderCluster } from '../world/watched-cluster.ts'
import { step } from '../world/step-world.ts'
import { inmost } from '../world/world-event.ts'
import type { Budget, CheckerState } from './checker-state.ts'
import { begin, doNext, lastBefore, lookAndDecide, passUntilDue, resourceOf } from './drive-process.ts'
import type { Move, RoundMove } from './move.ts'
import type { Operator } from './operator.ts'
import { restarted, takenUp, watched, withProcess, woken } from './queue.ts'
import { beginRival, doNextOfRival, withoutLateRival } from './rival.ts'

/** The result of a move. A round that asks for too many queries, or that has no resource to read, leads nowhere. */
export interface Next {
  readonly state: CheckerState
  readonly breaches: readonly Breach[]
  /** The round decided only to wait. */
  readonly quiet: boolean
}

export const follow = (operator: Operator, state: CheckerState, move: Move): Next => {
  const next = followMove(operator, state, move)
  const reported = watched(operator, state.world, next.state)
  return reported === next.state ? next : { ...next, state: reported }
}

const spent = (budget: Budget, { kind }: Move): Budget => {
  switch (kind) {
    case 'Edit':
      return { ...budget, edits: budget.edits + 1 }
    case 'Fault':
      return { ...budget, faults: budget.faults - 1 }
    case 'Crash':
      return { ...budget, crashes: budget.crashes - 1 }
    case 'Fair':
    case 'Nuance':
      return budget
  }
}

const followMove = (operator: Operator, state: CheckerState, move: Move): Next => {
  const budget = spent(state.budget, move)
  switch (move._tag) {
    case 'World': {
      const world = withOlderCluster(state.world, step(state.world, move.event), false)
      // An operator of one version starts when the other has ended, so its rounds are due at once. The watch reports an edit, so the next
      // round of that resource is due at once.
      const processes = ['TakeOver', 'Tamper', 'OperatorAway'].includes(inmost(move.event)._tag) ? takenUp(state.processes, world)
        : move.kind === 'Edit' ? woken(state.processes, world) : state.processes
      return { state: { ...state, world, budget, processes }, breaches: world.breaches, quiet: false }
    }
    case 'Round':
      return followRound(operator, { ...state, budget }, move)
    case 'Do': {
      const { world, process } = doNext(operator, state.world, state.processes[move.at]!, move.outcome)
      return {
        state: { ...state, world, budget, processes: withProcess(state.processes, move.at, process) },
        breaches: world.breaches,
        quiet: false,
      }
    }
    case 'RivalRound':
      return { state: beginRival(operator, { ...state, budget }, state.processes[move.at]!, move), breaches: [], quiet: false }
    case 'RivalDo': {
      const next = doNextOfRival(operator, state)
      return { state: next, breaches: next.world.breaches, quiet: false }
    }
    case 'Crash': {
      const world = lastBefore(state.world, state.processes[move.at]!, move.afterAction)
      return { state: { ...state, world, budget, processes: restarted(operator, world) }, breaches: world.breaches, quiet: false }
    }
  }
}

const followRound = (operator: Operator, state: CheckerState, { at, early, stale, looks, kind: moveKind }: RoundMove): Next => {
  const process = state.processes[at]!
  const { kind, name, failures } = process
  const world = early ? state.world : passUntilDue(state.world, process)
  const due = withoutLateRival({ ...state, world })
  const resource = stale ? kind.older(world, name) : resourceOf(process, world)
  if (resource === null) return { state: due, breaches: [], quiet: false }
  const decision = lookAndDecide(operator, kind, world, resource, looks, failures)
  if (decision === null)
    return { state: due, breaches: [{ property: 'Looks', what: 'a decision asked for more than five queries in one round' }], quiet: false }
  const next = begin(operator, world, process, decision)
  return {
    state: { ...due, world: kind.heard?.(world, resource, decision) ?? world, processes: withProcess(state.processes, at, next) },
    breaches: [],
    quiet: next.doing === null && moveKind === 'Fair' && kind.arrivesWaiting,
  }
}
