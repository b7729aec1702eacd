import { isSampling } from '../autoscaler/scaling-arrival.ts'
import type { Breach } from '../world/world.ts'
import type { CanonicalHash } from './canonical-hash.ts'
import { type CheckerState, isDoing } from './checker-state.ts'
import { exploreGraph, type Graph } from './explore-graph.ts'
import { follow } from './follow.ts'
import { hashState } from './hash-state.ts'
import { movesFrom } from './interleaving.ts'
import type { Bounds, Move } from './move.ts'
import type { Operator } from './operator.ts'
import { isLeftAlone } from './queue.ts'

export interface ExploreOptions {
  readonly canonical: CanonicalHash
  readonly operator: Operator
  readonly bounds: Bounds
  readonly start: CheckerState
  /** The most states to explore, and the most moves from the start. */
  readonly limit: number
  readonly depth: number
  /** Stop exploring at the first violation. */
  readonly stopAtFirst: boolean
  /** Violations that were noticed while the move was followed. */
  readonly onState: (state: CheckerState) => readonly Breach[]
  /** Why the resource has not arrived; null: it has. Only called for states in which the operator has nothing to do. */
  readonly whyNotArrived: (state: CheckerState) => string | null
}

/** With several rounds running, the operator's first move belongs to the round that is due first. */
const isOperatorsOwn = ({ kind, _tag }: Move): boolean => kind === 'Fair' && _tag !== 'World'

const showsOldCache = ({ faultKinds }: Bounds): boolean => faultKinds.includes('Stale') || faultKinds.includes('Rival')

/** Explores a world to its fixpoint, or to the limit. */
export const explore = ({ canonical, operator, bounds, start, onState, whyNotArrived, ...howFar }: ExploreOptions): Graph => {
  const withCache = showsOldCache(bounds)
  return exploreGraph({
    ...howFar,
    start,
    hash: state => hashState(canonical, state, withCache && state.budget.faults > 0),
    first: canonical.first,
    second: canonical.second,
    movesFrom: state => movesFrom(state, bounds),
    follow: (state, move) => {
      const next = follow(operator, state, move)
      if (next.breaches.length > 0) return next
      const breaches = onState(next.state)
      return breaches.length === 0 ? next : { ...next, breaches }
    },
    isFair: ({ kind }) => kind === 'Fair' || kind === 'Nuance',
    isOwn: isOperatorsOwn,
    isDoing: state => isDoing(state) && !isSampling(state),
    mayHaveArrived: state => isLeftAlone(state) || (state.world.autoscaled !== undefined && !isDoing(state)),
    whyNotArrived,
  })
}
