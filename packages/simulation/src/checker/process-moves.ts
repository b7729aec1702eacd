import { type Action, isHard } from '@flink-operator/core/action'
import type { Outcome } from '../world/perform.ts'
import type { FaultKind, Move, RoundMove } from './move.ts'
import type { AnyAction } from '../kind/any-kind.ts'
import { isScaledAtRest } from '../autoscaler/scaling-arrival.ts'
import { mayShowOldStatistics } from '../world/answer-flink-query.ts'
import { noLookFaults } from '../world/look-faults.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { actionOf, resourceOf } from './drive-process.ts'
import { isAwake, isNext } from './queue.ts'

/** The outcomes of an effect other than being done and answered. */
export const effectOutcomes = (action: Action<unknown>, kinds: readonly FaultKind[]): readonly Outcome[] => {
  if (action._tag === 'EmitEvent' || action._tag === 'Requeue' || action._tag === 'Look') return []
  const outcomes: Outcome[] = kinds.includes('Effects') ? ['Refused', 'Lost'] : []
  if (kinds.includes('Late') && action._tag !== 'PersistStatus') outcomes.push('Late')
  if (kinds.includes('Effects') && action._tag === 'PersistStatus') outcomes.push('Conflict')
  return outcomes
}

/** Between a query and the write that follows, nothing happens that the write depends on. */
const isBeforeWrite = (action: AnyAction | undefined): boolean => action !== undefined && !isHard(action)

/** The process that must step alone: it is about to write, and no user edits its kind between query and write. -1: no such process. */
export const loneWriter = (processes: readonly Process[]): number => {
  let found = -1
  for (let index = 0; index < processes.length; index += 1) {
    const process = processes[index]!
    if (!isBeforeWrite(actionOf(process))) continue
    if (!process.kind.writesAlone) return -1
    if (found < 0) found = index
  }
  return found
}

/**
 * The moves of all rounds: running rounds first, then rounds in the order in which they are due. No round starts while another one is
 * about to write.
 */
export const processesMoves = (state: CheckerState, kinds: readonly FaultKind[], moves: Move[]): void => {
  const { processes } = state
  if (processes.length === 1) {
    processMoves(state, 0, kinds, moves)
    return
  }
  const isWriting = processes.some(it => isBeforeWrite(actionOf(it)))
  const order = processes.map((_, index) => index).sort((a, b) => rank(processes[a]!) - rank(processes[b]!))
  for (const index of order) if (!isWriting || processes[index]!.doing !== null) processMoves(state, index, kinds, moves)
}

const rank = ({ doing, dueAt }: Process): number => (doing === null ? dueAt : 0)

/** The moves of one process: the next action of its round, or its next round. */
export const processMoves = (state: CheckerState, at: number, kinds: readonly FaultKind[], moves: Move[]): void => {
  const process = state.processes[at]!
  const current = actionOf(process)
  if (current !== undefined) actionMoves(process, at, current, state.budget.crashes, kinds, moves)
  else if (isAwake(process, state.world)) roundMoves(state, at, kinds, moves)
}

const actionMoves = (
  { kind }: Process,
  at: number,
  current: AnyAction,
  crashes: number,
  kinds: readonly FaultKind[],
  moves: Move[],
): void => {
  moves.push({ _tag: 'Do', at, outcome: 'Ok', kind: 'Fair' })
  for (const outcome of effectOutcomes(current, kinds))
    if (outcome !== 'Late' || kind.mayArriveLate) moves.push({ _tag: 'Do', at, outcome, kind: 'Fault' })
  if (crashes > 0)
    moves.push({ _tag: 'Crash', at, afterAction: false, kind: 'Crash' }, { _tag: 'Crash', at, afterAction: true, kind: 'Crash' })
}

const roundMoves = (state: CheckerState, at: number, kinds: readonly FaultKind[], moves: Move[]): void => {
  const { world } = state
  const { kind, name, dueAt } = state.processes[at]!
  const push = (of: RoundMove['kind'], change: Partial<RoundMove>): void => {
    moves.push({ _tag: 'Round', at, looks: noLookFaults, stale: false, early: false, kind: of, ...change })
  }
  const isItsTurn = isNext(state, dueAt)
  if (isItsTurn) push('Fair', {})
  if (kind.isWoken && !isScaledAtRest(world, name)) {
    if (dueAt > world.now) push('Nuance', { early: true })
    if (mayShowOldStatistics(world)) push('Nuance', { looks: { ...noLookFaults, oldStatistics: true }, early: true })
  }
  if (!isItsTurn) return
  if (kinds.includes('Rest')) push('Fault', { looks: { ...noLookFaults, rest: 'Unreachable' } })
  if (kinds.includes('Kubernetes')) push('Fault', { looks: { ...noLookFaults, kubernetes: 'Unreachable' } })
  if (kinds.includes('ZooKeeper')) push('Fault', { looks: { ...noLookFaults, zooKeeper: 'Unreachable' } })
  if (!kind.isWoken || !kinds.includes('Stale')) return
  if (world.olderCluster !== null) push('Fault', { looks: { ...noLookFaults, oldWatches: true } })
  if (kind.older(world, name) !== null) push('Fault', { stale: true })
}

/** The moves of a second process: it starts a round of any resource, or performs the next action of its round. */
export const rivalMoves = ({ world, processes, rival }: CheckerState, moves: Move[], kinds: readonly FaultKind[]): void => {
  if (rival !== null) {
    moves.push({ _tag: 'RivalDo', kind: 'Nuance' })
    return
  }
  const mayPause = kinds.includes('Paused')
  if (!mayPause && !kinds.includes('Rival')) return
  for (let at = 0; at < processes.length; at += 1) {
    const process = processes[at]!
    if (resourceOf(process, world) === null) continue
    moves.push({ _tag: 'RivalRound', at, stale: false, mayPause, kind: 'Fault' })
    if (!mayPause && process.kind.older(world, process.name) !== null)
      moves.push({ _tag: 'RivalRound', at, stale: true, mayPause, kind: 'Fault' })
  }
}
