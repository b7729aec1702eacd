import type { Breach } from '../world/world.ts'
import { isSampling } from '../autoscaler/scaling-arrival.ts'
import { type CheckerState, isDoing } from './checker-state.ts'
import { follow } from './follow.ts'
import { movesFrom } from './interleaving.ts'
import type { Bounds, Move } from './move.ts'
import type { Operator } from './operator.ts'
import { isLeftAlone } from './queue.ts'

/** One long random run through a world: its moves, and the violations. */
export interface Walk {
  readonly moves: readonly number[]
  readonly breaches: readonly Breach[]
  /** Did the resource arrive once faults and edits were over (P06)? */
  readonly arrived: boolean
}

export interface WalkOptions {
  readonly operator: Operator
  readonly bounds: Bounds
  readonly start: CheckerState
  /** The number of moves with faults, crashes and edits; then fair moves until the resource arrives, at most `patience` of them. */
  readonly length: number
  readonly patience: number
  /** Violations found in the last decision. */
  readonly whyNotArrived: (state: CheckerState) => string | null
  readonly breachesOfRound: () => readonly Breach[]
  readonly seed: number
}

/** Numerical Recipes' linear congruential generator, upper bits. */
const next = (seed: number): number => (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0

/** Edits and faults are rarer than the world's own steps, so that a walk makes progress between them. */
const weight = ({ kind }: Move): number => (kind === 'Fair' ? 12 : kind === 'Edit' ? 2 : 1)

/** Walks at random, reproducibly, through worlds whose state space is too large to explore breadth first. */
export const randomWalk = ({ operator, bounds, start, length, patience, breachesOfRound, whyNotArrived, seed }: WalkOptions): Walk => {
  const hasArrived = (state: CheckerState): boolean => whyNotArrived(state) === null
  const moves: number[] = []
  let state = start
  let random = next(next(seed))
  for (let count = 0; count < length + patience; count += 1) {
    const isFairPart = count >= length
    const open = movesFrom(state, bounds)
    const total = open.reduce((sum, move) => sum + (isFairPart && move.kind !== 'Fair' ? 0 : weight(move)), 0)
    if (total === 0) return { moves, breaches: [], arrived: hasArrived(state) }
    random = next(random)
    let left = (random >>> 8) % total
    const index = open.findIndex(move => {
      left -= isFairPart && move.kind !== 'Fair' ? 0 : weight(move)
      return left < 0
    })
    const before = state
    const { state: after, breaches, quiet } = follow(operator, state, open[index]!)
    moves.push(index)
    const found = [...breaches, ...breachesOfRound()]
    if (found.length > 0) return { moves, breaches: found, arrived: false }
    // an autoscaled job at rest is sampled for ever
    const onlyWaits = quiet || (isDoing(after) && isSampling(after))
    if (isFairPart && ((onlyWaits && hasArrived(before)) || (isLeftAlone(after) && hasArrived(after))))
      return { moves, breaches: [], arrived: true }
    state = after
  }
  return { moves, breaches: [], arrived: false }
}
