import { isHard } from '../../src/action/action-properties.ts'
import { isWriteOfResource } from '../../src/round/after-failure.ts'
import { appear } from '../kubernetes/strangers.ts'
import { mayTamper } from '../kubernetes/tampering.ts'
import { fairEvents } from '../world/fair-events.ts'
import { fromCluster } from '../world/clusters.ts'
import { fromJob } from '../world/jobs.ts'
import { ofOwner } from '../world/world-event.ts'
import type { World } from '../world/world.ts'
import type { AnyAction } from '../kind/any-kind.ts'
import type { CheckerState, Process } from './checker-state.ts'
import { actionOf } from './drive-process.ts'
import { byHand, faultEvents } from './fault-events.ts'
import type { Bounds, FaultKind, Move } from './move.ts'
import { loneWriter, processMoves, processesMoves, rivalMoves } from './process-moves.ts'

/** All moves from a state, always in the same order: the index of a move is enough to replay it. */
export const movesFrom = (state: CheckerState, bounds: Bounds): readonly Move[] => {
  const { edits, faultKinds } = bounds
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
  const doing = actionsOfJobs(processes)
  // an effect that doesn't write the resource does not notice an edit: one before it is as one after it, unless it fails and that is to be
  // written down
  const mayNotice = doing.every(isWriteOfResource) || kinds.includes('Effects')
  const edit = mayNotice ? edits[budget.edits]?.event(world) ?? null : null
  if (edit !== null) moves.push({ _tag: 'World', event: edit, kind: 'Edit' })
  // between a look and the write that follows it the world's own steps change nothing that the write depends on
  if (doing.every(isHard)) worldMoves(world, moves, kinds, bounds)
  // before an effect that does not read the resource it is as after it; before a write it is in conflict, and the round begins anew
  if (doing.length === 0) idleMoves(world, kinds, bounds, moves)
  return moves
}

/** What rounds of resources that people edit are about to do: those of others write what nobody else does. */
const actionsOfJobs = (processes: readonly Process[]): readonly AnyAction[] => {
  const found: AnyAction[] = []
  for (let index = 0; index < processes.length; index += 1) {
    const process = processes[index]!
    const current = index === 0 || process.kind.isWoken ? actionOf(process) : undefined
    if (current !== undefined) found.push(current)
  }
  return found
}

const idleMoves = (world: World, kinds: readonly FaultKind[], { tamperings, about }: Bounds, moves: Move[]): void => {
  if (kinds.includes('Away')) moves.push({ _tag: 'World', event: { _tag: 'OperatorAway' }, kind: 'Fault' })
  if (!kinds.includes('Tamper')) return
  for (const tampering of tamperings ?? []) {
    const there = fromJob(world, about ?? null)
    if (mayTamper(there, tampering)) moves.push({ _tag: 'World', event: ofOwner(about, { _tag: 'Tamper', tampering }), kind: 'Fault' })
  }
}

const worldMoves = (world: World, moves: Move[], kinds: readonly FaultKind[], { strangers, about }: Bounds): void => {
  for (const event of fairEvents(world)) moves.push({ _tag: 'World', event, kind: 'Fair' })
  for (let index = 0; index < world.late.length; index += 1)
    moves.push({ _tag: 'World', event: { _tag: 'ArriveLate', index }, kind: 'Fair' })
  for (const other of world.beside) {
    for (const event of fairEvents(fromCluster(world, other.clusterId)))
      moves.push({ _tag: 'World', event: { _tag: 'In', clusterId: other.clusterId, event }, kind: 'Fair' })
    for (let index = 0; index < other.late.length; index += 1)
      moves.push({ _tag: 'World', event: { _tag: 'In', clusterId: other.clusterId, event: { _tag: 'ArriveLate', index } }, kind: 'Fair' })
  }
  for (const event of faultEvents(world, kinds, about)) moves.push({ _tag: 'World', event, kind: 'Fault' })
  for (const event of byHand(world, kinds)) moves.push({ _tag: 'World', event, kind: 'Fault' })
  if (kinds.includes('Service') && world.services.some(({ name }) => name.endsWith('-rest')))
    moves.push({ _tag: 'World', event: { _tag: 'LoseService' }, kind: 'Fault' })
  if (!kinds.includes('Stranger')) return
  for (const stranger of strangers ?? [])
    if (appear(world, stranger) !== world) moves.push({ _tag: 'World', event: { _tag: 'Appear', stranger }, kind: 'Fault' })
}
