import { isHard } from '@flink-operator/core/action'
import { isWriteOfResource } from '@flink-operator/core/round'
import { appear } from '../kubernetes/foreign-objects.ts'
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

/** All moves from a state, always in the same order: a move's index is enough to replay it. */
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
  // An effect that doesn't write the resource does not notice an edit, so an edit before it equals one after it; except if the effect
  // fails and the operator must record the failure.
  const mayNotice = doing.every(isWriteOfResource) || kinds.includes('Effects') || world.autoscaled !== undefined
  const edit = mayNotice ? edits[budget.edits]?.event(world) ?? null : null
  if (edit !== null) moves.push({ _tag: 'World', event: edit, kind: 'Edit' })
  // between a query and the write that follows, the world's own steps change nothing that the write depends on
  if (doing.every(isHard)) worldMoves(world, moves, kinds, bounds)
  // An edit before an effect that does not read the resource equals an edit after it. Before a write it causes a conflict, and the round
  // starts again.
  if (doing.length === 0) idleMoves(world, kinds, bounds, moves)
  return moves
}

/** The next actions of rounds whose resources users edit; rounds of other resources write what no other writer touches. */
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

const worldMoves = (world: World, moves: Move[], kinds: readonly FaultKind[], { foreignObjects, about }: Bounds): void => {
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
  if (!kinds.includes('ForeignObject')) return
  for (const foreignObject of foreignObjects ?? [])
    if (appear(world, foreignObject) !== world) moves.push({ _tag: 'World', event: { _tag: 'Appear', foreignObject }, kind: 'Fault' })
}
