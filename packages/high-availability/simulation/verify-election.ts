import { electorStep } from '../src/election/elector-step.ts'
import { type Breach, exploreGraph, firstStuck, pathTo } from '@flink-operator/simulation'
import { electionKey, hashText } from './election-hash.ts'
import { type ElectionBounds, type ElectionMove, electionMoves, electionMoveText, isDue } from './election-moves.ts'
import { believers, type Contender, electionStart, type ElectionState } from './election-state.ts'
import { electionStep, type ElectorStep } from './election-step.ts'

/** A small world of leader election: who contends, and what may happen. */
export interface ElectionWorld extends ElectionBounds {
  readonly name: string
  readonly contenders: readonly Contender[]
  /** How many faults there are in all. */
  readonly count: number
}

export interface ElectionStory {
  readonly property: string
  readonly what: string
  /** Which of the moves that there were, each time. */
  readonly moves: readonly number[]
  readonly lines: readonly string[]
}

export interface ElectionReport {
  readonly name: string
  readonly states: number
  readonly closed: boolean
  readonly violations: readonly ElectionStory[]
}

/** Explores a world of leader election to its fixpoint, and holds the laws of kubernetes-ha.md, section 8.2, against it. */
export const verifyElection = (
  world: ElectionWorld,
  step: ElectorStep = electorStep,
  limit = 1_000_000,
  depth = Number.MAX_SAFE_INTEGER,
): ElectionReport => {
  const start = electionStart(world.contenders, world.count)
  let hash: readonly [number, number] = [0, 0]
  const keyOf = rememberedKey(world)
  const within = longestWait(world, step, keyOf)
  const graph = exploreGraph<ElectionState, ElectionMove>({
    start,
    limit,
    depth,
    stopAtFirst: true,
    hash: state => {
      hash = hashText(keyOf(state))
    },
    first: () => hash[0],
    second: () => hash[1],
    movesFrom: state => electionMoves(state, world),
    follow: (state, move) => {
      const next = electionStep(step, state, move)
      const wait = next.breaches.length > 0 ? null : within(next.state)
      return wait === null ? { ...next, quiet: false } : { ...next, breaches: [wait], quiet: false }
    },
    isFair: isDue,
    isOwn: isDue,
    isDoing: () => false,
    mayHaveArrived: () => true,
    whyNotArrived: state => (believers(state).length > 0 ? null : 'nobody leads'),
  })
  const reported = (property: string, what: string, moves: readonly number[]): ElectionStory => ({
    property,
    what,
    moves,
    lines: electionLines(world, moves, step),
  })
  const stuck = graph.closed && graph.found.length === 0 ? firstStuck(graph) : []
  return {
    name: world.name,
    states: graph.states,
    closed: graph.closed,
    violations: [
      ...graph.found.map(({ property, what, from, move }) => reported(property, what, [...pathTo(graph, from), move])),
      ...stuck.map(({ state }) => reported('Law 3', 'from here nobody comes to lead', pathTo(graph, state))),
    ],
  }
}

/** The key of the state that was asked for last is not made twice. */
const rememberedKey = ({ nuances }: ElectionWorld): (state: ElectionState) => string => {
  let last: ElectionState | null = null
  let key = ''
  return state => {
    if (state !== last) key = electionKey(state, nuances.includes('Watch'))
    last = state
    return key
  }
}

/**
 * Law 3: with each answer in time and each process awake, somebody leads within a lease duration, 2.2 retry periods and one more look.
 * What is on its way and waited for by nobody does not arrive. Null: so it is.
 */
const longestWait = (
  { contenders, nuances }: ElectionWorld,
  step: ElectorStep,
  keyOf: (state: ElectionState) => string,
): (state: ElectionState) => Breach | null => {
  const longest = Math.max(
    ...contenders.map(({ settings: { leaseDuration, retryPeriod }, clocks: { rate } }) => (leaseDuration + 2.2 * retryPeriod + 1) / rate),
  )
  const limit = Math.ceil(longest) + 1
  const known = new Map<string, number>()
  /** How long until somebody leads; more than the limit: too long. */
  const wait = (from: ElectionState): number => {
    const path: (readonly [key: string, passed: number])[] = []
    let state = from
    let passed = 0
    let rest = 0
    for (;;) {
      if (believers(state).length > 0) break
      const key = keyOf(state)
      const before = known.get(key)
      if (before !== undefined) {
        rest = before
        break
      }
      path.push([key, passed])
      const [move] = electionMoves(state, { faults: [], nuances }).filter(isDue)
      if (move === undefined || passed > limit || path.length > 400) break
      if (move._tag === 'Pass') passed += 1
      state = electionStep(step, state, move).state
    }
    for (const [key, at] of path) known.set(key, passed - at + rest)
    return passed + rest
  }
  return state => {
    const units = wait(state)
    return units <= limit ? null : { property: 'Law 3', what: `nobody leads for ${String(units)} units of time, though all is well` }
  }
}

/** A path in words. */
export const electionLines = (world: ElectionWorld, moves: readonly number[], step: ElectorStep = electorStep): readonly string[] => {
  const lines: string[] = []
  let state = electionStart(world.contenders, world.count)
  for (const index of moves) {
    const move = electionMoves(state, world)[index]
    if (move === undefined) break
    lines.push(`${String(lines.length + 1)}. ${electionMoveText(state, move)}`)
    state = electionStep(step, state, move).state
  }
  return [...lines, `then ${believers(state).join(' and ') || 'nobody'} may act`]
}
