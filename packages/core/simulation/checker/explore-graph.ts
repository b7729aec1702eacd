import type { Breach } from '../world/world.ts'
import { hashNumbers } from './hash-numbers.ts'
import { type IntList, intList } from './int-list.ts'

/** The graph of one world, breadth first: states by number, in the order of discovery. */
export interface Graph {
  readonly states: number
  /** The move by which each state was first reached, and from where. */
  readonly parent: IntList
  readonly move: IntList
  /** Steps that count as fair, as pairs (from, to). */
  readonly fairFrom: IntList
  readonly fairTo: IntList
  readonly arrived: IntList
  /**
   * Where the operator alone goes from a state, when all its calls succeed: a function, for it decides the same each time. -1: unexplored.
   */
  readonly operatorNext: IntList
  /** 1: the operator is about to do something there. */
  readonly doing: IntList
  readonly found: readonly Found[]
  /** Why the resource has not arrived, where the operator only waits. */
  readonly waiting: ReadonlyMap<number, string>
  /** Were all reachable states explored? */
  readonly closed: boolean
}

/** A breach on the way from state `from` by its move number `move`. */
export interface Found extends Breach {
  readonly from: number
  readonly move: number
}

/** What a move leads to. `quiet`: nothing more is done there but to wait. */
export interface Followed<State> {
  readonly state: State
  readonly breaches: readonly Breach[]
  readonly quiet: boolean
}

/** A system of states and moves. */
export interface GraphOptions<State, Move> {
  readonly start: State
  /** States at most, and moves from the start at most. */
  readonly limit: number
  readonly depth: number
  /** Nothing more is explored once a breach is found. */
  readonly stopAtFirst: boolean
  /** Leaves the two halves of the hash by which states are the same in `first` and `second`. */
  readonly hash: (state: State) => void
  readonly first: () => number
  readonly second: () => number
  /** Always in the same order: the index of a move is enough to replay it. */
  readonly movesFrom: (state: State) => readonly Move[]
  readonly follow: (state: State, move: Move) => Followed<State>
  readonly isFair: (move: Move) => boolean
  /** Of the moves from a state the first one that is what is looked at does by itself. */
  readonly isOwn: (move: Move) => boolean
  readonly isDoing: (state: State) => boolean
  /** Is it asked whether this state has arrived, whatever comes next? Else where a move is quiet. */
  readonly mayHaveArrived: (state: State) => boolean
  /** Null: it has. */
  readonly whyNotArrived: (state: State) => string | null
}

/** Explores a system breadth first, to its fixpoint or to the limit. Nothing behind a breach is explored. */
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
  const goesOn = (): boolean => numbers.size() < limit && !(stopAtFirst && found.length > 0)
  for (let level = 0; frontier.length > 0 && goesOn() && level < depth; level += 1) {
    const queue: State[] = []
    for (let offset = 0; offset < frontier.length && goesOn(); offset += 1) {
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
          // it is told as what it is, and not as one that gets stuck, too
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
    closed: frontier.length === 0 && goesOn(),
  }
}

/** P06: states from which no fair steps lead to where the resource was to go, by backward reachability over the stored graph. */
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

/** Nothing but itself comes after it. */
const endsIn = ({ fairFrom, fairTo, states }: Graph): (state: number) => boolean => {
  const goesOn = new Uint8Array(states)
  for (let index = 0; index < fairFrom.length(); index += 1) if (fairFrom.at(index) !== fairTo.at(index)) goesOn[fairFrom.at(index)] = 1
  return state => goesOn[state] === 0
}

/** The first state of each reason for which something is stuck for good; where none is at rest, of each that is waited for on the way. */
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

/** The numbers of the moves that lead to a state. */
export const pathTo = ({ parent, move }: Pick<Graph, 'parent' | 'move'>, state: number): readonly number[] => {
  const path: number[] = []
  for (let at = state; parent.at(at) >= 0; at = parent.at(at)) path.push(move.at(at))
  return path.reverse()
}

/**
 * P08: a state in a circle that the operator walks alone, with everything at rest and every call answered, and in which it does something
 * each time around. -1: there is none.
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
