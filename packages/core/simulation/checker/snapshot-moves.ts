import type { Action } from '../../src/action/action.ts'
import type { FlinkDeploymentAction } from '../../src/kind/flink-deployment/flink-deployment-action.ts'
import { isHard } from '../../src/action/action-properties.ts'
import { noLookFaults } from '../world/look-faults.ts'
import type { CheckerState } from './checker-state.ts'
import { effectOutcomes } from './effect-outcomes.ts'
import type { FaultKind, Move } from './move.ts'
import { currentOf, isAwake, isNext } from './snapshot-process.ts'

/**
 * Between its look and the write that follows nothing happens that the write depends on: as of a FlinkDeployment, so of a
 * FlinkStateSnapshot.
 */
const isBeforeWrite = (action: Action<unknown> | undefined): boolean => action !== undefined && !isHard(action)

export const snapshotsGoAlone = ({ snapshots }: CheckerState, current: FlinkDeploymentAction | undefined): boolean =>
  !isBeforeWrite(current) && snapshots.some(it => isBeforeWrite(currentOf(it)))

/** Rounds of FlinkStateSnapshots. One that is about to write goes alone. */
export const snapshotMoves = (state: CheckerState, kinds: readonly FaultKind[], moves: Move[]): Move[] => {
  const { snapshots, world, budget } = state
  const alone = snapshots.find(it => isBeforeWrite(currentOf(it)))
  for (const process of alone === undefined ? snapshots : [alone]) {
    const { uid } = process
    const current = currentOf(process)
    if (current !== undefined) {
      moves.push({ _tag: 'SnapshotDo', uid, outcome: 'Ok', kind: 'Fair' })
      for (const outcome of effectOutcomes(current, kinds))
        if (outcome !== 'Late') moves.push({ _tag: 'SnapshotDo', uid, outcome, kind: 'Fault' })
      if (budget.crashes > 0) {
        for (const afterAction of [false, true]) moves.push({ _tag: 'SnapshotCrash', uid, afterAction, kind: 'Crash' })
      }
    } else if (isAwake(process, world.now) && isNext(state, process.dueAt)) {
      moves.push({ _tag: 'SnapshotRound', uid, looks: noLookFaults, kind: 'Fair' })
      if (kinds.includes('Rest')) moves.push({ _tag: 'SnapshotRound', uid, looks: { ...noLookFaults, rest: 'Unreachable' }, kind: 'Fault' })
      if (kinds.includes('Kubernetes'))
        moves.push({ _tag: 'SnapshotRound', uid, looks: { ...noLookFaults, kubernetes: 'Unreachable' }, kind: 'Fault' })
    }
  }
  return moves
}
