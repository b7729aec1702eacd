import type { Breach, FlinkDeploymentResource, World } from '../world/world.ts'
import { withOlderCluster } from '../world/watched-cluster.ts'
import { step } from '../world/world-event.ts'
import type { CheckerState, Process } from './checker-state.ts'
import type { Move } from './move.ts'
import { begin, crash, doNext, lookAndDecide, passUntilDue } from './operator-round.ts'
import type { Operator } from './operator.ts'
import type { Decision } from './decision.ts'
import { heard } from '../kubernetes/asked.ts'
import { beginRival, doNextOfRival, withoutLateRival } from './rival.ts'
import { beginSnapshotRound, doNextOfSnapshot, watchedSnapshots } from './snapshot-process.ts'

/** What a move leads to. A round that asks for a fifth look, or that has nothing to read, leads nowhere. */
export interface Next {
  readonly state: CheckerState
  readonly breaches: readonly Breach[]
  /** The round decided nothing but to wait. */
  readonly quiet: boolean
}

export const follow = (operator: Operator, state: CheckerState, move: Move): Next => {
  const next = followMove(operator, state, move)
  return next.state.world.snapshots === state.world.snapshots ? next : { ...next, state: watchedSnapshots(state, next.state) }
}

/** What the operator finds valid is what people ask for. */
const hearing = (
  world: World,
  { spec }: FlinkDeploymentResource,
  { desired }: Decision,
): World => ((desired as { readonly invalid?: unknown }).invalid == null ? heard(world, spec) : world)

const followMove = (operator: Operator, state: CheckerState, move: Move): Next => {
  switch (move._tag) {
    case 'World': {
      const world = withOlderCluster(state.world, step(state.world, move.event), false)
      const budget = move.kind === 'Edit' ? { ...state.budget, edits: state.budget.edits + 1 }
        : move.kind === 'Fault' ? { ...state.budget, faults: state.budget.faults - 1 } : state.budget
      // an edit is told by the watch: the next round is due at once; one version of the operator starts when the other has ended
      const isDue = (move.kind === 'Edit' && state.process._tag === 'Idle')
        || ['TakeOver', 'Tamper', 'OperatorAway'].includes(move.event._tag)
      const process: Process = isDue ? { _tag: 'Idle', dueAt: world.now } : state.process
      return { state: { ...state, world, budget, process }, breaches: world.breaches, quiet: false }
    }
    case 'Round': {
      const world = move.early ? state.world : passUntilDue(state.world, state.process)
      const budget = move.kind === 'Fault' ? { ...state.budget, faults: state.budget.faults - 1 } : state.budget
      const due = withoutLateRival({ ...state, world, budget })
      const resource = move.stale ? world.olderResource : world.resource
      if (resource === null) return { state: due, breaches: [], quiet: false }
      const decision = lookAndDecide(operator, world, resource, move.looks, state.failures)
      if (decision === null)
        return {
          state: due,
          breaches: [{ property: 'Looks', what: 'a decision asked for more than four looks in one round' }],
          quiet: false,
        }
      const next = begin(operator, { ...due, world: hearing(due.world, resource, decision) }, decision)
      return { state: next, breaches: [], quiet: next.process._tag === 'Idle' && move.kind === 'Fair' }
    }
    case 'Do': {
      const next = doNext(
        operator,
        move.kind === 'Fault' ? { ...state, budget: { ...state.budget, faults: state.budget.faults - 1 } } : state,
        move.outcome,
      )
      return { state: next, breaches: next.world.breaches, quiet: false }
    }
    case 'RivalRound':
      return { state: beginRival(operator, state, move.stale), breaches: [], quiet: false }
    case 'RivalDo': {
      const next = doNextOfRival(operator, state)
      return { state: next, breaches: next.world.breaches, quiet: false }
    }
    case 'Crash': {
      const next = crash(operator, { ...state, budget: { ...state.budget, crashes: state.budget.crashes - 1 } }, move.afterAction)
      return { state: next, breaches: next.world.breaches, quiet: false }
    }
    case 'SnapshotRound':
    case 'SnapshotDo':
    case 'SnapshotCrash':
      return followSnapshot(operator, state, move)
  }
}

const followSnapshot = (operator: Operator, state: CheckerState, move: Extract<Move, { readonly uid: string }>): Next => {
  const process = state.snapshots.find(({ uid }) => uid === move.uid)
  if (process === undefined) return { state, breaches: [], quiet: false }
  const spent = move.kind === 'Fault' ? { ...state, budget: { ...state.budget, faults: state.budget.faults - 1 } } : state
  switch (move._tag) {
    case 'SnapshotRound': {
      const world = passUntilDue(spent.world, { _tag: 'Idle', dueAt: process.dueAt })
      const next = beginSnapshotRound(operator, { ...spent, world }, process, move.looks)
      return next === null
        ? { state: spent, breaches: [{ property: 'Looks', what: 'a decision asked for more than four looks in one round' }], quiet: false }
        : { state: next, breaches: [], quiet: false }
    }
    case 'SnapshotDo': {
      const next = doNextOfSnapshot(operator, spent, process, move.outcome)
      return { state: next, breaches: next.world.breaches, quiet: false }
    }
    case 'SnapshotCrash': {
      const done = move.afterAction ? doNextOfSnapshot(operator, state, process, 'Ok') : state
      const next = crash(operator, { ...done, budget: { ...state.budget, crashes: state.budget.crashes - 1 } }, false)
      return { state: next, breaches: done.world === state.world ? [] : done.world.breaches, quiet: false }
    }
  }
}
