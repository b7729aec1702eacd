import { isHard } from '../../src/action/action-properties.ts'
import { isWriteOfResource } from '../../src/round/after-failure.ts'
import { appear, type Stranger } from '../kubernetes/strangers.ts'
import { tamper, type Tampering } from '../kubernetes/tampering.ts'
import { fairEvents } from '../world/fair-events.ts'
import { fromCluster } from '../world/clusters.ts'
import type { World } from '../world/world.ts'
import type { CheckerState } from './checker-state.ts'
import { actionOf } from './drive-process.ts'
import { byHand, faultEvents } from './fault-events.ts'
import type { Bounds, FaultKind, Move } from './move.ts'
import { loneWriter, processMoves, processesMoves, rivalMoves } from './process-moves.ts'

/** All moves from a state, always in the same order: the index of a move is enough to replay it. */
export const movesFrom = (state: CheckerState, { edits, faultKinds, tamperings, strangers }: Bounds): readonly Move[] => {
  const { world, processes, budget } = state
  const moves: Move[] = []
  const kinds = budget.faults > 0 ? faultKinds : []
  const alone = loneWriter(processes)
  if (alone >= 0) {
    processMoves(state, alone, kinds, moves)
    return moves
  }
  processesMoves(state, kinds, moves)
  rivalMoves(state, moves, kinds)
  // people edit, and somebody tampers with, the first resource
  const [first] = processes
  const current = first === undefined ? undefined : actionOf(first)
  // an effect that doesn't write the resource does not notice an edit: one before it is as one after it, unless it fails and that is to be
  // written down
  const mayNotice = current === undefined || isWriteOfResource(current) || kinds.includes('Effects')
  const edit = mayNotice ? edits[budget.edits]?.event(world) ?? null : null
  if (edit !== null) moves.push({ _tag: 'World', event: edit, kind: 'Edit' })
  // between a look and the write that follows it the world's own steps change nothing that the write depends on
  if (current === undefined || isHard(current)) worldMoves(world, moves, kinds, strangers)
  // before an effect that does not read the resource it is as after it; before a write it is in conflict, and the round begins anew
  if (current === undefined) idleMoves(world, kinds, tamperings, moves)
  return moves
}

const idleMoves = (world: World, kinds: readonly FaultKind[], tamperings: readonly Tampering[] | undefined, moves: Move[]): void => {
  if (kinds.includes('Away')) moves.push({ _tag: 'World', event: { _tag: 'OperatorAway' }, kind: 'Fault' })
  if (!kinds.includes('Tamper')) return
  for (const tampering of tamperings ?? [])
    if (tamper(world, tampering) !== world) moves.push({ _tag: 'World', event: { _tag: 'Tamper', tampering }, kind: 'Fault' })
}

const worldMoves = (world: World, moves: Move[], kinds: readonly FaultKind[], strangers: readonly Stranger[] | undefined): void => {
  for (const event of fairEvents(world)) moves.push({ _tag: 'World', event, kind: 'Fair' })
  for (let index = 0; index < world.late.length; index += 1)
    moves.push({ _tag: 'World', event: { _tag: 'ArriveLate', index }, kind: 'Fair' })
  for (const other of world.beside) {
    for (const event of fairEvents(fromCluster(world, other.clusterId)))
      moves.push({ _tag: 'World', event: { _tag: 'In', clusterId: other.clusterId, event }, kind: 'Fair' })
    for (let index = 0; index < other.late.length; index += 1)
      moves.push({ _tag: 'World', event: { _tag: 'In', clusterId: other.clusterId, event: { _tag: 'ArriveLate', index } }, kind: 'Fair' })
  }
  for (const event of faultEvents(world, kinds)) moves.push({ _tag: 'World', event, kind: 'Fault' })
  for (const event of byHand(world, kinds)) moves.push({ _tag: 'World', event, kind: 'Fault' })
  if (kinds.includes('Service') && world.services.some(({ name }) => name.endsWith('-rest')))
    moves.push({ _tag: 'World', event: { _tag: 'LoseService' }, kind: 'Fault' })
  if (!kinds.includes('Stranger')) return
  for (const stranger of strangers ?? [])
    if (appear(world, stranger) !== world) moves.push({ _tag: 'World', event: { _tag: 'Appear', stranger }, kind: 'Fault' })
}
