import type { Breach } from '../world/world.ts'
import { hashNumbers } from './hash-numbers.ts'
import { type IntList, intList } from './int-list.ts'

/** The explored state graph of one world, breadth first: states are numbered in the order of discovery. */
export interface Graph {
  readonly states: number
  /** The state and the move by which each state was first reached. */
  readonly parent: IntList
  readonly move: IntList
  /** Fair steps, as pairs (from, to). */
  readonly fairFrom: IntList
  readonly fairTo: IntList
  readonly arrived: IntList
  /**
   * The successor of a state when the operator alone moves and all its calls succeed; unique, because the operator is deterministic.
   * -1: unexplored.
   */
  readonly operatorNext: IntList
  /** 1: the operator is about to perform an action in this state. */
  readonly doing: IntList
  readonly found: readonly Found[]
  /** Why the resource has not arrived, for states where the operator only waits. */
  readonly waiting: ReadonlyMap<number, string>
  /** Were all reachable states explored? */
  readonly closed: boolean
}

/** A violation (breach) found on the move `move` from state `from`. */
export interface Found extends Breach {
  readonly from: number
  readonly move: number
}

/** The result of a move. `quiet`: the round did nothing but wait. */
export interface Followed<State> {
  readonly state: State
  readonly breaches: readonly Breach[]
  readonly quiet: boolean
}

/** A transition system of states and moves. */
export interface GraphOptions<State, Move> {
  readonly start: State
  /** The most states to explore, and the most moves from the start. */
  readonly limit: number
  readonly depth: number
  /** Stop exploring at the first violation. */
  readonly stopAtFirst: boolean
  /** Leaves the two halves of the state's hash in `first` and `second`; states with equal hashes are the same state. */
  readonly hash: (state: State) => void
  readonly first: () => number
  readonly second: () => number
  /** The moves from a state, always in the same order: a move's index is enough to replay it. */
  readonly movesFrom: (state: State) => readonly Move[]
  readonly follow: (state: State, move: Move) => Followed<State>
  readonly isFair: (move: Move) => boolean
  /** Marks the move of the system under check itself (the operator); the first one from a state counts. */
  readonly isOwn: (move: Move) => boolean
  readonly isDoing: (state: State) => boolean
  /** Check whether this state has arrived, whichever move follows? Otherwise it is checked only where a move is quiet. */
  readonly mayHaveArrived: (state: State) => boolean
  /** Null: the state has arrived. */
  readonly whyNotArrived: (state: State) => string | null
}

/** Explores a transition system breadth first, to its fixpoint or to the limit. Does not explore beyond a violation. */
export const exploreGraph = <State, Move>(options: GraphOptions<State, Move>): Graph => {
  const { start, limit, depth, stopAtFirst, hash, first, second, movesFrom, follow, isFair, isOwn, isDoing, whyNotArrived } = options
  const numbers = hashNumbers()
  const [parent, move, fairFrom, fairTo, operatorNext, doing] = [intList(), intList(), intList(), intList(), intList(), intList()]
  const found: Found[] = []
  const seen = new Set<string>()
  let frontier: State[] = []
  let frontierStart = 0

  const report = (from: number, index: number, breaches: readonly Breach[]): void => {
    for (const breach of breaches) {
      const key = `${breach.property} ${breach.what.replace(/[0-9a-f]{32}|\d{9,}/g, '…')}`
      if (seen.has(key)) continue
      seen.add(key)
      found.push({ ...breach, from, move: index })
    }
  }
  const numberOf = (state: State, from: number, index: number, queue: State[]): number => {
    hash(state)
    const known = numbers.knownOrNext(first(), second())
    if (known >= 0) return known
    const number = numbers.size() - 1
    parent.push(from)
    move.push(index)
    operatorNext.push(-1)
    doing.push(isDoing(state) ? 1 : 0)
    queue.push(state)
    return number
  }

  numberOf(start, -1, -1, frontier)
  const arrivedFlags = new Set<number>()
  const waiting = new Map<number, string>()
  const noteArrival = (number: number, state: State): void => {
    const why = whyNotArrived(state)
    if (why === null) arrivedFlags.add(number)
    else waiting.set(number, why)
  }
  const continues = (): boolean => numbers.size() < limit && !(stopAtFirst && found.length > 0)
  for (let level = 0; frontier.length > 0 && continues() && level < depth; level += 1) {
    const queue: State[] = []
    for (let offset = 0; offset < frontier.length && continues(); offset += 1) {
      const state = frontier[offset]!
      const from = frontierStart + offset
      const moves = movesFrom(state)
      const own = moves.findIndex(isOwn)
      if (options.mayHaveArrived(state)) noteArrival(from, state)
      for (let index = 0; index < moves.length; index += 1) {
        const it = moves[index]!
        const next = follow(state, it)
        if (next.breaches.length > 0) {
          report(from, index, next.breaches)
          // report it as this violation only, and not also as a stuck state
          if (isFair(it)) arrivedFlags.add(from)
          continue
        }
        if (next.quiet) noteArrival(from, state)
        const to = numberOf(next.state, from, index, queue)
        if (isFair(it)) {
          fairFrom.push(from)
          fairTo.push(to)
        }
        if (index === own) operatorNext.set(from, to)
      }
    }
    frontierStart += frontier.length
    frontier = queue
  }
  const flags = intList()
  for (let index = 0; index < numbers.size(); index += 1) flags.push(arrivedFlags.has(index) ? 1 : 0)
  return {
    states: numbers.size(),
    parent,
    move,
    fairFrom,
    fairTo,
    arrived: flags,
    operatorNext,
    doing,
    found,
    waiting,
    closed: frontier.length === 0 && continues(),
  }
}

/** P06: states from which no fair steps lead to an arrived state, by backward reachability over the stored graph. */
export const limbo = ({ states, fairFrom, fairTo, arrived }: Graph): readonly number[] => {
  const into = new Int32Array(states + 1)
  const count = fairFrom.length()
  for (let index = 0; index < count; index += 1) into[fairTo.at(index) + 1]! += 1
  for (let index = 0; index < states; index += 1) into[index + 1]! += into[index]!
  const sources = new Int32Array(count)
  const fill = into.slice()
  for (let index = 0; index < count; index += 1) sources[fill[fairTo.at(index)]!++] = fairFrom.at(index)
  const reaches = new Uint8Array(states)
  const stack: number[] = []
  for (let index = 0; index < states; index += 1)
    if (arrived.at(index) === 1) {
      reaches[index] = 1
      stack.push(index)
    }
  while (stack.length > 0) {
    const to = stack.pop()!
    for (let index = into[to]!; index < into[to + 1]!; index += 1) {
      const from = sources[index]!
      if (reaches[from] === 1) continue
      reaches[from] = 1
      stack.push(from)
    }
  }
  const stuck: number[] = []
  for (let index = 0; index < states; index += 1) if (reaches[index] === 0) stuck.push(index)
  return stuck
}

/** True for a state whose only successor is itself. */
const endsIn = ({ fairFrom, fairTo, states }: Graph): (state: number) => boolean => {
  const continues = new Uint8Array(states)
  for (let index = 0; index < fairFrom.length(); index += 1) if (fairFrom.at(index) !== fairTo.at(index)) continues[fairFrom.at(index)] = 1
  return state => continues[state] === 0
}

/**
 * The first stuck state for each reason; if none of the stuck states is at rest, the first state for each reason that the operator
 * waits for on the way.
 */
export const firstStuck = (graph: Graph): readonly { readonly state: number; readonly why: string | null }[] => {
  const stuck = limbo(graph)
  const [first] = stuck
  if (first === undefined) return []
  const ended = stuck.filter(endsIn(graph))
  const byReason = new Map<string, number>()
  for (const state of ended.length > 0 ? ended : stuck) {
    const why = graph.waiting.get(state)
    if (why !== undefined && !byReason.has(why)) byReason.set(why, state)
  }
  return byReason.size === 0 ? [{ state: first, why: null }] : [...byReason].map(([why, state]) => ({ state, why }))
}

/** The indices of the moves that lead to a state. */
export const pathTo = ({ parent, move }: Pick<Graph, 'parent' | 'move'>, state: number): readonly number[] => {
  const path: number[] = []
  for (let at = state; parent.at(at) >= 0; at = parent.at(at)) path.push(move.at(at))
  return path.reverse()
}

/**
 * P08: a state in a cycle of the operator's own moves, with everything at rest and every call answered, in which the operator performs
 * an action each time around. -1: no such cycle.
 */
export const busyCircle = ({ states, operatorNext, doing }: Graph): number => {
  const mark = new Int32Array(states).fill(-1)
  for (let start = 0; start < states; start += 1) {
    let at = start
    while (at >= 0 && mark[at] === -1) {
      mark[at] = start
      at = operatorNext.at(at)
    }
    if (at < 0 || mark[at] !== start) continue
    const first = at
    do {
      if (doing.at(at) === 1) return at
      at = operatorNext.at(at)
    } while (at !== first)
  }
  return -1
}
